import { type ComponentProps, useState } from 'react'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Icon } from '#app/kit/icon.tsx'
import { useWords } from '#app/programme/words/words.ts'

/** A field for a PIN or password, with a button that shows the typed text. */
export function SecretInput(input: ComponentProps<'input'>) {
  const { show } = useWords().voice
  const [isShown, setShown] = useState(false)
  return (
    <span className="secret-input">
      <input {...input} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      {useHydrated() && (
        <button
          type="button"
          className="say"
          aria-label={show}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon name="eye" />
        </button>
      )}
    </span>
  )
}
