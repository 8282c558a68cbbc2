import type { Ctx } from '#shop/ctx.ts'
import { addressesOf, deleteAddress, setDefaultAddress } from '#shop/customers/addresses.sql.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

type RemoveAddressRefusal = { ok: false; reason: 'signed_out' } | { ok: false; reason: 'address_not_found' }

/** Removes a saved address of the customer. If it was the default, the oldest other one becomes it. */
export async function removeAddress(ctx: Ctx, id: string): Promise<Result<null, RemoveAddressRefusal>> {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const known = await addressesOf(db, actor.id)
    const removed = known.find((one) => one.id === id)
    if (!removed) return err('address_not_found')
    await deleteAddress(db, id)
    const next = known.find((one) => one.id !== id)
    if (removed.isDefault && next) await setDefaultAddress(db, actor.id, next.id)
    return ok(null)
  })
}
