import { data, Form } from 'react-router'
import { z } from 'zod'
import { type AdminAnswer, AdminPage, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { ORDERS, REFUNDS } from '#app/desk/paths.ts'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayInWords } from '#shop/kernel/day.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { cleanValue, isStorable } from '#shop/kernel/text.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { viewRefundAccount } from '#shop/orders/order-refund-account.ts'
import { payRefundManually } from '#shop/payments/pay-refunds.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'
import {
  accountWords,
  payoutDay,
  type RefundAccount,
  type RefundAccountHint,
} from '#shop/payments/refund-account.ts'
import { refundAccountHints } from '#shop/payments/refund-accounts.read.ts'
import { findRefund, listRefunds } from '#shop/payments/refunds.read.ts'
import type { Route } from './+types/refunds.ts'

export const handle: PageHandle = {
  guard: 'refunds',
  tab: { label: 'Refunds', icon: 'rotate-ccw', group: 'Sell' },
  access: { get: 200, post: 422 },
}

const MAX_REFUNDS = 50

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(staffContext)
  const refunds = await listRefunds(db, MAX_REFUNDS)
  const accounts = await refundAccountHints(
    db,
    refunds.map(({ orderId }) => orderId),
  )
  return {
    refunds: refunds.map((refund) => {
      const account = accounts.get(refund.orderId) ?? null
      return { ...refund, account, by: payoutDay(refund, { account, days: config.refundDays }) }
    }),
  }
}

const paidForm = z.object({
  refundId: z.uuid(),
  reference: z.string().overwrite(cleanValue).min(1).max(100).refine(isStorable),
})

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  if (form.get('intent') === 'show') return showAccount(ctx, form)
  const fields = readFields(paidForm, form)
  if (!fields.ok) return invalid(fields, 'Please enter the reference of the payment')
  const refund = await findRefund(ctx.db, fields.value.refundId)
  const account = refund && (await refundAccountHints(ctx.db, [refund.orderId])).get(refund.orderId)
  const confirmation = refund && requireConfirmation(form, textsFor(refund, { ...fields.value, account }))
  if (confirmation) return { ok: true, message: null, confirmation }
  const paid = await payRefundManually(ctx, fields.value)
  if (paid.ok) return data({ ok: true, message: 'Saved. The customer gets an email.' })
  return refusedBy(paid, form, 'This refund is not waiting to be paid.')
}

/** Returns the full account of one refund. Only the response to this post contains it. */
async function showAccount(ctx: Ctx, form: FormData) {
  const refund = await findRefund(ctx.db, textOf(form, 'refundId'))
  if (!refund) return refusedBy({ reason: 'no_refund_account' }, form)
  const result = await viewRefundAccount(ctx, refund.orderId)
  if (!result.ok) return refusedBy(result, form)
  return { ok: true, message: null, revealed: { refundId: refund.id, account: result.value } }
}

/** Names the account and its date. If the customer changes it in the meantime, the admin has to confirm again. */
function textsFor(
  { orderId, amount }: Refund,
  { reference, account }: { reference: string; account?: RefundAccountHint | null },
) {
  const to = account && `${accountWords(account)} (given on ${formatDayAndTime(account.givenAt)})`
  return {
    title: `Mark ${formatAmount(amount)} as paid?`,
    lines: [
      `The refund of order ${shortId(orderId)} is recorded as paid${to ? ` to ${to}` : ''}, with the reference ${reference}. This cannot be undone.`,
      'The customer gets an email that the money has been sent.',
    ],
    confirm: 'Mark as paid',
  }
}

type ListedRefund = Route.ComponentProps['loaderData']['refunds'][number]

/** The full account that was just requested. Only this response contains it. */
type RevealedAccount = { refundId: string; account: RefundAccount }

export default function RefundsPage({ loaderData: { refunds }, actionData }: Route.ComponentProps) {
  const answer: (AdminAnswer & { revealed?: RevealedAccount }) | undefined = actionData
  return (
    <AdminPage actions={<ExportLink to={exportPath('refunds')} />}>
      {!answer?.revealed && <StatusNotice answer={answer} />}
      <ConfirmationDialog confirmation={answer?.confirmation} closeTo={REFUNDS} />
      <p className="mb-5 max-w-read text-ink-soft">
        Card payments are refunded by the provider automatically. Cash, and what the provider refuses, is paid
        manually and recorded here.
      </p>
      <AdminTable
        folded
        caption="Refunds, those to pay manually first"
        columns={refundColumns(answer?.revealed)}
        rows={refunds}
        empty={<EmptyList title="No refunds yet" />}
      />
    </AdminPage>
  )
}

const refundColumns = (revealed: RevealedAccount | undefined): Column<ListedRefund>[] => [
  column.title('Order', ({ orderId }) => <Link to={`${ORDERS}/${orderId}`}>{shortId(orderId)}</Link>),
  column.text('Customer', ({ customerName }) => customerName || 'Unknown Customer', { place: 'lead' }),
  column.text('Reason', ({ reason }) => reason),
  column.text('Pay to', (refund) => (
    <PayTo refund={refund} revealed={revealed?.refundId === refund.id ? revealed.account : null} />
  )),
  column.time('Since', ({ createdAt }) => createdAt),
  column.state('Status', (refund) => <StatusCell refund={refund} />),
  column.figure('Amount', ({ amount }) => formatAmount(amount)),
  column.text('Actions', (refund) => <MarkPaidCell refund={refund} />, { place: 'actions' }),
]

const STATES: Record<RefundStatus, { name: string; tone: Tone }> = {
  requested: { name: 'On its way', tone: 'info' },
  done: { name: 'Paid back', tone: 'positive' },
  by_hand: { name: 'To pay manually', tone: 'warning' },
  refused: { name: 'Refused by the provider', tone: 'danger' },
}

/** Shows where an unpaid refund goes and by when. The button shows the full account, which the audit log records. */
function PayTo({ refund, revealed }: { refund: ListedRefund; revealed: RefundAccount | null }) {
  const { id, orderId, account, isToPay, by } = refund
  if (!isToPay) return account ? accountWords(account) : '–'
  if (!account?.isSaved) return 'No account yet. The order’s page asks the customer for it.'
  return (
    <>
      {revealed ? <WholeAccount account={revealed} /> : accountWords(account)}
      <span className="block text-ink-soft text-sm">By {dayInWords(by)}</span>
      {!revealed && (
        <PostButton
          fields={{ intent: 'show', refundId: id }}
          form={{ preventScrollReset: true, className: 'mt-1' }}
          look="line"
          size="sm"
        >
          Show account<VisuallyHidden> for order {shortId(orderId)}</VisuallyHidden>
        </PostButton>
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

function StatusCell({ refund: { status, failureReason } }: { refund: ListedRefund }) {
  return (
    <>
      <Badge tone={STATES[status].tone}>{STATES[status].name}</Badge>
      {failureReason && <span className="mt-1 block text-ink-soft text-sm">{failureReason}</span>}
    </>
  )
}

function MarkPaidCell({ refund: { id, orderId, isToPay, reference } }: { refund: ListedRefund }) {
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
