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
import { listCards, listKnownWorkers, listWorkerSignIns } from '#shop/programme/sign-in.read.ts'
import { savePin } from '#shop/programme/sign-in.sql.ts'
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

/** Adds a worker and returns the token of the card. */
async function addWorker(fullName: string): Promise<string> {
  const { batchId } = must(await addWorkers(ctx(admin), [{ fullName, phone, groupId: null }]))
  return (await tokensOf(batchId))[0] ?? ''
}

const findId = async (fullName: string) =>
  (
    await db
      .selectFrom('users')
      .innerJoin('workers', 'workers.userId', 'users.id')
      .select('users.id')
      .where('fullName', '=', fullName)
      .where(hasPhone(ctx().fields, [phone]))
      .executeTakeFirstOrThrow()
  ).id

let groupCount = 0
const makeGroup = async () => {
  groupCount += 1
  return must(await createGroup(ctx(admin), { name: `Group ${groupCount}`, place: 'Dharwad' })).groupId
}

const join = (token: string, pin = PIN, now = NOW) =>
  joinByCard(ctx(VISITOR, { now }), { token, pin, isShared: false })
const enter = (pin: string, more: { userId?: string; number?: string; known?: KnownAccount[] } = {}) =>
  signInWithPin(ctx(), {
    ...{ phone: more.number ?? phone, pin, userId: more.userId ?? null, isShared: false },
    known: more.known ?? [],
  })

const sessionOf = (token: string, { now = NOW, renew = true } = {}) =>
  phoneSession(db, phoneCookie(token, { isShared: false, isSecure: false }), {
    now,
    renew,
    isSecure: false,
    phoneKeys: ctx().phoneKeys,
  })

const WRONG = err('pin_wrong')

describe('addWorkers and issueCard', () => {
  it('refuse a card for an existing worker without a fresh second factor of the admin', async () => {
    // With a card, another person could change the account's UPI ID.
    const stale = ctx({ ...admin, factorAt: new Date(NOW.getTime() - 11 * 60_000) })
    const worker = await makeWorker(ctx(admin))
    expect(await issueCard(stale, worker.id)).toMatchObject(err('factor_stale'))
  })

  it('create an account without email and store only the hash of the token', async () => {
    const token = await addWorker('Lakshmi')
    const id = await findId('Lakshmi')
    const user = db.selectFrom('users').select(['email', 'emailVerified', 'isWorker']).where('id', '=', id)
    expect(await user.executeTakeFirst()).toEqual({
      email: `${id}@no-mail.invalid`,
      emailVerified: false,
      isWorker: true,
    })
    const cards = await db.selectFrom('workerCards').selectAll().where('userId', '=', id).execute()
    expect(cards).toMatchObject([{ tokenHash: tokenHash(token), expiresAt: later(3) }])
    expect(JSON.stringify(cards)).not.toContain(token)
  })

  it('add all workers or none, and refuse existing workers and unknown groups', async () => {
    await addWorker('Lakshmi')
    const workers = [
      { fullName: 'Meena', phone, groupId: null },
      { fullName: ' lakshmi', phone, groupId: null },
    ]
    expect(await addWorkers(ctx(admin), workers)).toMatchObject(err('worker_exists'))
    await expect(findId('Meena')).rejects.toThrow()
    const withUnknownGroup = [{ fullName: 'Meena', phone, groupId: '00000000-0000-4000-8000-000000000009' }]
    expect(await addWorkers(ctx(admin), withUnknownGroup)).toMatchObject(err('group_not_found'))
  })

  it('return the same batch for a repeated form, even concurrently', async () => {
    const formId = randomUUID()
    const workers = ['Lakshmi', 'Meena'].map((fullName) => ({ fullName, phone, groupId: null }))
    const sendForm = (some = workers) => addWorkers(ctx(admin), some, formId)
    const outcomes = await Promise.all([sendForm(), sendForm(), sendForm()])
    for (const outcome of [...outcomes, await sendForm()]) expect(must(outcome).batchId).toBe(formId)
    expect(await listCards(db, formId, { scope: null, now: NOW })).toHaveLength(2)
    // Adds another worker with the same form.
    const other = must(await sendForm([{ fullName: 'Radha', phone, groupId: null }]))
    expect(other.batchId).not.toBe(formId)
    expect(await listCards(db, other.batchId, { scope: null, now: NOW })).toHaveLength(1)
    expect(
      await sendForm([...workers.slice(0, 1), { fullName: 'Usha', phone, groupId: null }]),
    ).toMatchObject(err('worker_exists'))
  })

  it('add a worker once when called twice concurrently', async () => {
    const worker = [{ fullName: 'Lakshmi', phone, groupId: null }]
    const outcomes = await Promise.all([addWorkers(ctx(admin), worker), addWorkers(ctx(admin), worker)])
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })
})

describe('a coordinator', () => {
  const addToGroup = async (fullName: string, groupId: string, by: Person) =>
    must(await addWorkers(ctx(by), [{ fullName, phone, groupId }])).batchId

  it('can add workers to a group they coordinate, issue cards and sign out phones of its workers', async () => {
    const groupId = await makeGroup()
    const meera = await makeCoordinator(ctx(admin), [groupId])
    const batchId = await addToGroup('Lakshmi', groupId, meera)
    const cards = await listCards(db, batchId, { scope: [groupId], now: NOW })
    expect(cards.map(({ fullName }) => fullName)).toEqual(['Lakshmi'])
    must(await join((await tokensOf(batchId))[0] ?? ''))
    const lakshmi = await findId('Lakshmi')
    expect(must(await signPhonesOut(ctx(meera), lakshmi))).toEqual({ phones: 1 })
    expect((await issueCard(ctx(meera), lakshmi)).ok).toBe(true)
    const page = { text: '', offset: 0, limit: 50, now: NOW }
    expect((await listWorkerSignIns(db, ctx().fields, { ...page, groupId })).workers).toMatchObject([
      { userId: lakshmi },
    ])
  })

  it('can do none of this for another group or for workers without a group', async () => {
    const [own, other] = [await makeGroup(), await makeGroup()]
    const meera = await makeCoordinator(ctx(admin), [own])
    for (const groupId of [other, null])
      expect(await addWorkers(ctx(meera), [{ fullName: 'Radha', phone, groupId }])).toMatchObject(
        err('group_not_found'),
      )
    const both = [own, other].map((groupId, at) => ({ fullName: `Radha ${at}`, phone, groupId }))
    expect(await addWorkers(ctx(meera), both)).toMatchObject(err('group_not_found'))
    const batchId = await addToGroup('Radha', other, admin)
    expect(await listCards(db, batchId, { scope: [own], now: NOW })).toEqual([])
    const radha = await findId('Radha')
    expect(await issueCard(ctx(meera), radha)).toMatchObject(err('worker_not_found'))
    expect(await signPhonesOut(ctx(meera), radha)).toMatchObject(err('worker_not_found'))
  })

  it('does not learn which workers are in other groups', async () => {
    const [own, other] = [await makeGroup(), await makeGroup()]
    const meera = await makeCoordinator(ctx(admin), [own])
    await addToGroup('Radha', other, admin)
    const radha = [{ fullName: 'Radha', phone, groupId: own }]
    expect(await addWorkers(ctx(admin), radha)).toMatchObject(err('worker_exists'))
    expect((await addWorkers(ctx(meera), radha)).ok).toBe(true)
    expect(await addWorkers(ctx(meera), radha)).toMatchObject(err('worker_exists'))
  })

  const openCards = async (batchId: string) =>
    (await listCards(db, batchId, { scope: null, now: NOW })).filter(({ state }) => state === 'open').length
  const moveToGroup = async (userId: string, groupId: string) =>
    must(await enrolWorker(ctx(admin), { ...workerInput.parse({ phone }), userId, groupId }))

  it('loses open cards with the group or role, but not cards of other groups or cards issued by admins', async () => {
    const [firstGroup, secondGroup] = [await makeGroup(), await makeGroup()]
    const meera = await makeCoordinator(ctx(admin), [firstGroup, secondGroup])
    const batches = [
      await addToGroup('Lakshmi', firstGroup, meera),
      await addToGroup('Radha', secondGroup, meera),
      await addToGroup('Savita', firstGroup, admin),
    ]
    const setGroups = (groupIds: string[]) => setCoordinator(ctx(admin), { userId: meera.id, groupIds })
    const countOpen = () => Promise.all(batches.map(openCards))
    must(await setGroups([secondGroup]))
    expect(await countOpen()).toEqual([0, 1, 1])
    const [token = ''] = await tokensOf(batches[0] ?? '')
    expect(await join(token)).toEqual(err('card_replaced'))
    must(await setGroups([]))
    expect(await countOpen()).toEqual([0, 0, 1])
  })

  it('loses the open card of a worker who moves to another group', async () => {
    const [oldGroup, newGroup] = [await makeGroup(), await makeGroup()]
    const meera = await makeCoordinator(ctx(admin), [oldGroup])
    const batches = [
      await addToGroup('Lakshmi', oldGroup, meera),
      await addToGroup('Savita', oldGroup, admin),
    ]
    await moveToGroup(await findId('Lakshmi'), oldGroup)
    expect(await Promise.all(batches.map(openCards))).toEqual([1, 1])
    for (const name of ['Lakshmi', 'Savita']) await moveToGroup(await findId(name), newGroup)
    expect(await Promise.all(batches.map(openCards))).toEqual([0, 1])
  })

  it('has no open card after concurrently losing the group or the worker', async () => {
    for (let round = 0; round < 5; round += 1) {
      phone = String(9_600_000_000 + round)
      const [firstGroup, secondGroup] = [await makeGroup(), await makeGroup()]
      const meera = await makeCoordinator(ctx(admin), [firstGroup, secondGroup])
      const first = await addToGroup('Lakshmi', firstGroup, meera)
      const lakshmi = await findId('Lakshmi')
      const fields = [{ fullName: 'Radha', phone, groupId: secondGroup }]
      const [outcome] = await Promise.all([
        addWorkers(ctx(meera), fields),
        issueCard(ctx(meera), lakshmi),
        setCoordinator(ctx(admin), { userId: meera.id, groupIds: [firstGroup] }).then(must),
        moveToGroup(lakshmi, secondGroup),
      ])
      const open = await db
        .selectFrom('workerCards')
        .select('batchId')
        .where('issuedBy', '=', meera.id)
        .where('usedAt', 'is', null)
        .where('replacedAt', 'is', null)
        .execute()
      expect({ round, open, added: outcome.ok, first }).toMatchObject({ open: [] })
    }
  })

  it('can issue at most 200 cards in 24 hours, even concurrently', async () => {
    const groupId = await makeGroup()
    const meera = await makeCoordinator(ctx(admin), [groupId])
    const workersFrom = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        fullName: `Worker ${at}`,
        phone: String(9_300_000_000 + from + at),
        groupId,
      }))
    must(await addWorkers(ctx(meera), workersFrom(0, 199)))
    const outcomes = await Promise.all(
      [1000, 1001].map((from) => addWorkers(ctx(meera), workersFrom(from, 1))),
    )
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const { userId: member } = await db
      .selectFrom('workers')
      .select('userId')
      .where('groupId', '=', groupId)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await issueCard(ctx(meera), member)).toMatchObject(err('too_many_cards'))
    expect((await addWorkers(ctx(meera, { now: later(1.1) }), workersFrom(2000, 1))).ok).toBe(true)
  })
})

describe('a card', () => {
  it('sets the PIN once and signs in', async () => {
    const token = await addWorker('Lakshmi')
    const { token: session } = must(await join(token))
    expect((await sessionOf(session))?.worker).toMatchObject({
      fullName: 'Lakshmi',
      withPin: true,
      staffRole: null,
    })
    expect(await join(token)).toEqual(err('card_used'))
    expect((await enter(PIN)).ok).toBe(true)
  })

  it('sets one PIN when used five times concurrently', async () => {
    const token = await addWorker('Lakshmi')
    const pins = ['483920', '593017', '620481', '739502', '846103']
    const outcomes = await Promise.all(pins.map((pin) => join(token, pin)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array(4).fill(err('card_used')))
    const signIns = []
    for (const pin of pins) signIns.push((await enter(pin)).ok)
    expect(signIns).toEqual(outcomes.map(({ ok }) => ok))
  })

  it('is valid for three days, or until a newer card is issued', async () => {
    const token = await addWorker('Lakshmi')
    expect(await join(token, PIN, later(3))).toEqual(err('card_expired'))
    const { batchId } = must(await issueCard(ctx(admin), await findId('Lakshmi')))
    expect(await join(token)).toEqual(err('card_replaced'))
    expect((await join((await tokensOf(batchId))[0] ?? '')).ok).toBe(true)
    expect(await join('made up')).toEqual(err('card_unknown'))
  })

  it('is not used up by a PIN that is refused as too easy', async () => {
    const token = await addWorker('Lakshmi')
    for (const pin of ['123456', '000000', phone.slice(-6)])
      expect(await join(token, pin)).toEqual(err('pin_too_easy'))
    expect((await join(token)).ok).toBe(true)
  })

  it('ends the worker’s sessions on other phones', async () => {
    const first = must(await join(await addWorker('Lakshmi')))
    const second = must(await enter(PIN))
    if (second.kind !== 'signed-in') throw new Error('not signed in')
    // A worker can be signed in on two phones.
    expect(await sessionOf(first.token)).not.toBeNull()
    expect(await sessionOf(second.token)).not.toBeNull()
    const { batchId } = must(await issueCard(ctx(admin), await findId('Lakshmi')))
    must(await join((await tokensOf(batchId))[0] ?? '', '593017'))
    expect(await sessionOf(first.token)).toBeNull()
    expect(await sessionOf(second.token)).toBeNull()
    expect(await enter(PIN)).toEqual(WRONG)
  })

  it('is refused for staff, for former workers and without a phone number', async () => {
    const withoutPhone = await makeWorker(ctx(admin))
    expect(await issueCard(ctx(admin), withoutPhone.id)).toMatchObject(err('phone_missing'))
    expect(await issueCard(ctx(admin), (await makeUser(db)).id)).toMatchObject(err('worker_not_found'))
    const worker = await makeWorker(ctx(admin), { phone })
    const { batchId } = must(await issueCard(ctx(admin), worker.id))
    const [token = ''] = await tokensOf(batchId)
    await db.updateTable('users').set({ staffRole: 'owner' }).where('id', '=', worker.id).execute()
    expect(await issueCard(ctx(admin), worker.id)).toMatchObject(err('admin_by_email'))
    expect(await join(token)).toMatchObject(err('card_unknown'))
    await updateRows(db, 'users', { id: worker.id }, { staffRole: null, isWorker: false })
    expect(await join(token)).toMatchObject(err('card_unknown'))
  })
})

describe('signInWithPin', () => {
  it('refuses a wrong PIN, an unknown number and a locked account in the same way', async () => {
    must(await join(await addWorker('Lakshmi')))
    expect(await enter('593017')).toEqual(WRONG)
    expect(await enter(PIN, { number: '9999999999' })).toEqual(WRONG)
    for (let tries = 1; tries < 10; tries += 1) expect(await enter('593017')).toEqual(WRONG)
    expect(await enter(PIN)).toEqual(WRONG)
    const { batchId } = must(await issueCard(ctx(admin), await findId('Lakshmi')))
    // The account is unlocked by the new PIN, not by the card alone.
    expect(await enter(PIN)).toEqual(WRONG)
    must(await join((await tokensOf(batchId))[0] ?? '', '620481'))
    expect((await enter('620481')).ok).toBe(true)
  })

  it('counts concurrent wrong PINs, and resets the count after a correct one', async () => {
    must(await join(await addWorker('Lakshmi')))
    for (let tries = 0; tries < 9; tries += 1) await enter('593017')
    expect((await enter(PIN)).ok).toBe(true)
    const guesses = Array.from({ length: 25 }, (_, at) => enter(at === 24 ? PIN : '593017'))
    await Promise.all(guesses)
    const pin = db
      .selectFrom('workerPins')
      .select('wrongTries')
      .where('userId', '=', await findId('Lakshmi'))
    expect((await pin.executeTakeFirstOrThrow()).wrongTries).toBeLessThanOrEqual(10)
    for (let tries = 0; tries < 10; tries += 1) await enter('593017')
    expect(await enter(PIN)).toEqual(WRONG)
  })

  it('counts attempts of unknown phones separately, so that they do not lock a known phone', async () => {
    const { userId } = must(await join(await addWorker('Lakshmi')))
    const knownPhone = { known: [{ userId, signedInAt: NOW }] }
    await Promise.all(Array.from({ length: 25 }, () => enter('593017')))
    expect(await enter(PIN)).toEqual(WRONG)
    await Promise.all(Array.from({ length: 9 }, () => enter('593017', knownPhone)))
    const signedIn = must(await enter(PIN, knownPhone))
    expect(signedIn).toMatchObject({ kind: 'signed-in', userId })
    // Signing in does not reset the attempts of unknown phones.
    expect(await enter(PIN)).toEqual(WRONG)
    await Promise.all(Array.from({ length: 25 }, () => enter('593017', knownPhone)))
    expect(await enter(PIN, knownPhone)).toEqual(WRONG)
    const tries = await rowOf(db, 'workerPins', { userId })
    expect(tries).toMatchObject({ wrongTries: 10, wrongTriesKnown: 10 })
  })

  it('knows a phone for each account that signed in on it, until that account uses a new card', async () => {
    const knownAccount = ({ userId }: { userId: string }, signedInAt = NOW) => ({ userId, signedInAt })
    const lakshmi = knownAccount(must(await join(await addWorker('Lakshmi'))))
    const meena = knownAccount(must(await join(await addWorker('Meena'), '593017')))
    for (let tries = 0; tries < 10; tries += 1) await enter('620481')
    expect((await enter('593017', { known: [meena] })).ok).toBe(true)
    expect(await enter(PIN, { known: [meena] })).toEqual(WRONG)
    expect((await enter(PIN, { known: [lakshmi] })).ok).toBe(true)
    const { batchId } = must(await issueCard(ctx(admin), lakshmi.userId))
    const lakshmiAgain = knownAccount(
      must(await join((await tokensOf(batchId))[0] ?? '', '739502', later(1))),
      later(1),
    )
    for (let tries = 0; tries < 10; tries += 1) await enter('620481')
    expect(await enter('739502', { known: [lakshmi] })).toEqual(WRONG)
    expect((await enter('739502', { known: [lakshmiAgain] })).ok).toBe(true)
  })

  it('refuses staff, former workers and deleted accounts, and ends their sessions', async () => {
    const { token } = must(await join(await addWorker('Lakshmi')))
    const id = await findId('Lakshmi')
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

  it('finds the account of a shared number by the PIN', async () => {
    must(await join(await addWorker('Lakshmi')))
    must(await join(await addWorker('Meena'), '593017'))
    const signedIn = must(await enter('593017'))
    if (signedIn.kind !== 'signed-in') throw new Error('not signed in')
    expect((await sessionOf(signedIn.token))?.worker.fullName).toBe('Meena')
    // Meena's correct PIN does not count as a wrong one for Lakshmi.
    for (let tries = 0; tries < 12; tries += 1) await enter('593017')
    expect((await enter(PIN)).ok).toBe(true)
  })

  it('returns the people to choose from if they share number and PIN', async () => {
    for (const name of ['Lakshmi', 'Meena']) must(await join(await addWorker(name)))
    must(await join(await addWorker('Radha'), '593017'))
    const answer = must(await enter(PIN))
    if (answer.kind !== 'choose') throw new Error('nothing to choose')
    expect(answer.people.map(({ fullName }) => fullName).toSorted()).toEqual(['Lakshmi', 'Meena'])
    const meena = await findId('Meena')
    const choice = must(await enter(PIN, { userId: meena }))
    if (choice.kind !== 'signed-in') throw new Error('not signed in')
    expect((await sessionOf(choice.token))?.worker.id).toBe(meena)
    // A person with another number cannot be chosen.
    expect(await enter(PIN, { userId: meena, number: '9999999999' })).toEqual(WRONG)
  })

  it('allows at most four accounts per number, whether added, joined by card or moved to the number', async () => {
    const tokens = []
    for (const name of ['A', 'B', 'C', 'D']) tokens.push(await addWorker(name))
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

describe('a session of a phone', () => {
  it('lasts 30 days after its last use on the worker’s own phone, and ends by signing out', async () => {
    const { token } = must(await join(await addWorker('Lakshmi')))
    const session = await sessionOf(token, { now: later(29) })
    expect(session?.setCookies[0]).toContain('Max-Age=2592000')
    expect(await sessionOf(token, { now: later(58) })).not.toBeNull()
    await signPhoneOut(ctx(), token)
    expect(await sessionOf(token)).toBeNull()
  })

  it('ends on a shared phone when the browser is closed, and after 12 hours', async () => {
    const card = await addWorker('Lakshmi')
    const { token } = must(await joinByCard(ctx(), { token: card, pin: PIN, isShared: true }))
    const shared = { isShared: true, isSecure: true, endsAt: later(0.5), userId: 'id', keys: ['key'] }
    for (const cookie of [phoneCookie(token, shared), screensCookie(token, shared)])
      expect(cookie).not.toMatch(/max-age|expires/i)
    expect(screensCookie(token, shared)).not.toContain(token)
    expect(screensCookie(token, shared)).toMatch(/^worker_screens=\d+\.[0-9a-f]{16}\.id\.key;/)
    expect(await sessionOf(token, { now: later(0.49) })).not.toBeNull()
    expect(await sessionOf(token, { now: later(0.5) })).toBeNull()
  })

  it('sends the phone its worker’s keys when the session is renewed, or if the cookie lacks them', async () => {
    const { token } = must(await join(await addWorker('Lakshmi')))
    const id = await findId('Lakshmi')
    const keys = ctx().phoneKeys(id)
    const cookiesAt = async (days: number, screens: string) => {
      const options = { now: later(days), renew: true, isSecure: false, phoneKeys: ctx().phoneKeys }
      const phone = phoneCookie(token, { isShared: false, isSecure: false })
      return (await phoneSession(db, `${phone}; worker_screens=${screens}`, options))?.setCookies
    }
    const own = expect.stringMatching(
      new RegExp(`^worker_screens=own\\.[0-9a-f]{16}\\.${[id, ...keys].join('\\.')};`),
    )
    for (const screens of ['', 'own.mark', 'own.mark.radha.key'])
      expect(await cookiesAt(0, screens), screens).toEqual([own])
    expect(await cookiesAt(0, `own.mark.${id}.key`)).toEqual([])
    expect((await cookiesAt(2, `own.mark.${id}.key`))?.[1]).toEqual(own)
  })

  it('leaves a phone known until an admin signs it out, the PIN changes or the worker leaves', async () => {
    await join(await addWorker('Lakshmi'))
    const userId = await findId('Lakshmi')
    const phoneOf = (signedInAt: Date) => [{ userId, signedInAt }]
    const isKnown = async (phone: KnownAccount[]) => (await listKnownWorkers(db, phone)).includes(userId)
    const first = phoneOf(later(1))
    expect(await isKnown(first)).toBe(true)
    must(await signPhonesOut(ctx(admin, { now: later(2) }), userId))
    expect(await isKnown(first)).toBe(false)
    expect(await isKnown(phoneOf(later(3)))).toBe(true)
    await savePin(db, { userId, pinHash: 'of another card', now: later(4) })
    expect(await isKnown(phoneOf(later(3)))).toBe(false)
    await db.updateTable('users').set({ isWorker: false }).where('id', '=', userId).execute()
    expect(await isKnown(phoneOf(later(5)))).toBe(false)
  })

  it('can be ended by an admin, which is in the audit log', async () => {
    const { token } = must(await join(await addWorker('Lakshmi')))
    const id = await findId('Lakshmi')
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
