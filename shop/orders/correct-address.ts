import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSameAddress, type ShippingAddress } from '#shop/customers/address.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { invoicedState } from '#shop/orders/admin-order.read.ts'
import { editProblem } from '#shop/orders/order.ts'
import { insertMailedEvent, lockOrder, updateAddress, updateDetails } from '#shop/orders/orders.sql.ts'
import { outdatePrints } from '#shop/orders/packing.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Corrects the delivery address. Refuses a different state once an invoice names the state. Marks printed labels as
 * outdated, and slips if their text changes.
 */
export async function correctAddress(
  ctx: Ctx,
  { orderId, version, address }: { orderId: string; version: number; address: ShippingAddress },
) {
  if (!may(ctx.actor, 'orders.change')) return err('not_allowed')
  const { actor, now } = ctx
  return inTransaction(ctx, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order) return err('order_not_found')
    const problem = editProblem(order)
    if (problem) return err(problem)
    if (order.version !== version) return err('edit_conflict')
    const state = await invoicedState(db, orderId)
    if (state !== null && state !== address.state) return err('state_on_invoice')
    const former = await updateAddress(db, orderId, address)
    if (isSameAddress(former, address)) return ok({ isChanged: false })
    const isOnSlip = (['fullName', 'city', 'postalCode'] as const).some(
      (part) => former[part] !== address[part],
    )
    await outdatePrints(db, { orderId, kinds: isOnSlip ? ['label', 'slip'] : ['label'], now })
    await updateDetails(db, orderId, {}, now)
    const event = { kind: 'address_corrected', status: order.status, note: null } as const
    await insertMailedEvent(db, ctx.jobs, { ...event, orderId, actorId: actor.id, now })
    await recordAction(db, ctx, 'update', 'order', orderId, former, address)
    return ok({ isChanged: true })
  })
}
