/** An admin's answer to what a customer asked for, as the dashboard's forms post it. */
import { askFirst } from '#app/http/ask-first.server.ts'
import { checkForm, textOf } from '#app/http/check-form.ts'
import { agreeToCancel } from '#app/http/order-desk.server.ts'
import type { DeskAnswer } from '#app/ui/admin/orders/desk-answer.ts'
import type { Ctx } from '#shop/ctx.ts'
import { formatAmount, type Money, rupees } from '#shop/kernel/money.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import { type DecideRefundRefusal, decideRefund, type RefundDecision } from '#shop/orders/decide-refund.ts'
import { decisionInput } from '#shop/orders/input.ts'
import type { Order } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { leftToRefund } from '#shop/payments/refunds.read.ts'

const REASONS: Record<DecideRefundRefusal['reason'] | 'edit_conflict', string> = {
  not_admin: 'Only an admin may decide.',
  order_not_found: 'There is no such order.',
  no_open_request: 'It has been decided already.',
  wrong_amount: 'The amount must be above zero and at most what was paid and not given back.',
  not_in_order: 'More is said to be returned than was ordered.',
  answer_needed: 'Tell the customer why it is declined.',
  edit_conflict: 'It has changed meanwhile, look at it again.',
}

type Decided = { done: string } | DeskAnswer

/** Decides an open request, after the question about what that does. */
export async function decide(ctx: Ctx, orderId: string, form: FormData): Promise<Decided> {
  const checked = checkForm(decisionInput, form)
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  if (!checked.ok) return { ok: false, message: checked.problem.message, typed }
  const refusal = (reason: keyof typeof REASONS): Decided => ({ ok: false, message: REASONS[reason], typed })
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
  const wanted = refundDecision(orderId, { decision, answer }, form)
  if (!wanted) return refusal('wrong_amount')
  const left = await leftToRefund(ctx.db, orderId)
  if (wanted.decision === 'approve' && (wanted.amount <= 0 || wanted.amount > left))
    return refusal('wrong_amount')
  const isAnswered = wanted.decision === 'approve' || answer !== ''
  const asked = isAnswered && askAboutRefund(form, order, wanted)
  if (asked) return { ...asked, typed }
  const decided = await decideRefund(ctx, wanted)
  return decided.ok ? { done: 'decided' } : refusal(decided.reason)
}

function refundDecision(
  orderId: string,
  { decision, answer }: { decision: 'approve' | 'decline'; answer: string },
  form: FormData,
): RefundDecision | null {
  if (decision === 'decline') return { orderId, decision, answer }
  const amount = amountOf(textOf(form, 'amount'))
  return amount === null ? null : { orderId, decision, answer, amount, returned: returnedOf(form) }
}

function askAboutRefund(form: FormData, order: Order, wanted: RefundDecision) {
  if (wanted.decision === 'decline') return askToDecline(form, order)
  const returned = wanted.returned.map(({ itemId, quantity }) => {
    const name = order.items.find(({ id }) => id === itemId)?.name
    return `${quantity} × ${name || 'Unknown Product'}`
  })
  const question = askFirst(form, {
    title: `Refund ${formatAmount(wanted.amount)}?`,
    lines: [
      `${formatAmount(wanted.amount)} of the ${formatAmount(order.total)} that the order came to goes back to ${order.customerName}. This cannot be undone.`,
      returned.length > 0 ? `Back to stock: ${returned.join(', ')}.` : 'Nothing goes back to stock.',
      `An email goes to ${order.customerEmail}.`,
    ],
    confirm: `Refund ${formatAmount(wanted.amount)}`,
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

/** Rupees as somebody writes them: '1,060.82'. Null when it is no amount. */
function amountOf(text: string): Money | null {
  const plain = text.replaceAll(/[,\s₹]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? rupees(Number(plain)) : null
}

/** The fields 'returned:<item id>' with a count above zero. */
function returnedOf(form: FormData): { itemId: string; quantity: number }[] {
  return [...form].flatMap(([name, value]) => {
    const itemId = /^returned:([0-9a-f-]{36})$/.exec(name)?.[1]
    const quantity = Number(value)
    return itemId && Number.isInteger(quantity) && quantity > 0 ? [{ itemId, quantity }] : []
  })
}
