/** An admin's answer to what a customer asked for, as the dashboard's forms post it. */

import { askFirst } from '#app/admin/kit/ask-first.server.ts'
import type { OrderActionResult } from '#app/admin/orders/order-action-result.ts'
import { agreeToCancel } from '#app/admin/orders/order-actions.server.ts'
import { checkForm, textOf, typedValues } from '#app/kit/form-fields.ts'
import type { Ctx } from '#shop/ctx.ts'
import { creditOf, type ReturnedItem } from '#shop/invoices/returns.read.ts'
import { formatAmount, type Money, rupees } from '#shop/kernel/money.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import { decisionInput } from '#shop/orders/input.ts'
import type { Order } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { leftToRefund } from '#shop/payments/refunds.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import {
  type DecideRefundRefusal,
  decideRefund,
  type RefundDecision,
} from '#shop/settlement/decide-refund.ts'

type Decided = { done: string } | OrderActionResult

/** Decides an open request, after the question about what that does. */
export async function decide(ctx: Ctx, orderId: string, form: FormData): Promise<Decided> {
  const checked = checkForm(decisionInput, form)
  const typed = typedValues(form)
  if (!checked.ok) return { ok: false, message: checked.problem.message, typed }
  const refusal = (reason: DecideRefundRefusal['reason'] | 'edit_conflict'): Decided => ({
    ok: false,
    message: REFUSALS[reason].en,
    typed,
  })
  const order = await findOrder(ctx.db, orderId)
  if (!order) return refusal('order_not_found')
  const { decision, answer } = checked.value
  if (form.get('intent') === 'cancellation') {
    const agreed =
      decision === 'approve' ? await agreeToCancel(ctx, form, { orderId }) : askToDecline(form, order)
    if (agreed && 'question' in agreed) return { ...agreed, typed }
    const decided = await decideCancellation(ctx, { orderId, decision, answer, ...agreed })
    return decided.ok ? { done: 'decided' } : refusal(decided.reason)
  }
  const wanted = decision === 'decline' ? { orderId, decision, answer } : approvalIn(orderId, answer, form)
  if (typeof wanted === 'string') return { ok: false, message: wanted, typed }
  const asked = await askAboutRefund(ctx, form, order, wanted)
  if (typeof asked === 'string') return refusal(asked)
  if (asked) return { ...asked, typed }
  const decided = await decideRefund(ctx, wanted)
  return decided.ok ? { done: 'decided' } : refusal(decided.reason)
}

/** The approved amounts of the form, or its problem. */
function approvalIn(orderId: string, answer: string, form: FormData): RefundDecision | string {
  const written = textOf(form, 'amount').trim()
  const amount = written === '' ? null : amountOf(written)
  if (written !== '' && amount === null) return REFUSALS.wrong_amount.en
  const returned = returnedOf(form)
  if (!returned) return 'Enter the returned units as whole numbers from 0.'
  return { orderId, decision: 'approve', answer, amount, returned }
}

/** The question about what the decision does; a reason where it would be refused, null where it was answered. */
async function askAboutRefund(
  { db, config, now }: Ctx,
  form: FormData,
  order: Order,
  wanted: RefundDecision,
) {
  if (wanted.decision === 'decline') return wanted.answer === '' ? null : askToDecline(form, order)
  const credit = await creditOf(db, { ...wanted, seller: config.seller, now })
  if (!credit || credit.amount > (await leftToRefund(db, order.id))) return 'wrong_amount'
  const amount = formatAmount(credit.amount)
  const units = (count: 'quantity' | 'restocked') =>
    wanted.returned
      .filter((item) => item[count] > 0)
      .map(
        (item) =>
          `${item[count]} × ${order.items.find(({ id }) => id === item.itemId)?.name || 'Unknown Product'}`,
      )
      .join(', ')
  const question = askFirst(form, {
    title: `Refund ${amount}?`,
    lines: [
      `${amount} of the ${formatAmount(order.total)} that the order came to goes back to ${order.customerName}. This cannot be undone.`,
      units('quantity') ? `Returned: ${units('quantity')}.` : 'Nothing was returned.',
      units('restocked') ? `Back to stock: ${units('restocked')}.` : 'Nothing goes back to stock.',
      `An email goes to ${order.customerEmail}.`,
    ],
    confirm: `Refund ${amount}`,
  })
  return question && { question }
}

function askToDecline(form: FormData, { customerEmail }: Order) {
  const question = askFirst(form, {
    title: 'Decline the request?',
    lines: [`An email with your answer goes to ${customerEmail}. The request is closed by it.`],
    confirm: 'Decline',
  })
  return question && { question }
}

/** Parses rupees as people write them: '1,060.82'. Null when it is no amount. */
function amountOf(text: string): Money | null {
  const plain = text.replaceAll(/[,\s₹]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? rupees(Number(plain)) : null
}

/** The fields 'returned:<item id>' and 'restocked:<item id>'; null when one of them is no count of units. */
function returnedOf(form: FormData): ReturnedItem[] | null {
  const counts = [...form].flatMap(([name, value]) => {
    const [, field, itemId] = /^(returned|restocked):([0-9a-f-]{36})$/.exec(name) ?? []
    return field && itemId ? [{ field, itemId, text: String(value).trim() || '0' }] : []
  })
  if (counts.some(({ text }) => !/^\d{1,6}$/.test(text))) return null
  const countOf = (field: string, itemId: string) =>
    Number(counts.find((count) => count.field === field && count.itemId === itemId)?.text ?? 0)
  return [...new Set(counts.map(({ itemId }) => itemId))]
    .map((itemId) => ({
      itemId,
      quantity: countOf('returned', itemId),
      restocked: countOf('restocked', itemId),
    }))
    .filter(({ quantity, restocked }) => quantity > 0 || restocked > 0)
}
