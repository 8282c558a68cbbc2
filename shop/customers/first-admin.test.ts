import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { becomeFirstAdmin, issueFirstAdminLink } from '#shop/customers/first-admin.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const INVALID = err('link_invalid')
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

async function freshLink(): Promise<string> {
  await db.updateTable('users').set({ staffRole: null }).execute()
  const token = await issueFirstAdminLink({ db, now: NOW })
  if (token === null) throw new Error('no link')
  return token
}

/** Opens the link in a session that began `age` hours ago. */
async function become(requestCtx: ReturnType<typeof ctx>, token: string, age = 1) {
  const { actor, now } = requestCtx
  if (actor.kind === 'visitor') return becomeFirstAdmin(requestCtx, { token, sessionId: randomUUID() })
  const [id, userId] = [randomUUID(), actor.id]
  const createdAt = new Date(now.getTime() - age * 3_600_000)
  await insertRows(db, 'sessions', { id, userId, token: randomUUID(), expiresAt: hoursLater(99), createdAt })
  return becomeFirstAdmin(requestCtx, { token, sessionId: id })
}

const adminCount = async () =>
  (await db.selectFrom('users').select('id').where('staffRole', '=', 'owner').execute()).length

it('makes only one of several persons with concurrent links the owner, and deletes the links', async () => {
  const tokens = [await freshLink(), await freshLink()]
  const people = await Promise.all(Array.from({ length: 6 }, () => makeUser(db)))
  const answers = await Promise.all(people.map((person, n) => become(ctx(person), tokens[n % 2] ?? '')))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await adminCount()).toBe(1)
  expect(await db.selectFrom('firstAdminLinks').selectAll().execute()).toEqual([])
  const admin = people[answers.findIndex(({ ok }) => ok)]
  const [entry] = await listChanges(db, { entity: 'user', entityId: admin?.id ?? '', limit: 1 })
  expect(entry).toMatchObject({
    actorId: admin?.id,
    before: { staffRole: null },
    after: { staffRole: 'owner' },
  })
})

it('stores only the hash of a link’s token, and issues no link while there is an owner', async () => {
  const token = await freshLink()
  expect(JSON.stringify(await db.selectFrom('firstAdminLinks').selectAll().execute())).not.toContain(token)
  await makeUser(db, { staffRole: 'owner' })
  expect(await issueFirstAdminLink({ db, now: NOW })).toBeNull()
})

it('refuses unknown and expired links, visitors, unverified emails, and a shop that has an owner', async () => {
  const token = await freshLink()
  const person = await makeUser(db)
  expect(await become(ctx(VISITOR), token)).toEqual(err('signed_out'))
  expect(await become(ctx(person), 'x')).toEqual(INVALID)
  expect(await become(ctx(person, { now: hoursLater(24) }), token)).toEqual(INVALID)
  const unverified = await makeUser(db, { emailVerified: false })
  expect(await become(ctx(unverified), token)).toEqual(err('email_not_verified'))
  const { id } = await makeUser(db, { staffRole: 'owner' })
  expect(await become(ctx(person), token)).toEqual(INVALID)
  await db.updateTable('users').set({ staffRole: null }).where('id', '=', id).execute()
  expect(await adminCount()).toBe(0)
  expect(await become(ctx(person, { now: hoursLater(23) }), token)).toEqual(ok(null))
})

it('refuses a session that is too old for staff, and keeps the link valid', async () => {
  const token = await freshLink()
  const person = await makeUser(db)
  expect(await become(ctx(person), token, 12)).toEqual(err('session_old'))
  expect(await become(ctx(person), token, 11)).toMatchObject({ ok: true })
})
