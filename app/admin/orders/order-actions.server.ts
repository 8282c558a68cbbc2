/** The actions of the dashboard's order pages. */

import { askFirst } from '#app/admin/kit/ask-first.server.ts'
import type { Question } from '#app/admin/kit/question.tsx'
import type { AdminAnswer } from '#app/admin/kit/status-notice.tsx'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { add, formatAmount, type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { type CancellationEffects, cancellationEffects } from '#shop/orders/cancellation.read.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/order.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** Orders as forms name them: '<id>:<version that was seen>'. What is none is left out. */
export function ordersOf(form: FormData): { orderId: string; version: number }[] {
  return form.getAll('order').flatMap((value) => {
    const [id = '', version = ''] = String(value).split(':')
    return isUuid(id) && /^\d{1,9}$/.test(version)
      ? [{ orderId: id.toLowerCase(), version: Number(version) }]
      : []
  })
}

export function statusOf(form: FormData): OrderStatus | null {
  return ORDER_STATUSES.find((status) => status === form.get('status')) ?? null
}

/** At most a page of orders is changed at once. */
const MOST = 200

export type ListAnswer = AdminAnswer | { question: Question }

/**
 * Sets the status of every picked order, each by itself: one that cannot be set does not hold up the others. Cancelling
 * is asked about first.
 */
export async function setStatuses(ctx: Ctx, form: FormData): Promise<ListAnswer> {
  const status = statusOf(form)
  const orders = ordersOf(form).slice(0, MOST)
  if (!status || orders.length === 0) return { ok: false, message: 'Select orders and a status first' }
  const effects = status === 'cancelled' ? await effectsOf(ctx, orders) : []
  const question = effects.length > 0 ? askToCancel(form, effects) : null
  if (question) return { question }
  const failed: string[] = []
  for (const { orderId, version } of orders) {
    const agreedRefund = effects.find((one) => one.orderId === orderId)?.refund
    const changed = await changeOrder(ctx, { orderId, version, status, agreedRefund })
    if (!changed.ok) failed.push(`${shortId(orderId)}: ${REFUSALS[changed.reason].en}`)
  }
  const done = orders.length - failed.length
  if (orders.length === 1 && done === 1) return { ok: true, message: `Order status updated to ${status}` }
  if (failed.length === 0) return { ok: true, message: `Order status updated to ${status} (${done} orders)` }
  const rest = done > 0 ? ` ${done} of ${orders.length} orders were updated to ${status}.` : ''
  return { ok: false, message: `Error updating order status. ${failed.join(' ')}${rest}` }
}

/** Only for orders that have not changed since they were shown: the others are refused in any case. */
async function effectsOf(
  { db }: Ctx,
  orders: { orderId: string; version?: number | undefined }[],
): Promise<CancellationEffects[]> {
  const found: CancellationEffects[] = []
  for (const { orderId, version } of orders) {
    const effects = await cancellationEffects(db, orderId)
    if (effects && (version === undefined || effects.version === version)) found.push(effects)
  }
  return found
}

/**
 * Before one order is cancelled: the question, or the refund that was agreed to. `agreedRefund` is left out where nothing
 * can be cancelled; the use case then says why.
 */
export async function agreeToCancel(
  ctx: Ctx,
  form: FormData,
  order: { orderId: string; version?: number | undefined },
): Promise<{ question: Question } | { agreedRefund?: Money }> {
  const effects = await effectsOf(ctx, [order])
  const question = effects.length > 0 ? askToCancel(form, effects) : null
  if (question) return { question }
  return effects[0] ? { agreedRefund: effects[0].refund } : {}
}

function askToCancel(form: FormData, effects: CancellationEffects[]): Question | null {
  const [only] = effects
  if (only && effects.length === 1) {
    return askFirst(form, {
      title: `Cancel order ${shortId(only.orderId)}?`,
      lines: [
        refundLine(only),
        goodsLine(only),
        `An email goes to ${only.customerEmail}.`,
        lastLine(only.refund),
      ],
      confirm: 'Cancel the order',
    })
  }
  const refunds = add(NO_MONEY, ...effects.map(({ refund }) => refund))
  return askFirst(form, {
    title: `Cancel ${effects.length} orders?`,
    lines: [
      ...effects.map(
        (one) => `${shortId(one.orderId)}, ${one.customerName}. ${refundLine(one)} ${goodsLine(one)}`,
      ),
      `Refunds of ${formatAmount(refunds)} in all. Each customer gets an email.`,
      lastLine(refunds),
    ],
    confirm: `Cancel ${effects.length} orders`,
  })
}

function refundLine({ refund, isManual, customerName }: CancellationEffects): string {
  if (refund <= 0) return 'No refund: nothing has been paid.'
  return isManual
    ? `Refund of ${formatAmount(refund)}: it was paid in cash, so you pay it back to ${customerName} manually.`
    : `Refund of ${formatAmount(refund)} to ${customerName}, by the way it was paid.`
}

function goodsLine({ stock: goods }: CancellationEffects): string {
  const listed = goods.map(({ name, units }) => `${units} × ${name}`).join(', ')
  return listed ? `Back to stock: ${listed}.` : 'Nothing goes back to stock.'
}

function lastLine(refund: Money): string {
  return refund > 0
    ? 'This cannot be undone: a refund does not come back.'
    : 'You can open it again while the goods are in stock.'
}
