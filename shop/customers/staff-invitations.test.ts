import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { changeRoles } from '#shop/customers/change-account.ts'
import { findPerson } from '#shop/customers/people.read.ts'
import { listInvitations } from '#shop/customers/staff-invitations.read.ts'
import { acceptInvitation, inviteStaff, withdrawInvitation } from '#shop/customers/staff-invitations.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isSessionOver } from '#shop/kernel/strength.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'
import { insertRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const owner = await makeUser(db, { staffRole: 'owner' })
const INVALID = err('link_invalid')
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

/** Invites this email address and returns the token of the mailed link. */
async function sendInvitation(email: string, staffRole: 'packer' | 'owner' = 'packer'): Promise<string> {
  expect(await inviteStaff(ctx(owner), { email, staffRole })).toEqual(ok(null))
  const jobs = await readJobs(db, 'staff-invitation')
  return jobs.at(-1)?.token ?? ''
}

/** Accepts an invitation in a session that began `age` hours ago. */
async function accept(requestCtx: ReturnType<typeof ctx>, token: string, age = 1) {
  const { actor, now } = requestCtx
  if (actor.kind === 'visitor') return acceptInvitation(requestCtx, { token, sessionId: randomUUID() })
  const [id, userId] = [randomUUID(), actor.id]
  const createdAt = new Date(now.getTime() - age * 3_600_000)
  await insertRows(db, 'sessions', { id, userId, token: randomUUID(), expiresAt: later(99), createdAt })
  return acceptInvitation(requestCtx, { token, sessionId: id })
}

const roleOf = async ({ id }: { id: string }) => (await findPerson(db, id))?.staffRole

it('gives the role once, to the account with the invited email', async () => {
  const [person, other] = [await makeUser(db), await makeUser(db)]
  const token = await sendInvitation(person.email)
  expect(await accept(ctx(VISITOR), token)).toEqual(err('signed_out'))
  expect(await accept(ctx(other), token)).toEqual(INVALID)
  expect(await accept(ctx(person), 'guessed')).toEqual(INVALID)
  const answers = await Promise.all([1, 2, 3, 4].map(() => accept(ctx(person), token)))
  expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { staffRole: 'packer' } }])
  expect([await roleOf(person), await roleOf(other)]).toEqual(['packer', null])
  const entries = await listChanges(db, { entity: 'user', entityId: person.id, limit: 5 })
  expect(entries).toMatchObject([{ action: 'accept invitation', after: { staffRole: 'packer' } }])
  expect(await inviteStaff(ctx(owner), { email: person.email, staffRole: 'owner' })).toEqual(
    err('already_staff'),
  )
})

it('refuses an invitation after three days, a withdrawal or a newer invitation', async () => {
  const person = await makeUser(db)
  const old = await sendInvitation(person.email, 'owner')
  const newer = await sendInvitation(person.email)
  expect(await accept(ctx(person), old)).toEqual(INVALID)
  expect(await accept(ctx(person, { now: later(72) }), newer)).toEqual(INVALID)
  const [open] = (await listInvitations(db, NOW)).filter(({ email }) => email === person.email)
  expect(open).toMatchObject({ staffRole: 'packer', invitedByName: owner.fullName })
  for (let time = 0; time < 2; time += 1)
    expect(await withdrawInvitation(ctx(owner), open?.id ?? '')).toEqual(ok(null))
  expect(await accept(ctx(person), newer)).toEqual(INVALID)
  expect(await roleOf(person)).toBeNull()
})

it('stores one invitation for concurrent invitations to the same email', async () => {
  const person = await makeUser(db)
  const invite = () => inviteStaff(ctx(owner), { email: person.email, staffRole: 'packer' })
  const answers = await Promise.all([1, 2, 3, 4].map(invite))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  const open = (await listInvitations(db, NOW)).filter(({ email }) => email === person.email)
  expect(open).toHaveLength(1)
})

it('refuses invitations of a former owner, and deletes invitations when the role of the sender or of the invited person changes', async () => {
  const [leaving, person, other] = [
    await makeUser(db, { staffRole: 'owner' }),
    await makeUser(db),
    await makeUser(db),
  ]
  expect((await inviteStaff(ctx(leaving), { email: person.email, staffRole: 'owner' })).ok).toBe(true)
  const token = (await readJobs(db, 'staff-invitation')).at(-1)?.token ?? ''
  await db.updateTable('users').set({ staffRole: 'packer' }).where('id', '=', leaving.id).execute()
  expect(await accept(ctx(person), token)).toEqual(INVALID)
  await changeRoles(ctx(owner), { userId: leaving.id, staffRole: null })
  expect((await listInvitations(db, NOW)).filter(({ email }) => email === person.email)).toEqual([])

  const second = await sendInvitation(other.email, 'owner')
  await changeRoles(ctx(owner), { userId: other.id, staffRole: 'packer' })
  await changeRoles(ctx(owner), { userId: other.id, staffRole: null })
  expect(await accept(ctx(other), second)).toEqual(INVALID)
})

it('stores only the hash of the token', async () => {
  const token = await sendInvitation('someone@example.test')
  expect(JSON.stringify(await db.selectFrom('staffInvitations').selectAll().execute())).not.toContain(token)
})

it('gives no role to an account whose email is not verified', async () => {
  const person = await makeUser(db, { emailVerified: false })
  const token = await sendInvitation(person.email)
  expect(await accept(ctx(person), token)).toEqual(err('email_not_verified'))
})

it('refuses a session that is too old for staff; in a younger, idle session, accepting counts as use', async () => {
  const person = await makeUser(db)
  const token = await sendInvitation(person.email)
  expect(await accept(ctx(person), token, 12)).toEqual(err('session_old'))
  expect(await roleOf(person)).toBeNull()
  expect(await accept(ctx(person), token, 11)).toMatchObject({ ok: true })
  const times = ['createdAt as signedInAt', 'lastUsedAt'] as const
  const sessions = await db.selectFrom('sessions').select(times).where('userId', '=', person.id).execute()
  const over = sessions.map((session) => isSessionOver({ ...session, staffRole: 'packer' }, NOW))
  expect(over.toSorted()).toEqual([false, true])
})
