import type { ReactNode } from 'react'
import { type AdminAnswer, StatusNotice } from '#app/desk/admin-page.tsx'
import { Dialog } from '#app/kit/dialog.tsx'

type RecordDialogProps = {
  title: string
  closeTo: string
  answer: AdminAnswer | undefined
  children: ReactNode
}

/**
 * A dialog with one record, shown over its list. It has its own URL and the server renders it open, so it works
 * without JavaScript.
 */
export function RecordDialog({ title, closeTo, answer, children }: RecordDialogProps) {
  return (
    <Dialog title={title} className="admin-dialog" closeTo={closeTo}>
      <StatusNotice answer={answer} />
      <div className="record">{children}</div>
    </Dialog>
  )
}

export type Fact = { label: string; value: ReactNode }

export function Facts({ facts, className = 'record-facts' }: { facts: Fact[]; className?: string }) {
  return (
    <dl className={className}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
