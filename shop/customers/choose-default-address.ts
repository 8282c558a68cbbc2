import type { Ctx } from '#shop/ctx.ts'
import { addressesOf, setDefaultAddress } from '#shop/customers/addresses.sql.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

type ChooseDefaultRefusal = { ok: false; reason: 'signed_out' } | { ok: false; reason: 'address_not_found' }

/** Makes this saved address the customer's default in checkout. */
export async function chooseDefaultAddress(
  ctx: Ctx,
  id: string,
): Promise<Result<null, ChooseDefaultRefusal>> {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const known = await addressesOf(db, actor.id)
    if (!known.some((one) => one.id === id)) return err('address_not_found')
    await setDefaultAddress(db, actor.id, id)
    return ok(null)
  })
}
