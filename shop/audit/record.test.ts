import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { recordLook, recordOrdersSeen, recordRefusal } from '#shop/audit/record-access.ts'
import { recordRefusedSignIn, recordSignIn } from '#shop/audit/record-sign-in.ts'
import { verifyChain } from '#shop/audit/verify-chain.ts'
import { updateProfile } from '#shop/customers/change-account.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const client = { network: '203.0.113.7', device: 'Chrome on Android' }
const admin = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db)
const minutes = (count: number) => new Date(NOW.getTime() + count * MINUTE_MS)
const entries = (actorId: string) => listChanges(db, { actorId, limit: 200 })

it('a change in a transaction knows where its request came from; a job’s comes from nowhere', async () => {
  const { id } = await makeUser(db)
  await updateProfile(ctx(admin, { client }), { userId: id, fullName: 'Asha Patil' })
  await updateProfile(ctx(admin), { userId: id, fullName: 'Asha Rao' })
  const [second, first] = await listChanges(db, { entityId: id, limit: 2 })
  expect(first).toMatchObject(client)
  expect(second).toMatchObject({ network: null, device: null })
})

describe('a look', () => {
  it('is recorded once in ten minutes for each member of staff and person, also at the same moment', async () => {
    const actor = await makeUser(db, { staffRole: 'owner' })
    const look = (entityId: string, now: Date) =>
      recordLook(ctx(actor, { now, client }), { entity: 'user', entityId, personId: entityId })
    await Promise.all(Array.from({ length: 5 }, () => look(customer.id, NOW)))
    await look(customer.id, minutes(9))
    expect(await entries(actor.id)).toMatchObject([{ action: 'look', entityId: customer.id, ...client }])
    await look(admin.id, minutes(9))
    await look(customer.id, minutes(11))
    expect(await entries(actor.id)).toHaveLength(3)
  })

  it('at several orders at once is an entry for each', async () => {
    const actor = await makeUser(db, { staffRole: 'owner' })
    await recordOrdersSeen(ctx(actor, { client }), ['o1', 'o2', 'o2'])
    await recordOrdersSeen(ctx(actor, { now: minutes(9) }), ['o2', 'o3'])
    await recordOrdersSeen(ctx(customer), ['o4'])
    const seen = (await entries(actor.id)).map(({ entityId }) => entityId)
    expect(seen.toSorted()).toEqual(['o1', 'o2', 'o3'])
    expect((await entries(actor.id)).at(-1)).toMatchObject({ after: {}, before: null, ...client })
    expect(await verifyChain({ db })).toMatchObject({ ok: true })
  })

  it('at one’s own data, or by who is no staff, is not', async () => {
    const looking = { entity: 'user', entityId: admin.id, personId: admin.id } as const
    const earlier = (await entries(admin.id)).length
    await recordLook(ctx(admin), looking)
    await recordLook(ctx(customer), looking)
    await recordLook(ctx(VISITOR), looking)
    expect(await entries(admin.id)).toHaveLength(earlier)
    expect(await entries(customer.id)).toEqual([])
  })

  it('by a coordinator is recorded; the history of an order leaves looks out', async () => {
    const coordinator = { ...(await makeUser(db)), coordinates: ['a'] }
    await recordLook(ctx(coordinator), { entity: 'order', entityId: 'o9', personId: null })
    expect(await listChanges(db, { entityId: 'o9', kind: 'looks', limit: 9 })).toHaveLength(1)
    expect(await listChanges(db, { entityId: 'o9', withoutLooks: true, limit: 9 })).toEqual([])
    expect(await listChanges(db, { entityId: 'o9', kind: 'changes', limit: 9 })).toEqual([])
  })
})

describe('a refusal', () => {
  it('is recorded once in ten minutes for each page, of a visitor never', async () => {
    const refusals = () => listChanges(db, { kind: 'refusals', limit: 200 })
    const earlier = await refusals()
    const actor = await makeUser(db)
    const refuse = (path: string, now = NOW) =>
      recordRefusal(ctx(actor, { now, client }), { method: 'GET', path })
    await refuse('/admin/dashboard')
    await refuse('/admin/dashboard', minutes(5))
    await refuse('/admin/dashboard', minutes(15))
    await refuse('/admin/dashboard/orders')
    await recordRefusal(ctx(VISITOR), { method: 'GET', path: '/admin/dashboard' })
    expect(await entries(actor.id)).toMatchObject([
      { entity: 'page', entityId: '/admin/dashboard/orders', after: { method: 'GET' } },
      { entityId: '/admin/dashboard' },
      { entityId: '/admin/dashboard' },
    ])
    expect(await refusals()).toHaveLength(earlier.length + 3)
  })

  it('cannot fill the log: one person has at most 60 an hour, also at the same moment', async () => {
    const actor = await makeUser(db)
    const refused = Array.from({ length: 80 }, (_, at) =>
      recordRefusal(ctx(actor), { method: 'GET', path: `/${at}` }),
    )
    await Promise.all(refused)
    expect(await entries(actor.id)).toHaveLength(60)
  })
})

describe('a sign-in', () => {
  const refused = { at: NOW.toISOString(), client }

  it('of staff is recorded, of others not', async () => {
    const event = { action: 'sign in', by: 'password', isNewDevice: true } as const
    const who = await makeUser(db, { staffRole: 'owner' })
    expect(await recordSignIn({ db, now: NOW, client }, { ...event, userId: who.id })).toBe(true)
    expect(await recordSignIn({ db, now: NOW, client }, { ...event, userId: customer.id })).toBe(false)
    expect(await entries(who.id)).toMatchObject([
      { action: 'sign in', after: { by: 'password', newDevice: true }, ...client },
    ])
    expect(await entries(customer.id)).toEqual([])
  })

  it('with a wrong password is recorded for staff only', async () => {
    const who = await makeUser(db, { staffRole: 'owner' })
    for (const email of [who.email, customer.email, 'nobody@example.test'])
      await recordRefusedSignIn({ db }, { ...refused, email, why: 'password' })
    expect(await entries(who.id)).toMatchObject([{ action: 'sign in refused', ...client }])
    expect(await entries(customer.id)).toEqual([])
  })

  it('for an address that was never verified leaves no entry, which would keep the account from being deleted', async () => {
    const { id, email } = await makeUser(db)
    await db.updateTable('users').set({ emailVerified: false }).where('id', '=', id).execute()
    await recordRefusedSignIn({ db }, { ...refused, email, why: 'limit' })
    expect(await entries(id)).toEqual([])
  })

  it('after too many tries is recorded for every account, once an hour', async () => {
    const who = await makeUser(db)
    for (let time = 0; time < 3; time += 1)
      await recordRefusedSignIn({ db }, { ...refused, email: who.email.toUpperCase(), why: 'limit' })
    expect(await entries(who.id)).toMatchObject([{ action: 'sign in stopped', entityId: who.id }])
    expect(await listChanges(db, { actorId: who.id, kind: 'sign-ins', limit: 9 })).toHaveLength(1)
  })
})
