import type { ReactNode } from 'react'

/** An empty list, said kindly. */
export function NoTasks({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="worker-nothing">
      <img src="/illustrations/work-calendar.svg" alt="" width="72" height="72" />
      <p>
        <b>{title}</b>
        {children && <span>{children}</span>}
      </p>
    </div>
  )
}
