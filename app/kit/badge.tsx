import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'info' | 'positive' | 'warning' | 'danger'

export type BadgeProps = {
  tone?: Tone /** The dot before a status. */
  dot?: boolean
  className?: string
  children: ReactNode
}

/** A short state, in words; the colour only repeats them. */
export function Badge({ tone = 'neutral', dot = true, className, children }: BadgeProps) {
  return (
    <span className={classNames('badge', `tone-${tone}`, dot && 'badge-dot', className)}>{children}</span>
  )
}
