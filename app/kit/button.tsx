import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonClass } from './button-look.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** The action is on its way: the label keeps its width and name, a ring shows, further clicks do nothing. */
    busy?: boolean
    icon?: IconName
    iconEnd?: IconName
  }

/**
 * A button. As in HTML it submits its form unless `type="button"` is given, so that forms work before JavaScript.
 * A disabled button says in its label what is missing.
 */
export function Button({ look, size, wide, className, busy, icon, iconEnd, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      className={buttonClass({ look, size, wide, className })}
      // Not `disabled` while busy: the focus would jump to the top of the page.
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? ignore : rest.onClick}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {iconEnd && <Icon name={iconEnd} />}
      {busy && (
        <span className="btn-ring" aria-hidden="true">
          <Spinner />
        </span>
      )}
    </button>
  )
}

function ignore(event: MouseEvent) {
  event.preventDefault()
}
