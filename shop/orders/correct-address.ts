import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSameAddress, type ShippingAddress } from '#shop/customers/address.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { invoicedState } from '#shop/orders/admin-order.read.ts'
import { addressProblem } from '#shop/orders/order.ts'
import { insertMailedEvent, lockOrder, updateAddress, updateDetails } from '#shop/orders/orders.sql.ts'
import { outdatePrints } from '#shop/orders/packing.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type AddressCorrection = {
  orderId: string
  /** Refused when the order has changed since. */
  version: number
  address: ShippingAddress
}

/**
 * Corrects the address before shipping; the customer gets an email. An invoice fixes the state, which names
 * its taxes. Labels, and slips that show the change, count as not printed. Returns whether anything changed.
 */
export async function correctAddress(ctx: Ctx, { orderId, version, address }: AddressCorrection) {
  if (!may(ctx.actor, 'orders.change')) return err('not_allowed')
  const { actor, now } = ctx
  return inTransaction(ctx, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order) return err('order_not_found')
    const problem = addressProblem(order)
    if (problem) return err(problem)
    if (order.version !== version) return err('edit_conflict')
    const state = await invoicedState(db, orderId)
    if (state !== null && state !== address.state) return err('state_on_invoice')
    const before = await updateAddress(db, orderId, address)
    if (isSameAddress(before, address)) return ok({ isChanged: false })
    await outdatePrints(db, {
      orderId,
      kinds: isOnSlip(before, address) ? ['label', 'slip'] : ['label'],
      now,
    })
    await updateDetails(db, orderId, {}, now)
    const entry = { orderId, kind: 'address_corrected', status: order.status, note: null } as const
    await insertMailedEvent(db, ctx.jobs, { ...entry, actorId: actor.id, now })
    const change = { actorId: actor.id, action: 'update', entity: 'order', entityId: orderId, now } as const
    await recordChange(db, { ...change, before, after: address })
    return ok({ isChanged: true })
  })
}

function isOnSlip(before: ShippingAddress, after: ShippingAddress): boolean {
  return (
    before.fullName !== after.fullName || before.city !== after.city || before.postalCode !== after.postalCode
  )
}
