import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A grey placeholder with the size of the content: `<Skeleton className="h-4 w-2/3" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton', className)} />
}

/** Skeletons that belong together; `label` tells screen readers what is loading. */
export function SkeletonGroup(props: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" className={props.className}>
      <VisuallyHidden>{props.label}</VisuallyHidden>
      {props.children}
    </div>
  )
}
