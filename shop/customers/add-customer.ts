import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findSameCustomer, insertUnverified, type NewCustomer } from '#shop/customers/users.sql.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Adds an account for a customer on the phone, or returns the account that the customer already has. */
export async function addCustomer(ctx: Ctx, customer: NewCustomer) {
  if (!may(ctx.actor, 'orders.create')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const earlierId = await findSameCustomer(db, customer)
    if (earlierId) return ok({ userId: earlierId, isNew: false })
    const userId = await insertUnverified(db, customer, ctx.now)
    await recordAction(db, ctx, 'create', 'user', userId, null, { by: 'phone' })
    return ok({ userId, isNew: true })
  })
}
