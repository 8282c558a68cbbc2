import { AdminTable } from '#app/desk/admin-page.tsx'
import { FiguresStrip } from '#app/desk/figures-strip.tsx'
import { ACCOUNTS, REFUNDS, REMITTANCES } from '#app/desk/paths.ts'
import { StaffLink } from '#app/desk/staff-link.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { PROVIDERS } from '#shop/accounts/accounts.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { add, formatAmount, type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { amountDue, type Order } from '#shop/orders/order.ts'
import type { DisputeStatus } from '#shop/payment-gateway.ts'
import type { CapturedPayment } from '#shop/payments/payment.ts'
import { REFUND_STATUS_NAMES, type Refund } from '#shop/payments/refund.ts'

type OrderPaymentsProps = { order: Order; payments: CapturedPayment[]; refunds: Refund[] }

export function OrderPayments({ order, payments, refunds }: OrderPaymentsProps) {
  const sum = (some: CapturedPayment[]) => add(NO_MONEY, ...some.map(({ amount }) => amount))
  const collected = sum(payments.filter(({ capturedAt }) => capturedAt === null))
  const writtenOff = sum(payments.filter(isWrittenOff))
  const paid = subtract(sum(payments), add(collected, writtenOff))
  const refunded = add(
    NO_MONEY,
    ...refunds.flatMap(({ status, amount }) => (status === 'done' ? [amount] : [])),
  )
  const isDue = order.status !== 'cancelled' && order.paymentStatus === 'pending'
  return (
    <>
      <div className="order-money">
        <FiguresStrip
          figures={[
            { label: 'Due', value: formatAmount(isDue ? amountDue(order) : NO_MONEY) },
            ...(collected > 0 ? [{ label: 'With the courier', value: formatAmount(collected) }] : []),
            ...(writtenOff > 0 ? [{ label: 'Written off', value: formatAmount(writtenOff) }] : []),
            { label: 'Paid', value: formatAmount(paid) },
            { label: 'Refunded', value: formatAmount(refunded) },
          ]}
        />
      </div>
      <AdminTable
        caption="Payments and refunds"
        columns={COLUMNS}
        rows={[...payments.map(paymentRow), ...refunds.map(refundRow)]}
        empty="Nothing has been paid yet."
      />
    </>
  )
}

type MoneyRow = {
  id: string
  what: 'Payment' | 'Refund'
  provider: string
  amount: Money
  reference: string | null
  state: string
  tone: Tone
  note: string | null
  at: Date | null
  listLink: { to: string; label: string }
}

const COLUMNS: Column<MoneyRow>[] = [
  column.title('What', ({ what, provider, note }) => (
    <>
      {what}
      <span className="data-sub">{PROVIDERS[provider] ?? provider}</span>
      {note && <span className="data-sub">{note}</span>}
    </>
  )),
  column.state('State', ({ state, tone }) => (
    <Badge tone={tone} dot={false}>
      {state}
    </Badge>
  )),
  column.text('Reference', ({ reference }) => <span className="break-all">{reference ?? '-'}</span>),
  column.text('When', ({ at }) => (at ? formatDayAndTime(at) : '–')),
  column.text('Listed in', ({ listLink }) => (
    <StaffLink to={listLink.to} className="link">
      {listLink.label}
    </StaffLink>
  )),
  column.figure('Amount', ({ amount, what }) =>
    formatAmount(what === 'Refund' ? subtract(NO_MONEY, amount) : amount),
  ),
]

const isWrittenOff = ({ provider }: Pick<CapturedPayment, 'provider'>) => provider === 'written_off'

function paymentRow({ capturedAt, ...payment }: CapturedPayment): MoneyRow {
  return {
    ...payment,
    ...{ what: 'Payment', note: null, at: capturedAt },
    ...(capturedAt ? { state: 'Paid', tone: 'positive' } : { state: 'With the courier', tone: 'info' }),
    ...(isWrittenOff(payment) && { state: 'Written off', tone: 'danger' }),
    ...disputeOf(payment),
    listLink: capturedAt
      ? inAccounts('received', payment.provider, capturedAt)
      : { to: REMITTANCES, label: 'Cash from couriers' },
  }
}

function disputeOf({
  disputeStatus,
  disputeRespondBy,
}: Pick<CapturedPayment, 'disputeStatus' | 'disputeRespondBy'>) {
  if (!disputeStatus) return null
  const { state, tone } = DISPUTES[disputeStatus]
  const isOpen = disputeStatus === 'open'
  const note =
    isOpen && disputeRespondBy ? `Answer at Razorpay by ${formatDayAndTime(disputeRespondBy)}` : null
  return { state, tone, note }
}

const DISPUTES: Record<DisputeStatus, { state: string; tone: Tone }> = {
  open: { state: 'Disputed', tone: 'danger' },
  under_review: { state: 'Dispute under review', tone: 'warning' },
  won: { state: 'Dispute won', tone: 'positive' },
  lost: { state: 'Dispute lost', tone: 'danger' },
  closed: { state: 'Dispute closed', tone: 'info' },
}

const TONES = { requested: 'info', done: 'positive', by_hand: 'warning', refused: 'danger' } as const

function refundRow(refund: Refund): MoneyRow {
  const { id, provider, amount, reference, status, reason, failureReason, createdAt, doneAt } = refund
  return {
    ...{ id, provider, amount, reference },
    ...{ what: 'Refund', state: REFUND_STATUS_NAMES[status], tone: TONES[status] },
    note: [reason, failureReason].filter(Boolean).join('. '),
    at: doneAt ?? createdAt,
    listLink: doneAt ? inAccounts('refunded', provider, doneAt) : { to: REFUNDS, label: 'Refunds' },
  }
}

function inAccounts(direction: 'received' | 'refunded', provider: string, at: Date) {
  const query = new URLSearchParams({ period: dayOf(at).slice(0, 7), direction, provider })
  return { to: `${ACCOUNTS}/money?${query}`, label: 'Accounts' }
}
