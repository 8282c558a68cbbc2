/** What the dashboard's order pages do with what was posted. */
import type { AdminAnswer } from '#app/ui/admin/kit/status-notice.tsx'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { type ChangeOrderRefusal, changeOrder } from '#shop/orders/change-order.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/orders/order.ts'

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

const REASONS: Record<ChangeOrderRefusal['reason'], string> = {
  not_admin: 'only an admin may do this',
  order_not_found: 'there is no such order',
  edit_conflict: 'somebody else changed it meanwhile, look at it again',
  out_of_stock: 'the goods are no longer in stock',
  coupon_taken: 'its coupon has been used up by others since',
  not_first_order: 'its discount is for a first order, and the customer has another order',
  account_closed: 'the customer has closed the account',
  payment_returned: 'its payment has been given back, so it stays cancelled',
}

export function reasonOf(refusal: ChangeOrderRefusal): string {
  return REASONS[refusal.reason]
}

/** At most a page of orders is changed at once. */
const MOST = 200

/** Sets the status of every picked order, each by itself: one that cannot be set does not hold up the others. */
export async function setStatuses(ctx: Ctx, form: FormData): Promise<AdminAnswer> {
  const status = statusOf(form)
  const orders = ordersOf(form).slice(0, MOST)
  if (!status || orders.length === 0) return { ok: false, message: 'Select orders and a status first' }
  const failed: string[] = []
  for (const { orderId, version } of orders) {
    const changed = await changeOrder(ctx, { orderId, version, status })
    if (!changed.ok) failed.push(`${shortId(orderId)}: ${reasonOf(changed)}`)
  }
  const done = orders.length - failed.length
  if (orders.length === 1 && done === 1) return { ok: true, message: `Order status updated to ${status}` }
  if (failed.length === 0) return { ok: true, message: `Order status updated to ${status} (${done} orders)` }
  const rest = done > 0 ? ` ${done} of ${orders.length} orders were updated to ${status}.` : ''
  return { ok: false, message: `Error updating order status. ${failed.join('. ')}.${rest}` }
}
