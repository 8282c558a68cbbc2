import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { classNames } from '#app/kit/text.tsx'
import { IconButton } from './button.tsx'
import { FieldFrame, type TextFieldProps, useWiring } from './fields.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type'> & {
  /** The label of the button that shows the password. */
  show: string
}

/** A password field with a button that shows the text. Sending the form hides the text again. */
export function PasswordField({ show, label, hint, problem, className, ...input }: PasswordFieldProps) {
  const wiring = useWiring(input, { hint })
  const [isShown, setShown] = useState(false)
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const hide = () => setShown(false)
    const form = element.current?.form
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <FieldFrame id={wiring.id} {...{ label, hint, problem }}>
      <span className="password">
        <input
          {...input}
          {...wiring}
          ref={element}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={classNames('input', className)}
        />
        {/* The button lies over the field, so that nothing moves when it appears. */}
        {useHydrated() && (
          <IconButton
            type="button"
            icon="eye"
            label={show}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        )}
      </span>
    </FieldFrame>
  )
}
