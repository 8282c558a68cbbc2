import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from './button-look.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

export type ButtonLinkProps = LinkProps & ButtonLook & { icon?: IconName; iconEnd?: IconName }

/** A link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink({
  look,
  size,
  wide,
  className,
  icon,
  iconEnd,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ look, size, wide, className })}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {iconEnd && <Icon name={iconEnd} />}
    </Link>
  )
}
