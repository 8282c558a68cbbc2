import { Form, Link } from 'react-router'
import { type AdminAnswer, AdminPage, StatusNotice } from '#app/admin/kit/admin-page.tsx'
import { type Confirmation, ConfirmationDialog } from '#app/admin/kit/confirmation.tsx'
import { DASHBOARD, ORDERS } from '#app/admin/paths.ts'
import { Button } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/empty-state.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'

/** The fields of a refund that the page shows. */
export type ShownRefund = Refund & { customerName: string; isToPay: boolean }

export type RefundsPageProps = {
  refunds: ShownRefund[]
  answer: AdminAnswer | { confirmation: Confirmation } | undefined
}

/** Refunds: those to be paid by hand first, then the newest. */
export function RefundsPage({ refunds, answer }: RefundsPageProps) {
  return (
    <AdminPage>
      {answer && 'confirmation' in answer ? (
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
        columns={COLUMNS}
        rows={refunds}
        rowKey={({ id }) => id}
        empty={<EmptyList title="No refunds yet" />}
      />
    </AdminPage>
  )
}

const COLUMNS: Column<ShownRefund>[] = [
  {
    key: 'order',
    header: 'Order',
    place: 'title',
    cell: ({ orderId }) => <Link to={`${ORDERS}/${orderId}`}>{shortId(orderId)}</Link>,
  },
  { key: 'customer', header: 'Customer', cell: ({ customerName }) => customerName || 'Unknown Customer' },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
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
