import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from '#app/kit/text.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import { Link, type LinkProps } from './link.tsx'
import { VisuallyHidden } from './text.tsx'

export type ButtonLook = {
  /** solid: the main action; line: a secondary action; accent: for repeated rows; paper: on a coloured block. */
  look?: 'solid' | 'line' | 'accent' | 'paper'
  /** md: the normal height; sm: the smallest allowed tap target. */
  size?: 'md' | 'sm'
  wide?: boolean
  className?: string | undefined
}

export function buttonClass({ look = 'solid', size = 'md', wide, className }: ButtonLook): string {
  return classNames(
    'btn',
    look !== 'solid' && `btn-${look}`,
    size === 'sm' && 'btn-sm',
    wide && 'w-full',
    className,
  )
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** While busy, a spinner covers the label, so that width and name stay the same, and clicks do nothing. */
    busy?: boolean
    icon?: IconName
    iconEnd?: IconName
  }

/** Submits its form unless `type="button"`. The label of a disabled button says what is missing. */
export function Button({ look, size, wide, className, busy, icon, iconEnd, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      className={buttonClass({ look, size, wide, className })}
      // While busy, `disabled` would move the focus to the top of the page.
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

export function ButtonLink(props: LinkProps & ButtonLook & { icon?: IconName; iconEnd?: IconName }) {
  const { look, size, wide, className, icon, iconEnd, children, ...rest } = props
  return (
    <Link {...rest} className={buttonClass({ look, size, wide, className })}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {iconEnd && <Icon name={iconEnd} />}
    </Link>
  )
}

/** `label`: a text with the action and its object. */
type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string }

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button {...rest} className={classNames('icon-btn', className)}>
      <Icon name={icon} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  )
}

/** A turning ring in the current colour. */
export function Spinner() {
  return (
    <span className="inline-block">
      <span className="ring" aria-hidden="true" />
    </span>
  )
}
