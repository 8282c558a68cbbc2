import type { ReactNode } from 'react'

type EmptyListProps = { picture?: string; title: string; children?: ReactNode }

/** An empty list inside a page; the children name its usual contents, or the next step. */
export function EmptyList({ picture, title, children }: EmptyListProps) {
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
