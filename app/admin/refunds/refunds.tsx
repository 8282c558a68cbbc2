import { data } from 'react-router'
import { z } from 'zod'
import { RefundsPage } from '#app/admin/refunds/refunds-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { cleanValue, isStorable } from '#shop/kernel/text.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { seeRefundAccount } from '#shop/orders/see-refund-account.ts'
import { payRefundManually } from '#shop/payments/pay-refunds.ts'
import type { Refund } from '#shop/payments/refund.ts'
import { accountWords, payoutDay, type RefundAccountHint } from '#shop/payments/refund-account.ts'
import { refundAccountHints } from '#shop/payments/refund-accounts.read.ts'
import { findRefund, listRefunds } from '#shop/payments/refunds.read.ts'
import type { Route } from './+types/refunds.ts'

export const handle: PageHandle = {
  guard: 'refunds',
  tab: { label: 'Refunds', icon: 'rotate-ccw', group: 'more' },
  access: { get: 200, post: 422 },
}

const SHOWN = 50

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(staffContext)
  const refunds = await listRefunds(db, SHOWN)
  const accounts = await refundAccountHints(
    db,
    refunds.map(({ orderId }) => orderId),
  )
  const shown = refunds.map((refund) => {
    const account = accounts.get(refund.orderId) ?? null
    return { ...refund, account, by: payoutDay(refund, { account, days: config.refundDays }) }
  })
  return { refunds: shown }
}

const paidForm = z.object({
  refundId: z.uuid(),
  reference: z.string().overwrite(cleanValue).min(1).max(100).refine(isStorable),
})

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  if (form.get('intent') === 'show') return show(ctx, form)
  const sent = readFields(paidForm, form)
  if (!sent.ok) return invalid(sent, 'Please enter how it was paid')
  const refund = await findRefund(ctx.db, sent.value.refundId)
  const account = refund && (await refundAccountHints(ctx.db, [refund.orderId])).get(refund.orderId)
  const asked = refund && aboutPaying(refund, { ...sent.value, account })
  const confirmation = asked && requireConfirmation(form, asked)
  if (confirmation) return { confirmation }
  const paid = await payRefundManually(ctx, sent.value)
  if (paid.ok) return data({ ok: true, message: 'Saved. The customer gets an email.' })
  return refusedBy(paid, form, 'This refund does not wait to be paid.')
}

/** The whole account of one refund, in the answer of this post only. */
async function show(ctx: Ctx, form: FormData) {
  const refund = await findRefund(ctx.db, textOf(form, 'refundId'))
  if (!refund) return refusedBy({ reason: 'no_refund_account' }, form)
  const seen = await seeRefundAccount(ctx, refund.orderId)
  return seen.ok ? { seen: { refundId: refund.id, account: seen.value } } : refusedBy(seen, form)
}

/** Names the account and since when: once the customer has changed it, the admin is asked again. */
function aboutPaying(
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

export default function Refunds({ loaderData, actionData }: Route.ComponentProps) {
  return <RefundsPage {...loaderData} answer={actionData} />
}
