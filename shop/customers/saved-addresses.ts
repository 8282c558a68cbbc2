import type { Ctx, Db } from '#shop/ctx.ts'
import {
  isSameAddress,
  MAX_ADDRESSES,
  type SavedAddress,
  type ShippingAddress,
} from '#shop/customers/address.ts'
import {
  addressesOf,
  deleteAddress,
  insertAddress,
  setDefaultAddress,
  updateAddress,
} from '#shop/customers/addresses.sql.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type AddressToSave = {
  id: string | null
  address: ShippingAddress
  /** The first address always becomes the default. */
  makeDefault: boolean
}

/** Runs `work` with the saved addresses, after locking the customer. */
function withAddresses<Outcome extends Result<unknown>>(
  ctx: Ctx,
  work: (db: Db, saved: SavedAddress[], userId: string) => Promise<Outcome>,
) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) =>
    (await lockCustomer(db, actor.id))
      ? work(db, await addressesOf(db, actor.id), actor.id)
      : err('signed_out'),
  )
}

/** Adds or changes a saved address. An address equal to a saved one updates it. */
export async function saveAddress(ctx: Ctx, { id, address, makeDefault }: AddressToSave) {
  return withAddresses(ctx, async (db, saved, userId) => {
    if (id !== null && !saved.some((entry) => entry.id === id)) return err('address_not_found')
    const existingId = id ?? saved.find((entry) => isSameAddress(entry, address))?.id ?? null
    if (existingId === null && saved.length >= MAX_ADDRESSES) return err('too_many_addresses')
    if (existingId !== null) await updateAddress(db, existingId, address, ctx.now)
    const savedId = existingId ?? (await insertAddress(db, userId, address, ctx.now))
    if (makeDefault || !saved.some((entry) => entry.isDefault)) await setDefaultAddress(db, userId, savedId)
    return ok({ id: savedId })
  })
}

export async function chooseDefaultAddress(ctx: Ctx, id: string) {
  return withAddresses(ctx, async (db, saved, userId) => {
    if (!saved.some((entry) => entry.id === id)) return err('address_not_found')
    await setDefaultAddress(db, userId, id)
    return ok(null)
  })
}

/** Removes a saved address. If it was the default, the oldest remaining address becomes the default. */
export async function removeAddress(ctx: Ctx, id: string) {
  return withAddresses(ctx, async (db, saved, userId) => {
    const removed = saved.find((entry) => entry.id === id)
    if (!removed) return err('address_not_found')
    await deleteAddress(db, id)
    const next = saved.find((entry) => entry.id !== id)
    if (removed.isDefault && next) await setDefaultAddress(db, userId, next.id)
    return ok(null)
  })
}
