import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ADDRESS } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import { MAX_ADDRESSES } from '#shop/customers/address.ts'
import { chooseDefaultAddress, removeAddress, saveAddress } from '#shop/customers/saved-addresses.ts'
import { listAddresses } from '#shop/customers/users.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { err } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'

const { db, ctx } = await testDatabase()
type Actor = Parameters<typeof ctx>[0]

async function save(actor: Actor, addressLine1: string, fields: { id?: string; makeDefault?: boolean } = {}) {
  const { id = null, makeDefault = false } = fields
  return saveAddress(ctx(actor), { id, makeDefault, address: { ...ADDRESS, addressLine1 } })
}

async function addAddress(actor: Actor, addressLine1: string) {
  const result = must(await save(actor, addressLine1))
  return result.id
}

const listLines = async (userId: string) =>
  (await listAddresses(db, userId)).map(({ addressLine1, isDefault }) =>
    isDefault ? `*${addressLine1}` : addressLine1,
  )

describe('saved addresses', () => {
  it('are added, changed, made the default and removed; exactly one is the default', async () => {
    const person = await makeUser(db)
    const home = await addAddress(person, 'Home')
    const office = await addAddress(person, 'Office')
    expect(await listLines(person.id)).toEqual(['*Home', 'Office'])
    expect((await chooseDefaultAddress(ctx(person), office)).ok).toBe(true)
    expect(await listLines(person.id)).toEqual(['*Office', 'Home'])
    expect((await save(person, 'New home', { id: home, makeDefault: true })).ok).toBe(true)
    expect(await listLines(person.id)).toEqual(['*New home', 'Office'])
    expect((await removeAddress(ctx(person), home)).ok).toBe(true)
    expect(await listLines(person.id)).toEqual(['*Office'])
    expect((await removeAddress(ctx(person), office)).ok).toBe(true)
    expect(await listLines(person.id)).toEqual([])
  })

  it('are saved once, and up to the maximum, by concurrent requests', async () => {
    const person = await makeUser(db)
    const results = await Promise.all(
      Array.from({ length: MAX_ADDRESSES + 4 }, (_, at) => save(person, `Street ${at}`)),
    )
    expect(results.filter((result) => !result.ok && result.reason === 'too_many_addresses')).toHaveLength(4)
    await Promise.all(Array.from({ length: 5 }, () => save(person, 'Street 3')))
    const lines = await listLines(person.id)
    expect(lines).toHaveLength(MAX_ADDRESSES)
    expect(lines.filter((line) => line.startsWith('*'))).toHaveLength(1)
  })

  it('cannot be changed by another customer or a visitor', async () => {
    const [owner, other] = [await makeUser(db), await makeUser(db)]
    const id = await addAddress(owner, 'Mine')
    for (const actor of [other, VISITOR]) {
      const reason = actor === VISITOR ? 'signed_out' : 'address_not_found'
      expect(await save(actor, 'Theirs', { id })).toMatchObject({ reason })
      expect(await chooseDefaultAddress(ctx(actor), id)).toMatchObject({ reason })
      expect(await removeAddress(ctx(actor), id)).toMatchObject({ reason })
    }
    expect(await removeAddress(ctx(owner), randomUUID())).toMatchObject(err('address_not_found'))
    expect(await listLines(owner.id)).toEqual(['*Mine'])
  })

  it('are refused for a closed account', async () => {
    const closed = await makeUser(db)
    await db.updateTable('users').set({ deletedAt: NOW }).where('id', '=', closed.id).execute()
    expect(await save(closed, 'Late')).toMatchObject(err('signed_out'))
    expect(await listLines(closed.id)).toEqual([])
  })
})
