import type { Ctx } from '#shop/ctx.ts'
import { isSameAddress, MAX_ADDRESSES, type ShippingAddress } from '#shop/customers/address.ts'
import {
  addressesOf,
  deleteAddress,
  insertAddress,
  setDefaultAddress,
  updateAddress,
} from '#shop/customers/addresses.sql.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type AddressToSave = {
  id: string | null
  address: ShippingAddress
  /** The first address always becomes the default. */
  makeDefault: boolean
}

/** Adds or changes a saved address. An address equal to a saved one updates it. */
export async function saveAddress(ctx: Ctx, { id, address, makeDefault }: AddressToSave) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const known = await addressesOf(db, actor.id)
    if (id !== null && !known.some((entry) => entry.id === id)) return err('address_not_found')
    const present = id ?? known.find((entry) => isSameAddress(entry, address))?.id ?? null
    if (present === null && known.length >= MAX_ADDRESSES) return err('too_many_addresses')
    if (present !== null) await updateAddress(db, present, address, now)
    const saved = present ?? (await insertAddress(db, actor.id, address, now))
    if (makeDefault || !known.some((entry) => entry.isDefault)) await setDefaultAddress(db, actor.id, saved)
    return ok({ id: saved })
  })
}

export async function chooseDefaultAddress(ctx: Ctx, id: string) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const known = await addressesOf(db, actor.id)
    if (!known.some((entry) => entry.id === id)) return err('address_not_found')
    await setDefaultAddress(db, actor.id, id)
    return ok(null)
  })
}

/** Removes a saved address. The oldest other one replaces a default. */
export async function removeAddress(ctx: Ctx, id: string) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const known = await addressesOf(db, actor.id)
    const removed = known.find((entry) => entry.id === id)
    if (!removed) return err('address_not_found')
    await deleteAddress(db, id)
    const next = known.find((entry) => entry.id !== id)
    if (removed.isDefault && next) await setDefaultAddress(db, actor.id, next.id)
    return ok(null)
  })
}
