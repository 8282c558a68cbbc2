import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

type ChipContent = {
  children: ReactNode
  /** The number of results behind the chip. */
  count?: number | undefined
  /** A small decorative picture, for example a family shape: its URL. */
  picture?: string | undefined
}

function Content({ children, count, picture }: ChipContent) {
  return (
    <>
      {picture && <img src={picture} alt="" width={20} height={20} loading="lazy" />}
      {children}
      {count !== undefined && <span className="chip-count">{count}</span>}
    </>
  )
}

export type ChipLinkProps = Omit<LinkProps, 'children'> & ChipContent & { active?: boolean }

/** A filter chip that is a link, so it works without JavaScript. */
export function ChipLink({ active, children, count, picture, className, ...rest }: ChipLinkProps) {
  return (
    <Link {...rest} className={classNames('chip', className)} aria-current={active ? 'true' : undefined}>
      <Content count={count} picture={picture}>
        {children}
      </Content>
    </Link>
  )
}

export type ChipButtonProps = Omit<ComponentProps<'button'>, 'children'> & ChipContent & { pressed?: boolean }

/** A filter chip that only changes the view in the browser. */
export function ChipButton({
  pressed = false,
  children,
  count,
  picture,
  className,
  ...rest
}: ChipButtonProps) {
  return (
    <button type="button" {...rest} className={classNames('chip', className)} aria-pressed={pressed}>
      <Content count={count} picture={picture}>
        {children}
      </Content>
    </button>
  )
}

/** Chips in one row that scrolls sideways on a phone. `label` names what they filter. */
export function ChipRow({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <fieldset className={classNames('chips', className)}>
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  )
}
