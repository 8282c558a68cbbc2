/** An admin's answer to what a customer asked for, as the dashboard's forms post it. */
import { checkForm, textOf } from '#app/http/check-form.ts'
import type { DeskAnswer } from '#app/ui/admin/orders/desk-answer.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type Money, rupees } from '#shop/kernel/money.ts'
import { decideCancellation } from '#shop/orders/decide-cancellation.ts'
import { type DecideRefundRefusal, decideRefund, type ReturnedItem } from '#shop/orders/decide-refund.ts'
import { decisionInput } from '#shop/orders/input.ts'

const REASONS: Record<DecideRefundRefusal['reason'], string> = {
  not_admin: 'Only an admin may decide.',
  order_not_found: 'There is no such order.',
  no_open_request: 'It has been decided already.',
  wrong_amount:
    'Say what came back, or give an amount: above zero, and at most what was paid and not given back.',
  not_in_order: 'More is said to be returned than was ordered.',
  restocked_too_many: 'More units go back to the shelf than came back.',
  answer_needed: 'Tell the customer why it is declined.',
}

export async function decide(
  ctx: Ctx,
  orderId: string,
  form: FormData,
): Promise<{ done: string } | DeskAnswer> {
  const checked = checkForm(decisionInput, form)
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  if (!checked.ok) return { ok: false, message: checked.problem.message, typed }
  const { decision, answer } = checked.value
  if (form.get('intent') === 'cancellation') {
    const decided = await decideCancellation(ctx, { orderId, decision, answer })
    return decided.ok ? { done: 'decided' } : { ok: false, message: REASONS[decided.reason], typed }
  }
  if (decision === 'decline') {
    const decided = await decideRefund(ctx, { orderId, decision, answer })
    return decided.ok ? { done: 'decided' } : { ok: false, message: REASONS[decided.reason], typed }
  }
  const written = textOf(form, 'amount').trim()
  const amount = written === '' ? null : amountOf(written)
  if (written !== '' && amount === null) return { ok: false, message: REASONS.wrong_amount, typed }
  const returned = returnedOf(form)
  if (!returned)
    return { ok: false, message: 'Give the units that came back as whole numbers from 0 up.', typed }
  const decided = await decideRefund(ctx, { orderId, decision, answer, amount, returned })
  return decided.ok ? { done: 'decided' } : { ok: false, message: REASONS[decided.reason], typed }
}

/** Rupees as somebody writes them: '1,060.82'. Null when it is no amount. */
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
