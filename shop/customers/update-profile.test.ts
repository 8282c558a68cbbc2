import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { updateProfile } from '#shop/customers/update-profile.ts'
import { findUser } from '#shop/customers/users.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { NOW, testDatabase } from '#tests/database.ts'

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
    expect(await rename(manager, customer)).toEqual({ ok: true, value: null })
    expect(await rename(manager, owner)).toEqual({ ok: false, reason: 'user_not_found' })
    expect(await rename(owner, manager)).toEqual({ ok: true, value: null })
    expect(await rename(manager, manager)).toEqual({ ok: true, value: null })
  })

  it("changes one's own name and phone, and nothing else", async () => {
    const meera = await makeUser(db, { fullName: 'Meera' })
    const before = await findUser(db, meera.id)
    const result = await updateProfile(ctx(meera), {
      userId: meera.id,
      fullName: 'Meera Joshi',
      phoneNumber: '+919876543210',
    })
    expect(result).toEqual({ ok: true, value: null })
    expect(await findUser(db, meera.id)).toEqual({
      ...before,
      fullName: 'Meera Joshi',
      phoneNumber: '+919876543210',
    })
    const row = await db
      .selectFrom('users')
      .select('updatedAt')
      .where('id', '=', meera.id)
      .executeTakeFirstOrThrow()
    expect(row.updatedAt).toEqual(NOW)
  })

  it('knows who it is when the id is written in capitals', async () => {
    const meera = await makeUser(db)
    const change = { userId: meera.id.toUpperCase(), fullName: 'Meera Joshi' }
    expect(await updateProfile(ctx(meera), change)).toEqual({ ok: true, value: null })
    expect(await findUser(db, change.userId)).toMatchObject({ id: meera.id, fullName: 'Meera Joshi' })
    expect(await listChanges(db, { entity: 'user', entityId: meera.id, limit: 5 })).toEqual([])
  })

  it('leaves alone what is not given, and forgets a phone given as null', async () => {
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
    expect(await updateProfile(ctx(asha), change)).toEqual({ ok: false, reason: 'user_not_found' })
    expect(await updateProfile(ctx(VISITOR), change)).toEqual({ ok: false, reason: 'user_not_found' })
    expect(await findUser(db, meera.id)).toMatchObject({ fullName: 'Meera' })
  })

  it('lets an admin change any account that is there', async () => {
    const admin = await makeUser(db, { staffRole: 'owner' })
    const meera = await makeUser(db, {})
    const change = (userId: string) => updateProfile(ctx(admin), { userId, fullName: 'By admin' })
    expect(await change(meera.id)).toEqual({ ok: true, value: null })
    expect(await findUser(db, meera.id)).toMatchObject({ fullName: 'By admin' })
    expect(await change(randomUUID())).toEqual({ ok: false, reason: 'user_not_found' })
    expect(await change(meera.id.toUpperCase())).toEqual({ ok: true, value: null })
    expect(await change('not-an-id')).toEqual({ ok: false, reason: 'user_not_found' })
  })
})

describe('findUser', () => {
  it('finds no account by a malformed id', async () => {
    expect(await findUser(db, "x' or 1=1")).toBeNull()
    expect(await findUser(db, randomUUID())).toBeNull()
  })
})

it('changes of another account by an admin are in the audit log; one’s own changes are not', async () => {
  const [admin, meera] = [
    await makeUser(db, { staffRole: 'owner' }),
    await makeUser(db, { fullName: 'Meera' }),
  ]
  await updateProfile(ctx(meera), { userId: meera.id, phoneNumber: '+12' })
  await updateProfile(ctx(admin), { userId: meera.id, fullName: 'Meera Joshi' })
  expect(await listChanges(db, { entity: 'user', entityId: meera.id, limit: 5 })).toMatchObject([
    { actorId: admin.id, before: { fullName: 'Meera' }, after: { fullName: 'Meera Joshi' } },
  ])
})
