import type { ReactNode } from 'react'
import { classNames } from '#app/kit/text.tsx'

export type Tone = 'neutral' | 'info' | 'positive' | 'warning' | 'danger'

export type BadgeProps = {
  tone?: Tone
  dot?: boolean
  className?: string
  children: ReactNode
}

/** A short status in words. The colour says the same. */
export function Badge({ tone = 'neutral', dot = true, className, children }: BadgeProps) {
  return (
    <span className={classNames('badge', `tone-${tone}`, dot && 'badge-dot', className)}>{children}</span>
  )
}
