import { Link } from 'react-router'
import type { Approval, OpenPhoto } from '#app/admin/approvals/approval.ts'
import { ApprovalCard } from '#app/admin/approvals/approval-card.tsx'
import { approvalPath } from '#app/admin/approvals/approval-path.ts'
import { PhotoLightbox } from '#app/admin/approvals/photo-lightbox.tsx'
import { useReviewKeys } from '#app/admin/approvals/use-review-keys.ts'
import { AdminPage } from '#app/admin/kit/admin-page.tsx'
import { EmptyList } from '#app/admin/kit/empty-list.tsx'
import { Pager } from '#app/admin/kit/pager.tsx'
import { type AdminAnswer, StatusNotice } from '#app/admin/kit/status-notice.tsx'
import { APPROVAL_FILTERS, type ApprovalFilter } from '#shop/programme/approvals.ts'

export type ApprovalsPageProps = {
  filter: ApprovalFilter
  page: number
  perPage: number
  /** How many tasks each filter shows. */
  counts: Record<ApprovalFilter, number>
  approvals: Approval[]
  products: { id: string; name: string }[]
  open: OpenPhoto | null
  answer: AdminAnswer | undefined
}

const EMPTY: Record<ApprovalFilter, { title: string; text: string }> = {
  pending_review: { title: 'No photos to check', text: 'Photos of finished tasks wait here for approval.' },
  approved: { title: 'Nothing approved yet', text: 'Approved tasks are listed here, the latest first.' },
  rejected: { title: 'Nothing rejected', text: 'Rejected tasks stay here until a new photo comes.' },
  all: { title: 'No photos yet', text: 'Tasks are listed here once their photo was sent.' },
}

/** Photos of finished tasks, to be approved or rejected. */
export function ApprovalsPage(props: ApprovalsPageProps) {
  const { filter, page, perPage, counts, approvals, products, open, answer } = props
  const { list, onKeyDown } = useReviewKeys(approvals)
  const from = (page - 1) * perPage + 1
  const pending = counts.pending_review
  return (
    <AdminPage title="Task Approvals">
      <StatusNotice answer={answer} />
      <div className="approval-bar">
        <nav aria-label="Filter" className="approval-filters">
          {APPROVAL_FILTERS.map(({ value, label }) => (
            <Link
              key={value}
              to={approvalPath(value)}
              className="chip"
              aria-current={value === filter ? 'true' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <p className="approval-count">
          {pending === 1 ? '1 pending task' : `${pending.toLocaleString('en-IN')} pending tasks`}
        </p>
      </div>
      {approvals.length === 0 ? (
        <EmptyList title={EMPTY[filter].title}>{EMPTY[filter].text}</EmptyList>
      ) : (
        <>
          <p className="approval-keys">
            With a card in focus: <kbd>n</kbd> next, <kbd>p</kbd> previous, <kbd>1</kbd> to <kbd>5</kbd>{' '}
            stars, <kbd>a</kbd> approve, <kbd>r</kbd> reject.
          </p>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the cards inside, which take focus */}
          <div ref={list} className="approval-list" onKeyDown={onKeyDown}>
            {approvals.map((approval) => (
              <ApprovalCard
                key={approval.id}
                approval={approval}
                products={products}
                photoTo={approvalPath(filter, page, approval.id)}
              />
            ))}
          </div>
        </>
      )}
      <Pager
        from={from}
        count={approvals.length}
        total={counts[filter]}
        backTo={page > 1 ? approvalPath(filter, page - 1) : null}
        nextTo={from + approvals.length <= counts[filter] ? approvalPath(filter, page + 1) : null}
      />
      {open && <PhotoLightbox open={open} closeTo={approvalPath(filter, page)} />}
    </AdminPage>
  )
}
