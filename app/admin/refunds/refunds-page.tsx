import { Form } from 'react-router'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { type Confirmation, ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { DASHBOARD, ORDERS } from '#app/desk/paths.ts'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { Link } from '#app/kit/link.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { type Day, dayInWords } from '#shop/kernel/day.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'
import { accountWords, type RefundAccount, type RefundAccountHint } from '#shop/payments/refund-account.ts'

/** The fields of a refund that the page shows. */
export type ShownRefund = Refund & {
  customerName: string
  isToPay: boolean
  account: RefundAccountHint | null
  /** The last day on which it is paid, in India. */
  by: Day
}

/** An account as it was just shown; nothing else of the page holds it. */
type Seen = { seen: { refundId: string; account: RefundAccount } }

export type RefundsPageProps = {
  refunds: ShownRefund[]
  answer: AdminAnswer | { confirmation: Confirmation } | Seen | undefined
}

/** Refunds: those to be paid by hand first, then the newest. */
export function RefundsPage({ refunds, answer }: RefundsPageProps) {
  return (
    <AdminPage actions={<ExportLink to={exportPath('refunds')} />}>
      {answer && 'seen' in answer ? null : answer && 'confirmation' in answer ? (
        <ConfirmationDialog confirmation={answer.confirmation} closeTo={`${DASHBOARD}/refunds`} />
      ) : (
        <StatusNotice answer={answer} />
      )}
      <p className="mb-5 max-w-read text-ink-soft">
        Card payments go back through the provider by themselves. Cash, and what the provider refuses, is paid
        manually and recorded here.
      </p>
      <Table
        dense
        caption="Refunds, those to pay manually first"
        columns={columnsWith(answer && 'seen' in answer ? answer.seen : null)}
        rows={refunds}
        rowKey={({ id }) => id}
        empty={<EmptyList title="No refunds yet" />}
      />
    </AdminPage>
  )
}

const columnsWith = (seen: Seen['seen'] | null): Column<ShownRefund>[] => [
  {
    key: 'order',
    header: 'Order',
    place: 'title',
    cell: ({ orderId }) => <Link to={`${ORDERS}/${orderId}`}>{shortId(orderId)}</Link>,
  },
  { key: 'customer', header: 'Customer', cell: ({ customerName }) => customerName || 'Unknown Customer' },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  {
    key: 'account',
    header: 'Pay to',
    cell: (refund) => <PayTo refund={refund} seen={seen?.refundId === refund.id ? seen.account : null} />,
  },
  { key: 'when', header: 'Since', cell: ({ createdAt }) => formatDayAndTime(createdAt) },
  { key: 'status', header: 'Status', place: 'state', cell: (refund) => <StatusCell refund={refund} /> },
  {
    key: 'amount',
    header: 'Amount',
    place: 'figure',
    align: 'end',
    cell: ({ amount }) => formatAmount(amount),
  },
  { key: 'pay', header: 'Actions', place: 'actions', cell: (refund) => <Paid refund={refund} /> },
]

const NAMES: Record<RefundStatus, string> = {
  requested: 'On its way',
  done: 'Paid back',
  by_hand: 'To pay manually',
  refused: 'Refused by the provider',
}

const TONES: Record<RefundStatus, Tone> = {
  requested: 'info',
  done: 'positive',
  by_hand: 'warning',
  refused: 'danger',
}

/** Where an unpaid refund goes and by when; the whole account after a press that the audit log records. */
function PayTo({ refund, seen }: { refund: ShownRefund; seen: RefundAccount | null }) {
  const { id, orderId, account, isToPay, by } = refund
  if (!isToPay) return account ? accountWords(account) : '–'
  if (!account?.isKept) return 'Nothing named yet. The customer is asked on the order’s page.'
  return (
    <>
      {seen ? <WholeAccount account={seen} /> : accountWords(account)}
      <span className="block text-ink-soft text-sm">By {dayInWords(by)}</span>
      {!seen && (
        <Form method="post" preventScrollReset className="mt-1">
          <input type="hidden" name="intent" value="show" />
          <input type="hidden" name="refundId" value={id} />
          <Button look="line" size="sm">
            Show it<VisuallyHidden> for order {shortId(orderId)}</VisuallyHidden>
          </Button>
        </Form>
      )}
    </>
  )
}

function WholeAccount({ account }: { account: RefundAccount }) {
  if (account.kind === 'upi') return <b className="numeric break-all">{account.upi}</b>
  return (
    <b className="numeric">
      {account.holder}, {account.accountNumber}, {account.ifsc}
    </b>
  )
}

function StatusCell({ refund: { status, failureReason } }: { refund: ShownRefund }) {
  return (
    <>
      <Badge tone={TONES[status]}>{NAMES[status]}</Badge>
      {failureReason && <span className="mt-1 block text-ink-soft text-sm">{failureReason}</span>}
    </>
  )
}

function Paid({ refund: { id, orderId, isToPay, reference } }: { refund: ShownRefund }) {
  if (!isToPay) return reference ?? '–'
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-2 text-left">
      <input type="hidden" name="refundId" value={id} />
      <TextField
        label="Reference"
        id={`reference-${id}`}
        name="reference"
        maxLength={100}
        required
        fieldClassName="min-w-40"
      />
      <Button look="line" size="sm">
        Mark as paid<VisuallyHidden> for order {shortId(orderId)}</VisuallyHidden>
      </Button>
    </Form>
  )
}
