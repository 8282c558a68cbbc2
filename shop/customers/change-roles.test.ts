import { expect, it } from 'vitest'
import { makeSession } from '#db/factories/session.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { changeRoles } from '#shop/customers/change-account.ts'
import { findPerson, listPeople } from '#shop/customers/people.read.ts'
import { PEOPLE_FILTERS } from '#shop/customers/people.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { err } from '#shop/kernel/result.ts'
import { enrolByEmail, enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { setCoordinatedGroups } from '#shop/programme/workers.sql.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()

it('changes roles and records that in the audit log', async () => {
  const [admin, person] = [await makeUser(db, { staffRole: 'owner' }), await makeUser(db)]
  await changeRoles(ctx(admin), { userId: person.id, isWorker: true })
  await changeRoles(ctx(admin), { userId: person.id, staffRole: 'owner' })
  expect(await findPerson(db, person.id)).toMatchObject({ staffRole: 'owner', isWorker: true })
  const entries = await listChanges(db, { entity: 'user', entityId: person.id, limit: 5 })
  expect(entries).toMatchObject([
    { actorId: admin.id, before: { staffRole: null }, after: { staffRole: 'owner' } },
    { before: { isWorker: false }, after: { isWorker: true } },
  ])
})

it('gives no role to an account whose email is not verified', async () => {
  const admin = await makeUser(db, { staffRole: 'owner' })
  const { id: userId, email } = await makeUser(db, { emailVerified: false })
  const refusal = err('email_not_verified')
  expect(await changeRoles(ctx(admin), { userId, staffRole: 'owner' })).toEqual(refusal)
  expect(await changeRoles(ctx(admin), { userId, isWorker: true })).toEqual(refusal)
  expect(await enrolWorker(ctx(admin), { ...workerInput.parse({}), userId })).toEqual(refusal)
  expect(await enrolByEmail({ db, now: NOW }, email, {})).toEqual(refusal)
  expect(await findPerson(db, userId)).toMatchObject({ staffRole: null, isWorker: false })
})

it('ends the sessions of a person who loses the staff role, and no others', async () => {
  const owner = await makeUser(db, { staffRole: 'owner' })
  const packer = await makeUser(db, { staffRole: 'packer' })
  const sessionsOf = async ({ id }: { id: string }) =>
    (await db.selectFrom('sessions').select('id').where('userId', '=', id).execute()).length
  for (const { id } of [owner, packer, packer]) await makeSession(db, id, 'a secret of the tests')
  await changeRoles(ctx(owner), { userId: packer.id, staffRole: 'support' })
  expect(await sessionsOf(packer)).toBe(2)
  await changeRoles(ctx(owner), { userId: packer.id, staffRole: null })
  expect([await sessionsOf(packer), await sessionsOf(owner)]).toEqual([0, 1])
})

it('deletes second factors, and removes the proof from sessions, when a person gets a first role', async () => {
  const owner = await makeUser(db, { staffRole: 'owner' })
  const [person, leader] = [await makeUser(db), await makeUser(db)]
  const factor = { kind: 'totp', name: 'Phone', sealedSecret: 'sealed', lastStep: 1, createdAt: NOW }
  for (const { id: userId } of [person, leader, owner]) {
    await insertRows(db, 'factors', { userId, ...factor })
    await makeSession(db, userId, 'a secret of the tests')
  }
  const countFactors = async ({ id }: { id: string }) => {
    const factors = await db.selectFrom('factors').select('id').where('userId', '=', id).execute()
    const proven = await db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', id)
      .where('factorAt', 'is not', null)
      .execute()
    return [factors.length, proven.length]
  }
  await changeRoles(ctx(owner), { userId: person.id, staffRole: 'packer' })
  expect(await countFactors(person)).toEqual([0, 0])
  await insertRows(db, 'factors', { userId: person.id, ...factor })
  await changeRoles(ctx(owner), { userId: person.id, staffRole: 'manager' })
  expect(await countFactors(person)).toEqual([1, 0])
  const groups = await Promise.all(
    ['one', 'two'].map((name) =>
      db
        .insertInto('shgGroups')
        .values({ name: `${name} ${leader.id}`, place: '', createdAt: NOW })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  )
  const [first = '', second = ''] = groups.map(({ id }) => id)
  const coordinate = (groupIds: string[]) =>
    db.transaction().execute((trx) => setCoordinatedGroups(trx, leader.id, { groupIds, now: NOW }))
  await coordinate([first])
  expect(await countFactors(leader)).toEqual([0, 0])
  await insertRows(db, 'factors', { userId: leader.id, ...factor })
  await coordinate([first, second])
  await coordinate([second])
  expect(await countFactors(leader)).toEqual([1, 0])
  expect(await countFactors(owner)).toEqual([1, 1])
})

it('refuses to change one’s own roles', async () => {
  const admin = await makeUser(db, { staffRole: 'owner' })
  const own = err('own_roles')
  expect(await changeRoles(ctx(admin), { userId: admin.id, staffRole: null })).toEqual(own)
  expect(await changeRoles(ctx(admin), { userId: admin.id.toUpperCase(), isWorker: true })).toEqual(own)
})

it('keeps one owner if all owners demote each other concurrently', async () => {
  await db.updateTable('users').set({ staffRole: null }).execute()
  const admins = await Promise.all([1, 2, 3, 4].map(() => makeUser(db, { staffRole: 'owner' })))
  const pairs = admins.flatMap((admin) =>
    admins.filter((other) => other !== admin).map((other) => [admin, other] as const),
  )
  await Promise.all(
    pairs.map(([admin, other]) => changeRoles(ctx(admin), { userId: other.id, staffRole: null })),
  )
  const { total } = await listPeople(db, readSearch(PEOPLE_FILTERS, 'role=staff'), 10)
  expect(total).toBe(1)
})

it('refuses unknown accounts', async () => {
  const admin = await makeUser(db, { staffRole: 'owner' })
  for (const userId of ['unknown', '00000000-0000-4000-8000-0000000000ff'])
    expect(await changeRoles(ctx(admin), { userId, staffRole: 'owner' })).toEqual(err('user_not_found'))
})

it('lists people by registration or by name', async () => {
  for (const [fullName, day] of [
    ['Order Beena', 2],
    ['order Anil', 1],
    ['Order Chitra', 3],
  ] as const)
    await makeUser(db, { fullName }, new Date(Date.UTC(2026, 0, day)))
  const namesBy = async (query: string) =>
    (await listPeople(db, readSearch(PEOPLE_FILTERS, `q=order+&${query}`), 10)).people.map(
      ({ fullName }) => fullName,
    )
  expect(await namesBy('')).toEqual(['Order Chitra', 'Order Beena', 'order Anil'])
  expect(await namesBy('sort=oldest')).toEqual(['order Anil', 'Order Beena', 'Order Chitra'])
  expect(await namesBy('sort=name')).toEqual(['order Anil', 'Order Beena', 'Order Chitra'])
  expect(await namesBy('sort=upwards')).toEqual(await namesBy(''))
})

it('finds people by their phone number in any notation', async () => {
  const { id } = await makeUser(db, { fullName: 'Phone Devi' })
  await db.updateTable('users').set({ phoneNumber: '9000001893' }).where('id', '=', id).execute()
  for (const text of ['9000001893', '+91 90000 01893']) {
    const search = { ...readSearch(PEOPLE_FILTERS, ''), text }
    expect((await listPeople(db, search, 10)).people).toMatchObject([{ id }])
  }
})

it('finds people by a part of name or email, and by role', async () => {
  const worker = await makeUser(db, { isWorker: true, fullName: 'Sunita 100%_Devi' })
  const find = (text: string, role: 'customer' | 'worker' | null) =>
    listPeople(db, { ...readSearch(PEOPLE_FILTERS, ''), text, role }, 10)
  expect((await find('100%_devi', null)).people.map(({ id }) => id)).toEqual([worker.id])
  expect((await find(worker.email, 'worker')).total).toBe(1)
  expect((await find(worker.email, 'customer')).total).toBe(0)
})
