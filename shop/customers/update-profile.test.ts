import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { NOT_RECORDED } from '#shop/audit/change.ts'
import { updateProfile } from '#shop/customers/change-account.ts'
import { findUser } from '#shop/customers/users.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { rowOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()

describe('updateProfile', () => {
  it('lets managers change customers, and only owners change staff', async () => {
    const [owner, manager, customer] = [
      await makeUser(db, { staffRole: 'owner' }),
      await makeUser(db, { staffRole: 'manager' }),
      await makeUser(db),
    ]
    const rename = (by: typeof owner, { id: userId }: typeof owner) =>
      updateProfile(ctx(by), { userId, fullName: 'Another Name' })
    expect(await rename(manager, customer)).toEqual(ok(null))
    expect(await rename(manager, owner)).toEqual(err('user_not_found'))
    expect(await rename(owner, manager)).toEqual(ok(null))
    expect(await rename(manager, manager)).toEqual(ok(null))
    for (const id of [randomUUID(), 'not-an-id'])
      expect(await rename(owner, { ...customer, id })).toEqual(err('user_not_found'))
  })

  it("changes the person's own name and phone only", async () => {
    const meera = await makeUser(db, { fullName: 'Meera' })
    const earlier = await findUser(db, meera.id)
    const result = await updateProfile(ctx(meera), {
      userId: meera.id,
      fullName: 'Meera Joshi',
      phoneNumber: '+919876543210',
    })
    expect(result).toEqual(ok(null))
    expect(await findUser(db, meera.id)).toEqual({
      ...earlier,
      fullName: 'Meera Joshi',
      phoneNumber: '+919876543210',
    })
    const row = await rowOf(db, 'users', { id: meera.id })
    expect(row.updatedAt).toEqual(NOW)
  })

  it('recognises the actor’s own account by an id in capitals', async () => {
    const meera = await makeUser(db)
    const change = { userId: meera.id.toUpperCase(), fullName: 'Meera Joshi' }
    expect(await updateProfile(ctx(meera), change)).toEqual(ok(null))
    expect(await findUser(db, change.userId)).toMatchObject({ id: meera.id, fullName: 'Meera Joshi' })
    expect(await listChanges(db, { entity: 'user', entityId: meera.id, limit: 5 })).toEqual([])
  })

  it('keeps omitted fields, and removes a phone that is null', async () => {
    const meera = await makeUser(db, { fullName: 'Meera' })
    await updateProfile(ctx(meera), { userId: meera.id, phoneNumber: '+12' })
    await updateProfile(ctx(meera), { userId: meera.id, fullName: 'Meera J' })
    expect(await findUser(db, meera.id)).toMatchObject({ fullName: 'Meera J', phoneNumber: '+12' })
    await updateProfile(ctx(meera), { userId: meera.id, phoneNumber: null })
    expect(await findUser(db, meera.id)).toMatchObject({ fullName: 'Meera J', phoneNumber: null })
  })

  it("reports another person's account as not found", async () => {
    const meera = await makeUser(db, { fullName: 'Meera' })
    const asha = await makeUser(db, {})
    const change = { userId: meera.id, fullName: 'Changed' }
    expect(await updateProfile(ctx(asha), change)).toEqual(err('user_not_found'))
    expect(await updateProfile(ctx(VISITOR), change)).toEqual(err('user_not_found'))
    expect(await findUser(db, meera.id)).toMatchObject({ fullName: 'Meera' })
  })
})

describe('findUser', () => {
  it('finds no account by a malformed id', async () => {
    expect(await findUser(db, "x' or 1=1")).toBeNull()
    expect(await findUser(db, randomUUID())).toBeNull()
  })
})

it('records changes of another account in the audit log, but not of the actor’s own', async () => {
  const [admin, meera] = [
    await makeUser(db, { staffRole: 'owner' }),
    await makeUser(db, { fullName: 'Meera' }),
  ]
  await updateProfile(ctx(meera), { userId: meera.id, phoneNumber: '+12' })
  await updateProfile(ctx(admin), { userId: meera.id, fullName: 'Meera Joshi' })
  expect(await listChanges(db, { entity: 'user', entityId: meera.id, limit: 5 })).toMatchObject([
    { actorId: admin.id, after: { fullName: NOT_RECORDED } },
  ])
})
