import type { ReactNode } from 'react'

type EmptyListProps = { picture?: string; title: string; children?: ReactNode }

/** Shown for an empty list on a page. The children say what it usually contains, or what to do next. */
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
