import type { ReactNode } from 'react'
import { Link, type LinkProps } from './link.tsx'

type ChipLinkProps = LinkProps & {
  active: boolean
  count?: number
  picture?: string | undefined
}

/** A filter chip that is a link, so it works without JavaScript. */
export function ChipLink({ active, children, count, picture, ...rest }: ChipLinkProps) {
  return (
    <Link {...rest} data-control="" className="chip" aria-current={active ? 'true' : undefined}>
      {picture && <img src={picture} alt="" width={20} height={20} loading="lazy" />}
      {children}
      {count !== undefined && <span className="chip-count">{count}</span>}
    </Link>
  )
}

/** Chips in one row, which scrolls sideways on a phone. `label`: what they filter. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="chips">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  )
}
