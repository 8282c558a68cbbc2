import type { ReactNode } from 'react'
import { classNames } from '#app/kit/text.tsx'

export type Tone = 'neutral' | 'info' | 'positive' | 'warning' | 'danger'

export type BadgeProps = {
  tone?: Tone
  dot?: boolean
  className?: string
  children: ReactNode
}

/** A short status in words; the colour repeats them. */
export function Badge({ tone = 'neutral', dot = true, className, children }: BadgeProps) {
  return (
    <span className={classNames('badge', `tone-${tone}`, dot && 'badge-dot', className)}>{children}</span>
  )
}

/** A grey placeholder with the size of the content: `<Skeleton className="h-4 w-2/3" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton', className)} />
}

export function Spinner() {
  return (
    <span className="inline-block">
      <span className="ring" aria-hidden="true" />
    </span>
  )
}
