import { Link } from 'react-router'
import type { Approval } from '#app/admin/approvals/approval.ts'
import { ApproveForm } from '#app/admin/approvals/approve-form.tsx'
import { BatchForm } from '#app/admin/approvals/batch-form.tsx'
import { RejectForm } from '#app/admin/approvals/reject-form.tsx'
import { StockForm } from '#app/admin/approvals/stock-form.tsx'
import { Badge, type Tone } from '#app/kit/badge.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { formatPrice } from '#shop/kernel/money.ts'
import { formatDay, formatDayAndTime } from '#shop/kernel/time.ts'
import { PHOTO_FLAG_NAMES, STATUSES_OF, type TaskState, taskTypeName } from '#shop/programme/task.ts'

export type ApprovalCardProps = {
  approval: Approval
  products: { id: string; name: string }[]
  /** Opens the photo. */
  photoTo: string
}

const BADGES: Partial<Record<TaskState, { tone: Tone; label: string }>> = {
  pending_review: { tone: 'warning', label: 'Pending review' },
  returned: { tone: 'danger', label: 'Rejected' },
  approved: { tone: 'positive', label: 'Approved' },
  paid: { tone: 'positive', label: 'Approved and paid' },
}

/** One task: its photo, who did what, and the decision. */
export function ApprovalCard({ approval, products, photoTo }: ApprovalCardProps) {
  const { id, taskName, state } = approval
  const badge = BADGES[state]
  const isApproved = STATUSES_OF[state].adminReviewStatus === 'approved'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the review keys work on the card that has the focus
    <article className="approval" aria-labelledby={`${id}-name`} tabIndex={0} data-card>
      <CardPhoto approval={approval} photoTo={photoTo} />
      <div className="approval-body">
        <div className="approval-head">
          <h2 id={`${id}-name`}>{taskName}</h2>
          {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        </div>
        <CardFacts approval={approval} />
        <CardFlags approval={approval} />
        {state === 'pending_review' && (
          <div className="approval-decide">
            <ApproveForm approval={approval} />
            <RejectForm id={id} />
          </div>
        )}
        {isApproved && <BatchForm approval={approval} products={products} />}
        {isApproved && approval.productName && <StockForm approval={approval} />}
      </div>
    </article>
  )
}

function CardPhoto({
  approval: { photo, taskName },
  photoTo,
}: Pick<ApprovalCardProps, 'approval' | 'photoTo'>) {
  if (!photo) return null
  return (
    <Link to={photoTo} className="approval-photo" preventScrollReset>
      <img src={photo.url} width={photo.width} height={photo.height} alt="" loading="lazy" />
      <VisuallyHidden>Enlarge the photo of {taskName}</VisuallyHidden>
    </Link>
  )
}

function CardFacts({ approval }: { approval: Approval }) {
  const { worker, taskType, quantity, unit, paymentAmount, submissionDate, createdAt, reviewDate } = approval
  const facts: [string, string | null][] = [
    ['Worker', [worker?.fullName, worker?.groupName].filter(Boolean).join(', ')],
    ['Phone', worker?.phone ?? null],
    ['Type', taskTypeName(taskType)],
    ['Quantity', `${quantity.toLocaleString('en-IN')} ${unit}`],
    ['Value', formatPrice(paymentAmount)],
    ['Submitted', submissionDate && formatDayAndTime(submissionDate)],
    ['Created', formatDay(createdAt)],
    ['Reviewed', approval.state === 'pending_review' ? null : reviewDate && formatDayAndTime(reviewDate)],
    ['Rating', approval.rating === null ? null : `${approval.rating} of 5`],
    ['Reason', approval.state === 'returned' ? approval.rejectionReason : null],
  ]
  return (
    <dl className="approval-facts">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function CardFlags({ approval: { photo } }: { approval: Approval }) {
  if (!photo || photo.flags.length === 0) return null
  return (
    <ul className="approval-flags">
      {photo.flags.map((flag) => (
        <li key={flag}>
          <Icon name="circle-alert" size="s" />
          {PHOTO_FLAG_NAMES[flag]}
        </li>
      ))}
    </ul>
  )
}
