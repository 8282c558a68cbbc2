import type { ReactNode } from 'react'

/** A list with nothing in it: what it would hold, and perhaps what to do. */
export function EmptyList({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="nothing">
      <p className="nothing-title">{title}</p>
      {children && <div>{children}</div>}
    </div>
  )
}
