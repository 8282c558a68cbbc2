import type { ReactNode } from 'react'

/** An empty list inside a page; the children name what it would hold, or the next step. */
export function EmptyList({
  picture,
  title,
  children,
}: {
  picture?: string
  title: string
  children?: ReactNode
}) {
  return (
    <div className="empty-list">
      {picture && <img src={picture} alt="" width="72" height="72" />}
      <div>
        <p className="empty-list-title">{title}</p>
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
