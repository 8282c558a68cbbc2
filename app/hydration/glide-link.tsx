import type { MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from '#app/kit/button.tsx'

type GlideLinkProps = { to: `#${string}`; look?: ButtonLook['look']; children: ReactNode }

/**
 * A button to a section of the same page: glides there, or jumps where the visitor wants no motion, and takes the
 * focus along. Without JavaScript the link does the same by itself.
 */
export function GlideLink({ to, look, children }: GlideLinkProps) {
  return (
    <a href={to} className={buttonClass({ look })} onClick={glide}>
      {children}
    </a>
  )
}

function glide(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const target = document.querySelector<HTMLElement>(event.currentTarget.hash)
  if (!target) return
  event.preventDefault()
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
  target.focus({ preventScroll: true })
}
