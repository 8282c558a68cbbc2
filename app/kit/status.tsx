import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { VisuallyHidden } from './text.tsx'

export type Tone = 'neutral' | 'info' | 'positive' | 'warning' | 'danger'

export type BadgeProps = {
  tone?: Tone
  /** A dot before the words. */
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

/** Skeletons of one region; `label` tells screen readers that it loads. */
export function SkeletonGroup(props: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" className={props.className}>
      <VisuallyHidden>{props.label}</VisuallyHidden>
      {props.children}
    </div>
  )
}

/** A spinner in the text's colour. `label` is for places without another text about loading. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="inline-block" role={label ? 'status' : undefined}>
      <span className="ring" aria-hidden="true" />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
