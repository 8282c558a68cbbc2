import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { recordOrderViews, recordRefusal, recordView } from '#shop/audit/record-access.ts'
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

it('records the client of a request with its change, and no client for a job', async () => {
  const { id } = await makeUser(db)
  await updateProfile(ctx(admin, { client }), { userId: id, fullName: 'Asha Patil' })
  await updateProfile(ctx(admin), { userId: id, fullName: 'Asha Rao' })
  const [second, first] = await listChanges(db, { entityId: id, limit: 2 })
  expect(first).toMatchObject(client)
  expect(second).toMatchObject({ network: null, device: null })
})

describe('a view of personal data', () => {
  it('is recorded once in ten minutes per member of staff and person, even if requests are concurrent', async () => {
    const actor = await makeUser(db, { staffRole: 'owner' })
    const look = (entityId: string, now: Date) =>
      recordView(ctx(actor, { now, client }), { entity: 'user', entityId, personId: entityId })
    await Promise.all(Array.from({ length: 5 }, () => look(customer.id, NOW)))
    await look(customer.id, minutes(9))
    expect(await entries(actor.id)).toMatchObject([{ action: 'look', entityId: customer.id, ...client }])
    await look(admin.id, minutes(9))
    await look(customer.id, minutes(11))
    expect(await entries(actor.id)).toHaveLength(3)
  })

  it('of several orders is recorded as one entry per order', async () => {
    const actor = await makeUser(db, { staffRole: 'owner' })
    await recordOrderViews(ctx(actor, { client }), ['o1', 'o2', 'o2'])
    await recordOrderViews(ctx(actor, { now: minutes(9) }), ['o2', 'o3'])
    await recordOrderViews(ctx(customer), ['o4'])
    const seen = (await entries(actor.id)).map(({ entityId }) => entityId)
    expect(seen.toSorted()).toEqual(['o1', 'o2', 'o3'])
    expect((await entries(actor.id)).at(-1)).toMatchObject({ after: {}, before: null, ...client })
    expect(await verifyChain({ db })).toMatchObject({ ok: true })
  })

  it('is not recorded for a person’s own data, nor for people who are not staff', async () => {
    const view = { entity: 'user', entityId: admin.id, personId: admin.id } as const
    const earlier = (await entries(admin.id)).length
    await recordView(ctx(admin), view)
    await recordView(ctx(customer), view)
    await recordView(ctx(VISITOR), view)
    expect(await entries(admin.id)).toHaveLength(earlier)
    expect(await entries(customer.id)).toEqual([])
  })

  it('by a coordinator is recorded, and left out of an order’s history', async () => {
    const coordinator = { ...(await makeUser(db)), coordinates: ['a'] }
    await recordView(ctx(coordinator), { entity: 'order', entityId: 'o9', personId: null })
    expect(await listChanges(db, { entityId: 'o9', kind: 'looks', limit: 9 })).toHaveLength(1)
    expect(await listChanges(db, { entityId: 'o9', withoutViews: true, limit: 9 })).toEqual([])
    expect(await listChanges(db, { entityId: 'o9', kind: 'changes', limit: 9 })).toEqual([])
  })
})

describe('a refusal', () => {
  it('is recorded once in ten minutes for each page, and never for a visitor', async () => {
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

  it('cannot fill the log: one person gets at most 60 entries an hour, even if requests are concurrent', async () => {
    const actor = await makeUser(db)
    const signIn = Array.from({ length: 80 }, (_, at) =>
      recordRefusal(ctx(actor), { method: 'GET', path: `/${at}` }),
    )
    await Promise.all(signIn)
    expect(await entries(actor.id)).toHaveLength(60)
  })
})

describe('a sign-in', () => {
  const signIn = { at: NOW.toISOString(), client }

  it('of staff is recorded, of other people is not', async () => {
    const event = { action: 'sign in', by: 'password', isNewDevice: true } as const
    const person = await makeUser(db, { staffRole: 'owner' })
    expect(await recordSignIn({ db, now: NOW, client }, { ...event, userId: person.id })).toBe(true)
    expect(await recordSignIn({ db, now: NOW, client }, { ...event, userId: customer.id })).toBe(false)
    expect(await entries(person.id)).toMatchObject([
      { action: 'sign in', after: { by: 'password', newDevice: true }, ...client },
    ])
    expect(await entries(customer.id)).toEqual([])
  })

  it('with a wrong password is recorded for staff only', async () => {
    const person = await makeUser(db, { staffRole: 'owner' })
    for (const email of [person.email, customer.email, 'nobody@example.test'])
      await recordRefusedSignIn({ db }, { ...signIn, email, why: 'password' })
    expect(await entries(person.id)).toMatchObject([{ action: 'sign in refused', ...client }])
    expect(await entries(customer.id)).toEqual([])
  })

  it('for an unverified address leaves no entry, since an entry would keep the account from being deleted', async () => {
    const { id, email } = await makeUser(db)
    await db.updateTable('users').set({ emailVerified: false }).where('id', '=', id).execute()
    await recordRefusedSignIn({ db }, { ...signIn, email, why: 'limit' })
    expect(await entries(id)).toEqual([])
  })

  it('refused after too many attempts is recorded for every account, once an hour', async () => {
    const person = await makeUser(db)
    for (let time = 0; time < 3; time += 1)
      await recordRefusedSignIn({ db }, { ...signIn, email: person.email.toUpperCase(), why: 'limit' })
    expect(await entries(person.id)).toMatchObject([{ action: 'sign in stopped', entityId: person.id }])
    expect(await listChanges(db, { actorId: person.id, kind: 'sign-ins', limit: 9 })).toHaveLength(1)
  })
})
