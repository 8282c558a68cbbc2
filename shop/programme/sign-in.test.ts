import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeCoordinator, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { phoneCookie, phoneSession, screensCookie } from '#infra/accounts/worker-session.ts'
import { hasPhone } from '#shop/customers/own-accounts.read.ts'
import { tokenHash } from '#shop/email-token.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { err } from '#shop/kernel/result.ts'
import { cardToken } from '#shop/programme/card-link.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { createGroup, setCoordinator } from '#shop/programme/manage-groups.ts'
import type { KnownAccount } from '#shop/programme/pin.ts'
import { joinByCard, signInWithPin, signPhoneOut, signPhonesOut } from '#shop/programme/pin-sign-in.ts'
import { listCards, listWorkerSignIns } from '#shop/programme/sign-in.read.ts'
import { addWorkers, issueCard } from '#shop/programme/worker-cards.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { rowOf, updateRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })
const PIN = '483920'

let serial = 0
let phone = ''
beforeEach(() => {
  serial += 1
  phone = String(9_800_000_000 + serial)
})

const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS)

const tokensOf = async (batchId: string) =>
  (await listCards(db, batchId, { scope: null, now: NOW })).map(({ id }) => cardToken(ctx().cardKeys, id))

/** Adds a worker. Returns the token of the card. */
async function added(fullName: string): Promise<string> {
  const { batchId } = must(await addWorkers(ctx(admin), [{ fullName, phone, groupId: null }]))
  return (await tokensOf(batchId))[0] ?? ''
}

const userId = async (fullName: string) =>
  (
    await db
      .selectFrom('users')
      .innerJoin('workers', 'workers.userId', 'users.id')
      .select('users.id')
      .where('fullName', '=', fullName)
      .where(hasPhone(ctx().fields, [phone]))
      .executeTakeFirstOrThrow()
  ).id

let groups = 0
const group = async () => {
  groups += 1
  return must(await createGroup(ctx(admin), { name: `Group ${groups}`, place: 'Dharwad' })).groupId
}

const join = (token: string, pin = PIN, now = NOW) =>
  joinByCard(ctx(VISITOR, { now }), { token, pin, isShared: false })
const enter = (pin: string, more: { userId?: string; number?: string; known?: KnownAccount[] } = {}) =>
  signInWithPin(ctx(), {
    ...{ phone: more.number ?? phone, pin, userId: more.userId ?? null, isShared: false },
    known: more.known ?? [],
  })

const sessionOf = (token: string, { now = NOW, renews = true } = {}) =>
  phoneSession(db, phoneCookie(token, { isShared: false, isSecure: false }), { now, renews, isSecure: false })

const WRONG = err('pin_wrong')

describe('adding workers', () => {
  it('asks an admin who makes a card for a fresh second factor', async () => {
    // The card opens the account, in which another UPI address can be asked for.
    const stale = ctx({ ...admin, factorAt: new Date(NOW.getTime() - 11 * 60_000) })
    const worker = await makeWorker(ctx(admin))
    expect(await issueCard(stale, worker.id)).toMatchObject(err('factor_stale'))
  })

  it('makes an account without email, and stores no token', async () => {
    const token = await added('Lakshmi')
    const id = await userId('Lakshmi')
    const user = db.selectFrom('users').select(['email', 'emailVerified', 'isWorker']).where('id', '=', id)
    expect(await user.executeTakeFirst()).toEqual({
      email: `${id}@worker.invalid`,
      emailVerified: false,
      isWorker: true,
    })
    const cards = await db.selectFrom('workerCards').selectAll().where('userId', '=', id).execute()
    expect(cards).toMatchObject([{ tokenHash: tokenHash(token), expiresAt: later(3) }])
    expect(JSON.stringify(cards)).not.toContain(token)
  })

  it('adds all or none, nobody twice, and no group that is gone', async () => {
    await added('Lakshmi')
    const twice = [
      { fullName: 'Meena', phone, groupId: null },
      { fullName: ' lakshmi', phone, groupId: null },
    ]
    expect(await addWorkers(ctx(admin), twice)).toMatchObject(err('worker_exists'))
    await expect(userId('Meena')).rejects.toThrow()
    const lost = [{ fullName: 'Meena', phone, groupId: '00000000-0000-4000-8000-000000000009' }]
    expect(await addWorkers(ctx(admin), lost)).toMatchObject(err('group_not_found'))
  })

  it('leads a form that is sent again, also at once, to the same cards', async () => {
    const formId = randomUUID()
    const workers = ['Lakshmi', 'Meena'].map((fullName) => ({ fullName, phone, groupId: null }))
    const send = (some = workers) => addWorkers(ctx(admin), some, formId)
    const outcomes = await Promise.all([send(), send(), send()])
    for (const outcome of [...outcomes, await send()]) expect(must(outcome).batchId).toBe(formId)
    expect(await listCards(db, formId, { scope: null, now: NOW })).toHaveLength(2)
    // Another woman, typed into the page that stayed open.
    const other = must(await send([{ fullName: 'Radha', phone, groupId: null }]))
    expect(other.batchId).not.toBe(formId)
    expect(await listCards(db, other.batchId, { scope: null, now: NOW })).toHaveLength(1)
    expect(await send([...workers.slice(0, 1), { fullName: 'Usha', phone, groupId: null }])).toMatchObject(
      err('worker_exists'),
    )
  })

  it('is sent twice at once and adds once', async () => {
    const worker = [{ fullName: 'Lakshmi', phone, groupId: null }]
    const both = await Promise.all([addWorkers(ctx(admin), worker), addWorkers(ctx(admin), worker)])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })
})

describe('a coordinator', () => {
  const inGroup = async (fullName: string, groupId: string, by: Person) =>
    must(await addWorkers(ctx(by), [{ fullName, phone, groupId }])).batchId

  it('adds workers to her group, makes their cards and signs their phones out', async () => {
    const groupId = await group()
    const meera = await makeCoordinator(ctx(admin), [groupId])
    const batchId = await inGroup('Lakshmi', groupId, meera)
    const listed = await listCards(db, batchId, { scope: [groupId], now: NOW })
    expect(listed.map(({ fullName }) => fullName)).toEqual(['Lakshmi'])
    must(await join((await tokensOf(batchId))[0] ?? ''))
    const lakshmi = await userId('Lakshmi')
    expect(must(await signPhonesOut(ctx(meera), lakshmi))).toEqual({ phones: 1 })
    expect((await issueCard(ctx(meera), lakshmi)).ok).toBe(true)
    const page = { text: '', offset: 0, limit: 50, now: NOW }
    expect((await listWorkerSignIns(db, ctx().fields, { ...page, groupId })).workers).toMatchObject([
      { userId: lakshmi },
    ])
  })

  it('can do none of it for another group or without one', async () => {
    const [own, other] = [await group(), await group()]
    const meera = await makeCoordinator(ctx(admin), [own])
    for (const groupId of [other, null])
      expect(await addWorkers(ctx(meera), [{ fullName: 'Radha', phone, groupId }])).toMatchObject(
        err('group_not_found'),
      )
    const both = [own, other].map((groupId, at) => ({ fullName: `Radha ${at}`, phone, groupId }))
    expect(await addWorkers(ctx(meera), both)).toMatchObject(err('group_not_found'))
    const batchId = await inGroup('Radha', other, admin)
    expect(await listCards(db, batchId, { scope: [own], now: NOW })).toEqual([])
    const radha = await userId('Radha')
    expect(await issueCard(ctx(meera), radha)).toMatchObject(err('worker_not_found'))
    expect(await signPhonesOut(ctx(meera), radha)).toMatchObject(err('worker_not_found'))
  })

  it('is not told who is in other groups', async () => {
    const [own, other] = [await group(), await group()]
    const meera = await makeCoordinator(ctx(admin), [own])
    await inGroup('Radha', other, admin)
    const radha = [{ fullName: 'Radha', phone, groupId: own }]
    expect(await addWorkers(ctx(admin), radha)).toMatchObject(err('worker_exists'))
    expect((await addWorkers(ctx(meera), radha)).ok).toBe(true)
    expect(await addWorkers(ctx(meera), radha)).toMatchObject(err('worker_exists'))
  })

  const openCards = async (batchId: string) =>
    (await listCards(db, batchId, { scope: null, now: NOW })).filter(({ state }) => state === 'open').length
  const moved = async (userId: string, groupId: string) =>
    must(await enrolWorker(ctx(admin), { ...workerInput.parse({ phone }), userId, groupId }))

  it('loses her open cards with the role or the group; those of admins and of her other groups stay', async () => {
    const [lost, held] = [await group(), await group()]
    const meera = await makeCoordinator(ctx(admin), [lost, held])
    const batches = [
      await inGroup('Lakshmi', lost, meera),
      await inGroup('Radha', held, meera),
      await inGroup('Savita', lost, admin),
    ]
    const set = (groupIds: string[]) => setCoordinator(ctx(admin), { userId: meera.id, groupIds })
    const open = () => Promise.all(batches.map(openCards))
    must(await set([held]))
    expect(await open()).toEqual([0, 1, 1])
    const [token = ''] = await tokensOf(batches[0] ?? '')
    expect(await join(token)).toEqual(err('card_replaced'))
    must(await set([]))
    expect(await open()).toEqual([0, 0, 1])
  })

  it('loses the open card of a worker who moves to another group', async () => {
    const [from, to] = [await group(), await group()]
    const meera = await makeCoordinator(ctx(admin), [from])
    const batches = [await inGroup('Lakshmi', from, meera), await inGroup('Savita', from, admin)]
    await moved(await userId('Lakshmi'), from)
    expect(await Promise.all(batches.map(openCards))).toEqual([1, 1])
    for (const name of ['Lakshmi', 'Savita']) await moved(await userId(name), to)
    expect(await Promise.all(batches.map(openCards))).toEqual([0, 1])
  })

  it('makes no card with a role that ends meanwhile, and keeps none of a worker who moves meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      phone = String(9_600_000_000 + round)
      const [firstGroup, secondGroup] = [await group(), await group()]
      const meera = await makeCoordinator(ctx(admin), [firstGroup, secondGroup])
      const first = await inGroup('Lakshmi', firstGroup, meera)
      const lakshmi = await userId('Lakshmi')
      const fields = [{ fullName: 'Radha', phone, groupId: secondGroup }]
      const [added] = await Promise.all([
        addWorkers(ctx(meera), fields),
        issueCard(ctx(meera), lakshmi),
        setCoordinator(ctx(admin), { userId: meera.id, groupIds: [firstGroup] }).then(must),
        moved(lakshmi, secondGroup),
      ])
      const open = await db
        .selectFrom('workerCards')
        .select('batchId')
        .where('issuedBy', '=', meera.id)
        .where('usedAt', 'is', null)
        .where('replacedAt', 'is', null)
        .execute()
      expect({ round, open, added: added.ok, first }).toMatchObject({ open: [] })
    }
  })

  it('makes at most 200 cards a day, also at once', async () => {
    const groupId = await group()
    const meera = await makeCoordinator(ctx(admin), [groupId])
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        fullName: `Worker ${at}`,
        phone: String(9_300_000_000 + from + at),
        groupId,
      }))
    must(await addWorkers(ctx(meera), many(0, 199)))
    const tries = await Promise.all([1000, 1001].map((from) => addWorkers(ctx(meera), many(from, 1))))
    expect(tries.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const { userId: member } = await db
      .selectFrom('workers')
      .select('userId')
      .where('groupId', '=', groupId)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await issueCard(ctx(meera), member)).toMatchObject(err('too_many_cards'))
    expect((await addWorkers(ctx(meera, { now: later(1.1) }), many(2000, 1))).ok).toBe(true)
  })
})

describe('a card', () => {
  it('sets the PIN once, and signs in', async () => {
    const token = await added('Lakshmi')
    const { token: session } = must(await join(token))
    expect((await sessionOf(session))?.worker).toMatchObject({
      fullName: 'Lakshmi',
      withPin: true,
      staffRole: null,
    })
    expect(await join(token)).toEqual(err('card_used'))
    expect((await enter(PIN)).ok).toBe(true)
  })

  it('used five times at once sets one PIN', async () => {
    const token = await added('Lakshmi')
    const pins = ['483920', '593017', '620481', '739502', '846103']
    const all = await Promise.all(pins.map((pin) => join(token, pin)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(all.filter(({ ok }) => !ok)).toEqual(Array(4).fill(err('card_used')))
    const opens = []
    for (const pin of pins) opens.push((await enter(pin)).ok)
    expect(opens).toEqual(all.map(({ ok }) => ok))
  })

  it('is good for three days, and until a newer one', async () => {
    const token = await added('Lakshmi')
    expect(await join(token, PIN, later(3))).toEqual(err('card_expired'))
    const { batchId } = must(await issueCard(ctx(admin), await userId('Lakshmi')))
    expect(await join(token)).toEqual(err('card_replaced'))
    expect((await join((await tokensOf(batchId))[0] ?? '')).ok).toBe(true)
    expect(await join('made up')).toEqual(err('card_unknown'))
  })

  it('refuses an easy PIN without being used up', async () => {
    const token = await added('Lakshmi')
    for (const pin of ['123456', '000000', phone.slice(-6)])
      expect(await join(token, pin)).toEqual(err('pin_too_easy'))
    expect((await join(token)).ok).toBe(true)
  })

  it('ends her sessions on other phones, which may be lost', async () => {
    const first = must(await join(await added('Lakshmi')))
    const second = must(await enter(PIN))
    if (second.kind !== 'signed-in') throw new Error('there is one Lakshmi')
    // Two phones at once are both signed in.
    expect(await sessionOf(first.token)).not.toBeNull()
    expect(await sessionOf(second.token)).not.toBeNull()
    const { batchId } = must(await issueCard(ctx(admin), await userId('Lakshmi')))
    must(await join((await tokensOf(batchId))[0] ?? '', '593017'))
    expect(await sessionOf(first.token)).toBeNull()
    expect(await sessionOf(second.token)).toBeNull()
    expect(await enter(PIN)).toEqual(WRONG)
  })

  it('is not made for an admin, nor without a phone number, and opens nothing for a former worker', async () => {
    const withoutPhone = await makeWorker(ctx(admin))
    expect(await issueCard(ctx(admin), withoutPhone.id)).toMatchObject(err('phone_missing'))
    expect(await issueCard(ctx(admin), (await makeUser(db)).id)).toMatchObject(err('worker_not_found'))
    const boss = await makeWorker(ctx(admin), { phone })
    const { batchId } = must(await issueCard(ctx(admin), boss.id))
    const [token = ''] = await tokensOf(batchId)
    await db.updateTable('users').set({ staffRole: 'owner' }).where('id', '=', boss.id).execute()
    expect(await issueCard(ctx(admin), boss.id)).toMatchObject(err('admin_by_email'))
    expect(await join(token)).toMatchObject(err('card_unknown'))
    await updateRows(db, 'users', { id: boss.id }, { staffRole: null, isWorker: false })
    expect(await join(token)).toMatchObject(err('card_unknown'))
  })
})

describe('signing in with a PIN', () => {
  it('refuses a wrong PIN, an unknown number and a locked account alike', async () => {
    must(await join(await added('Lakshmi')))
    expect(await enter('593017')).toEqual(WRONG)
    expect(await enter(PIN, { number: '9999999999' })).toEqual(WRONG)
    for (let tries = 1; tries < 10; tries += 1) expect(await enter('593017')).toEqual(WRONG)
    expect(await enter(PIN)).toEqual(WRONG)
    const { batchId } = must(await issueCard(ctx(admin), await userId('Lakshmi')))
    // The card alone unlocks nothing; its new PIN does.
    expect(await enter(PIN)).toEqual(WRONG)
    must(await join((await tokensOf(batchId))[0] ?? '', '620481'))
    expect((await enter('620481')).ok).toBe(true)
  })

  it('counts wrong PINs that come at once, and forgets them after a right one', async () => {
    must(await join(await added('Lakshmi')))
    for (let tries = 0; tries < 9; tries += 1) await enter('593017')
    expect((await enter(PIN)).ok).toBe(true)
    const guesses = Array.from({ length: 25 }, (_, at) => enter(at === 24 ? PIN : '593017'))
    await Promise.all(guesses)
    const pin = db
      .selectFrom('workerPins')
      .select('wrongTries')
      .where('userId', '=', await userId('Lakshmi'))
    expect((await pin.executeTakeFirstOrThrow()).wrongTries).toBeLessThanOrEqual(10)
    for (let tries = 0; tries < 10; tries += 1) await enter('593017')
    expect(await enter(PIN)).toEqual(WRONG)
  })

  it('counts a stranger’s tries apart, at once too: they lock unknown phones and not hers', async () => {
    const { userId } = must(await join(await added('Lakshmi')))
    const own = { known: [{ userId, signedInAt: NOW }] }
    await Promise.all(Array.from({ length: 25 }, () => enter('593017')))
    expect(await enter(PIN)).toEqual(WRONG)
    await Promise.all(Array.from({ length: 9 }, () => enter('593017', own)))
    const signedIn = must(await enter(PIN, own))
    expect(signedIn).toMatchObject({ kind: 'signed-in', userId })
    // Her sign-in gives strangers no new tries.
    expect(await enter(PIN)).toEqual(WRONG)
    await Promise.all(Array.from({ length: 25 }, () => enter('593017', own)))
    expect(await enter(PIN, own)).toEqual(WRONG)
    const tries = await rowOf(db, 'workerPins', { userId })
    expect(tries).toMatchObject({ wrongTries: 10, wrongTriesKnown: 10 })
  })

  it('knows a phone until a new card is used on another, and only for its own accounts', async () => {
    const knownNow = ({ userId }: { userId: string }, signedInAt = NOW) => ({ userId, signedInAt })
    const lakshmi = knownNow(must(await join(await added('Lakshmi'))))
    const meena = knownNow(must(await join(await added('Meena'), '593017')))
    for (let tries = 0; tries < 10; tries += 1) await enter('620481')
    expect((await enter('593017', { known: [meena] })).ok).toBe(true)
    expect(await enter(PIN, { known: [meena] })).toEqual(WRONG)
    expect((await enter(PIN, { known: [lakshmi] })).ok).toBe(true)
    const { batchId } = must(await issueCard(ctx(admin), lakshmi.userId))
    const again = knownNow(must(await join((await tokensOf(batchId))[0] ?? '', '739502', later(1))), later(1))
    for (let tries = 0; tries < 10; tries += 1) await enter('620481')
    expect(await enter('739502', { known: [lakshmi] })).toEqual(WRONG)
    expect((await enter('739502', { known: [again] })).ok).toBe(true)
  })

  it('opens nothing for an admin or a former worker, and ends when she becomes either', async () => {
    const { token } = must(await join(await added('Lakshmi')))
    const id = await userId('Lakshmi')
    for (const roles of [
      { staffRole: 'owner' },
      { staffRole: null, isWorker: false },
      { deletedAt: NOW, isWorker: true },
    ]) {
      await db.updateTable('users').set(roles).where('id', '=', id).execute()
      expect(await sessionOf(token)).toBeNull()
      expect(await enter(PIN)).toEqual(WRONG)
    }
  })

  it('knows who of two with one number signs in, by the PIN alone', async () => {
    must(await join(await added('Lakshmi')))
    must(await join(await added('Meena'), '593017'))
    const signedIn = must(await enter('593017'))
    if (signedIn.kind !== 'signed-in') throw new Error('the PINs differ')
    expect((await sessionOf(signedIn.token))?.worker.fullName).toBe('Meena')
    // Her right PIN is no guess at Lakshmi's.
    for (let tries = 0; tries < 12; tries += 1) await enter('593017')
    expect((await enter(PIN)).ok).toBe(true)
  })

  it('asks for the name only of those who have this very PIN', async () => {
    for (const name of ['Lakshmi', 'Meena']) must(await join(await added(name)))
    must(await join(await added('Radha'), '593017'))
    const answer = must(await enter(PIN))
    if (answer.kind !== 'choose') throw new Error('two have the PIN')
    expect(answer.people.map(({ fullName }) => fullName).toSorted()).toEqual(['Lakshmi', 'Meena'])
    const meena = await userId('Meena')
    const chosen = must(await enter(PIN, { userId: meena }))
    if (chosen.kind !== 'signed-in') throw new Error('she has chosen')
    expect((await sessionOf(chosen.token))?.worker.id).toBe(meena)
    // A name of another number opens nothing.
    expect(await enter(PIN, { userId: meena, number: '9999999999' })).toEqual(WRONG)
  })

  it('lets four sign in with one number, also when another moves to it', async () => {
    const tokens = []
    for (const name of ['A', 'B', 'C', 'D']) tokens.push(await added(name))
    for (const token of tokens) must(await join(token))
    expect(await addWorkers(ctx(admin), [{ fullName: 'E', phone, groupId: null }])).toMatchObject(
      err('phone_full'),
    )
    const other = await makeWorker(ctx(admin), { phone: '9700000001' })
    const { batchId } = must(await issueCard(ctx(admin), other.id))
    await db.updateTable('workers').set({ phone }).where('userId', '=', other.id).execute()
    expect(await join((await tokensOf(batchId))[0] ?? '')).toMatchObject(err('phone_full'))
    const actor: Person = { ...other, withPin: true }
    await db.updateTable('workers').set({ phone: '9700000001' }).where('userId', '=', other.id).execute()
    expect(await changeOwnProfile(ctx(other), { phone }, { by: 'password' })).toMatchObject(err('phone_full'))
    expect(await changeOwnProfile(ctx(actor), { phone: null })).toMatchObject(err('phone_missing'))
  })
})

describe('a session', () => {
  it('lasts 30 days after its last use on her own phone, and ends by signing out', async () => {
    const { token } = must(await join(await added('Lakshmi')))
    const used = await sessionOf(token, { now: later(29) })
    expect(used?.setCookies[0]).toContain('Max-Age=2592000')
    expect(await sessionOf(token, { now: later(58) })).not.toBeNull()
    await signPhoneOut(ctx(), token)
    expect(await sessionOf(token)).toBeNull()
  })

  it('ends on a shared phone with the browser, and after half a day', async () => {
    const card = await added('Lakshmi')
    const { token } = must(await joinByCard(ctx(), { token: card, pin: PIN, isShared: true }))
    const shared = { isShared: true, isSecure: true, endsAt: later(0.5) }
    for (const cookie of [phoneCookie(token, shared), screensCookie(token, shared)])
      expect(cookie).not.toMatch(/max-age|expires/i)
    expect(screensCookie(token, shared)).not.toContain(token)
    expect(await sessionOf(token, { now: later(0.49) })).not.toBeNull()
    expect(await sessionOf(token, { now: later(0.5) })).toBeNull()
  })

  it('can be ended by an admin, who is in the audit log', async () => {
    const { token } = must(await join(await added('Lakshmi')))
    const id = await userId('Lakshmi')
    expect(must(await signPhonesOut(ctx(admin), id))).toEqual({ phones: 1 })
    expect(await sessionOf(token)).toBeNull()
    const log = await db
      .selectFrom('auditLog')
      .select(['action', 'actorId'])
      .where('entityId', '=', id)
      .orderBy('id')
      .execute()
    expect(log).toEqual([
      { action: 'enrol', actorId: admin.id },
      { action: 'sign out', actorId: admin.id },
    ])
  })
})
