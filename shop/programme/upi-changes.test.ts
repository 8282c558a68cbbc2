import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeCoordinator, makeWorker } from '#db/factories/task.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Job } from '#shop/ctx.ts'
import { noMailAddress } from '#shop/customers/no-mail.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { err } from '#shop/kernel/result.ts'
import { cardToken } from '#shop/programme/card-link.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { enrolByEmail, enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { payableWorkers } from '#shop/programme/pay.read.ts'
import { makePayout } from '#shop/programme/pay-workers.ts'
import { MAX_WRONG_PINS } from '#shop/programme/pin.ts'
import { hashPin } from '#shop/programme/pin-hash.ts'
import { joinByCard, signInWithPin } from '#shop/programme/pin-sign-in.ts'
import { listCards } from '#shop/programme/sign-in.read.ts'
import { savePin } from '#shop/programme/sign-in.sql.ts'
import { UPI_CHANGES_A_DAY, upiAt } from '#shop/programme/upi.ts'
import { listUpiToTell } from '#shop/programme/upi-changes.read.ts'
import {
  applyUpiChanges,
  changeOwnUpi,
  changeUpiOf,
  markUpiTold,
  stopUpiChange,
} from '#shop/programme/upi-changes.ts'
import { issueCard } from '#shop/programme/worker-cards.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 8 })
const { db, ctx } = shop
const { admin, asAdmin, group: newGroup, approved, payout } = await story(shop)
const groupId = await newGroup()
const coordinator = await makeCoordinator(asAdmin, [groupId])
const elsewhere = await makeCoordinator(asAdmin, [await newGroup()])

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
const BY_PASSWORD = { by: 'password' } as const
const PIN = '483920'
let phones = 9_700_000_000

const askForAddress = (worker: Person, upiId: string | null, now = NOW) =>
  changeOwnUpi(ctx(worker, { now }), { upiId, proof: BY_PASSWORD })
const addressOf = async (worker: Person, now: Date) => {
  const found = await findWorker(db, worker.id)
  return found && upiAt(found, now).upiId
}
/** The address that a payout made at this moment uses. */
async function paidTo(worker: Person, now: Date): Promise<string | null | undefined> {
  await approved(worker)
  return (await payout(now)).lines.find(({ userId }) => userId === worker.id)?.upiId
}

/** A worker without email, signed in with a PIN. */
async function withPin(upiId: string | null): Promise<Person> {
  const id = randomUUID()
  phones += 1
  const user = { id, email: noMailAddress(id), emailVerified: true }
  const worker = await makeWorker(asAdmin, { user, phone: String(phones), upiId, groupId })
  await savePin(db, {
    userId: worker.id,
    pinHash: await hashPin(ctx().pinPeppers, { userId: worker.id, pin: PIN }),
    now: NOW,
  })
  return { ...worker, withPin: true }
}
const askByPin = (worker: Person, upiId: string | null, pin = PIN) =>
  changeOwnUpi(ctx(worker), { upiId, proof: { by: 'pin', pin } })

describe('a change of the address', () => {
  it('counts at once when it is her first', async () => {
    const worker = await makeWorker(asAdmin)
    expect(await askForAddress(worker, 'first@upi')).toEqual({ ok: true, value: { kind: 'now' } })
    expect(await paidTo(worker, NOW)).toBe('first@upi')
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'change upi', actorId: worker.id, before: { upiId: null } })
  })

  it('counts a day later: payouts until then go to the old address', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'old@upi' })
    const countsFrom = inHours(24)
    expect(await askForAddress(worker, 'new@upi')).toEqual({ ok: true, value: { kind: 'later', countsFrom } })
    const justBefore = new Date(countsFrom.getTime() - 1)
    expect(await paidTo(worker, justBefore)).toBe('old@upi')
    expect(await addressOf(worker, justBefore)).toBe('old@upi')
    // Nothing has written it yet, and it counts all the same.
    expect(await addressOf(worker, countsFrom)).toBe('new@upi')
    expect(await paidTo(worker, countsFrom)).toBe('new@upi')
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ after: { countsFrom: countsFrom.toISOString() } })
  })

  it('is seen with the present one by whoever pays, and from when', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'seen@upi' })
    await approved(worker)
    must(await askForAddress(worker, 'next@upi'))
    const listed = async (now: Date) =>
      (await payableWorkers(db, { payerId: admin.id, now })).find(({ userId }) => userId === worker.id)
    const upiChange = { newUpiId: 'next@upi', countsFrom: inHours(24) }
    expect(await listed(NOW)).toMatchObject({ upiId: 'seen@upi', upiChange })
    expect(await listed(inHours(24))).toMatchObject({ upiId: 'next@upi', upiChange: null })
    must(await makePayout(asAdmin))
  })

  it('is written by the hourly job, and by nothing before its time', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'a@upi' })
    must(await askForAddress(worker, 'bb@upi'))
    const stored = async () => (await findWorker(db, worker.id))?.upiId
    await applyUpiChanges(ctx(VISITOR, { now: inHours(23) }))
    expect(await stored()).toBe('a@upi')
    await applyUpiChanges(ctx(VISITOR, { now: inHours(24) }))
    expect(await stored()).toBe('bb@upi')
  })

  it('by an admin waits as well, in the worker’s form and on its own', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'own@upi' })
    expect(await changeUpiOf(asAdmin, { userId: worker.id, upiId: 'desk@upi' })).toMatchObject({
      value: { kind: 'later' },
    })
    expect(await addressOf(worker, NOW)).toBe('own@upi')
    const details = { ...workerInput.parse({ groupId }), userId: worker.id }
    must(await enrolWorker(asAdmin, { ...details, upiId: undefined }))
    expect(await findWorker(db, worker.id)).toMatchObject({
      upiId: 'own@upi',
      upiChange: { newUpiId: 'desk@upi' },
    })
    must(await enrolWorker(asAdmin, { ...details, upiId: 'other@upi' }))
    expect(await findWorker(db, worker.id)).toMatchObject({
      upiId: 'own@upi',
      upiChange: { newUpiId: 'other@upi' },
    })
  })

  it('to none, and then to another, has no first address that counts at once', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'was@upi' })
    must(await askForAddress(worker, null))
    expect(await addressOf(worker, inHours(24))).toBeNull()
    expect(await askForAddress(worker, 'thief@upi', inHours(24))).toMatchObject({ value: { kind: 'later' } })
    expect(await addressOf(worker, inHours(47))).toBeNull()
  })

  it('asked for again waits from the second time; of many at once one waits', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'once@upi' })
    must(await askForAddress(worker, 'second@upi'))
    must(await askForAddress(worker, 'third@upi', inHours(20)))
    expect(await addressOf(worker, inHours(24))).toBe('once@upi')
    expect(await addressOf(worker, inHours(44))).toBe('third@upi')
    const other = await makeWorker(asAdmin, { upiId: 'busy@upi' })
    await Promise.all([1, 2, 3].map((number) => askForAddress(other, `n${number}@upi`)))
    const open = await db
      .selectFrom('upiChanges')
      .select('id')
      .where('userId', '=', other.id)
      .where('stoppedAt', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
  })

  it('has a limit for a day', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'many@upi' })
    for (let at = 0; at < UPI_CHANGES_A_DAY; at += 1) must(await askForAddress(worker, `m${at}@upi`))
    expect(await askForAddress(worker, 'last@upi')).toMatchObject(err('upi_changed_often'))
    expect((await askForAddress(worker, 'last@upi', inHours(25))).ok).toBe(true)
  })

  it('by the command on the server counts at once, and stops one that waits', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'one@upi' })
    must(await askForAddress(worker, 'two@upi'))
    must(await enrolByEmail(ctx(), worker.email, { upiId: 'three@upi' }))
    expect(await addressOf(worker, NOW)).toBe('three@upi')
    expect(await addressOf(worker, inHours(30))).toBe('three@upi')
  })
})

describe('after a card of hers was used', () => {
  /** A worker of the group whose card was made by this person and used on this day before now. */
  async function joined(by: Person, daysAgo: number): Promise<Person> {
    const worker = await withPin(null)
    const now = inHours(-24 * daysAgo)
    const { batchId } = must(await issueCard(ctx(by, { now }), worker.id))
    const [card] = await listCards(db, batchId, { scope: null, now })
    const token = cardToken(ctx().cardKeys, card?.id ?? '')
    must(await joinByCard(ctx(VISITOR, { now }), { token, pin: PIN, isShared: false }))
    return worker
  }
  const listed = async (worker: Person, scope: readonly string[] | null, now = NOW) =>
    (await listUpiToTell(db, scope, now)).find(({ userId }) => userId === worker.id)

  it('a first address waits a day for seven days, and is told', async () => {
    const worker = await joined(admin, 6)
    expect(await askByPin(worker, 'thief@upi')).toEqual({
      ok: true,
      value: { kind: 'later', countsFrom: inHours(24) },
    })
    expect(await addressOf(worker, inHours(23))).toBeNull()
    expect(await listed(worker, null)).toBeDefined()
    expect(await listed(worker, [groupId])).toBeDefined()
    expect(await askByPin(await joined(admin, 7), 'first@upi')).toMatchObject({ value: { kind: 'now' } })
  })

  it('a second address waits while the first one does', async () => {
    const worker = await joined(admin, 6.9)
    must(await askByPin(worker, 'one@upi'))
    const later = ctx(worker, { now: inHours(5) })
    const proof = { by: 'pin', pin: PIN } as const
    expect(await changeOwnUpi(later, { upiId: 'two@upi', proof })).toMatchObject({ value: { kind: 'later' } })
  })

  it('what the maker of the card marked as told stays in the admins’ list until an admin did so or it counts', async () => {
    const worker = await joined(coordinator, 1)
    must(await askByPin(worker, 'hers@upi'))
    const id = (await listed(worker, [groupId]))?.id ?? ''
    must(await markUpiTold(ctx(coordinator), id))
    expect(await listed(worker, [groupId])).toBeUndefined()
    expect(await listed(worker, null)).toBeDefined()
    expect(await listed(worker, null, inHours(24))).toBeUndefined()
    must(await markUpiTold(asAdmin, id))
    expect(await listed(worker, null)).toBeUndefined()
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'tell of upi change', actorId: admin.id })
    must(await markUpiTold(ctx(coordinator), id))
    expect(await listed(worker, null)).toBeUndefined()
  })

  it('a coordinator who did not make the card is believed', async () => {
    const worker = await joined(admin, 1)
    must(await askByPin(worker, 'hers@upi'))
    must(await markUpiTold(ctx(coordinator), (await listed(worker, null))?.id ?? ''))
    expect(await listed(worker, null)).toBeUndefined()
  })
})

describe('the proof', () => {
  it('is the PIN where she signed in with one', async () => {
    const worker = await withPin('pin@upi')
    expect(await askByPin(worker, 'new@upi', '111119')).toMatchObject(err('pin_wrong'))
    expect(await askForAddress(worker, 'new@upi')).toMatchObject(err('pin_wrong'))
    expect(await askByPin(worker, 'new@upi')).toMatchObject({ value: { kind: 'later' } })
    expect(await changeOwnUpi(ctx(VISITOR), { upiId: 'x1@upi', proof: BY_PASSWORD })).toMatchObject(
      err('signed_out'),
    )
    expect(await askForAddress(admin, 'x1@upi')).toMatchObject(err('worker_not_found'))
  })

  it('is asked for a first address too', async () => {
    const worker = await withPin(null)
    expect(await askByPin(worker, 'new@upi', '111119')).toMatchObject(err('pin_wrong'))
    expect(await addressOf(worker, NOW)).toBeNull()
  })

  it('counts wrong PINs with those of sign-ins on phones that know her, at any concurrency', async () => {
    const worker = await withPin('lock@upi')
    const phone = (await findWorker(db, worker.id))?.phone ?? ''
    const own = { userId: null, isShared: false, known: [{ userId: worker.id, signedInAt: NOW }] }
    const signIn = (pin: string) => signInWithPin(ctx(), { phone, pin, ...own })
    await signIn('111119')
    await signIn('111119')
    await Promise.all(Array.from({ length: MAX_WRONG_PINS }, () => askByPin(worker, 'new@upi', '111119')))
    expect(await askByPin(worker, 'new@upi')).toMatchObject(err('pin_wrong'))
    expect(await signIn(PIN)).toMatchObject(err('pin_wrong'))
    expect(await addressOf(worker, inHours(24))).toBe('lock@upi')
    const other = await withPin('fine@upi')
    for (let at = 1; at < MAX_WRONG_PINS; at += 1) await askByPin(other, 'new@upi', '111119')
    expect((await askByPin(other, 'new@upi')).ok).toBe(true)
    const pins = db.selectFrom('workerPins').select('wrongTriesKnown').where('userId', '=', other.id)
    expect(await pins.executeTakeFirst()).toEqual({ wrongTriesKnown: 0 })
  })
})

describe('a change of the phone number', () => {
  const moveTo = (worker: Person, phone: string | null, pin: string | null = null, now = NOW) =>
    changeOwnProfile(ctx(worker, { now }), { phone }, pin === null ? null : { by: 'pin', pin })
  const phoneOf = async (worker: Person) => (await findWorker(db, worker.id))?.phone

  it('asks for the PIN, and is in her history', async () => {
    const worker = await withPin('ph@upi')
    const oldPhone = await phoneOf(worker)
    for (const pin of [null, '111119'])
      expect(await moveTo(worker, '9812345678', pin)).toMatchObject(err('pin_wrong'))
    const byPassword = await changeOwnProfile(ctx(worker), { phone: '9812345678' }, BY_PASSWORD)
    expect(byPassword).toMatchObject(err('pin_wrong'))
    expect(await phoneOf(worker)).toBe(oldPhone)
    must(await moveTo(worker, '9812345678', PIN))
    expect(await phoneOf(worker)).toBe('9812345678')
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'change phone', actorId: worker.id })
  })

  it('to the same number, and one of consent or language, need no PIN', async () => {
    const worker = await withPin('same@upi')
    const phone = (await phoneOf(worker)) ?? ''
    must(await changeOwnProfile(ctx(worker), { phone, madeByConsent: true }))
    must(await changeOwnProfile(ctx(worker), { language: 'mr' }))
    expect(await findWorker(db, worker.id)).toMatchObject({ phone, language: 'mr', madeByConsentAt: NOW })
  })

  it('of the last seven days keeps the old number for whoever tells her of a new address', async () => {
    const worker = await withPin('held@upi')
    const oldPhone = await phoneOf(worker)
    const toldOn = async (now: Date) => {
      must(
        await changeOwnUpi(ctx(worker, { now }), {
          upiId: `t${now.getTime()}@upi`,
          proof: { by: 'pin', pin: PIN },
        }),
      )
      return (await listUpiToTell(db, [groupId], now)).find(
        ({ userId, askedAt }) => userId === worker.id && askedAt.getTime() === now.getTime(),
      )?.phone
    }
    must(await moveTo(worker, '9812345671', PIN))
    must(await moveTo(worker, '9812345672', PIN, inHours(1)))
    expect(await toldOn(inHours(2))).toBe(oldPhone)
    expect(await toldOn(inHours(7 * 24 + 2))).toBe('9812345672')
  })

  it('by an admin keeps it as well', async () => {
    const worker = await withPin('desk@upi')
    const oldPhone = await phoneOf(worker)
    const details = workerInput.parse({ groupId, phone: '9812345673' })
    must(await enrolWorker(asAdmin, { ...details, upiId: undefined, userId: worker.id }))
    must(await askByPin(worker, 'n2@upi'))
    expect(
      (await listUpiToTell(db, [groupId], NOW)).find(({ userId }) => userId === worker.id),
    ).toMatchObject({ phone: oldPhone })
  })
})

describe('a change that waits', () => {
  it.each([
    ['the worker', (worker: Person) => worker],
    ['a coordinator of her group', () => coordinator],
    ['an admin', () => admin],
  ])('is stopped by %s', async (_, by) => {
    const worker = await makeWorker(asAdmin, { upiId: 'keep@upi', groupId })
    must(await askForAddress(worker, 'gone@upi'))
    must(await stopUpiChange(ctx(by(worker)), worker.id))
    expect(await addressOf(worker, inHours(24))).toBe('keep@upi')
    await applyUpiChanges(ctx(VISITOR, { now: inHours(24) }))
    expect(await addressOf(worker, inHours(24))).toBe('keep@upi')
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'stop upi change', actorId: by(worker).id })
  })

  it('is stopped by nobody else, and not once it counts', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'keep@upi', groupId })
    must(await askForAddress(worker, 'next@upi'))
    const stranger = await makeWorker(asAdmin, { groupId })
    for (const actor of [stranger, elsewhere])
      expect(await stopUpiChange(ctx(actor), worker.id)).toMatchObject(err('worker_not_found'))
    expect(await stopUpiChange(ctx(VISITOR), worker.id)).toMatchObject(err('signed_out'))
    const late = ctx(worker, { now: inHours(24) })
    expect(await stopUpiChange(late, worker.id)).toMatchObject(err('upi_change_over'))
  })

  it('is stopped by entering the present address again', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'same@upi' })
    must(await askForAddress(worker, 'other@upi'))
    expect(await askForAddress(worker, 'other@upi', inHours(1))).toMatchObject({ value: { kind: 'same' } })
    expect((await findWorker(db, worker.id))?.upiChange?.countsFrom).toEqual(inHours(24))
    must(await askForAddress(worker, 'same@upi'))
    expect((await findWorker(db, worker.id))?.upiChange).toBeNull()
  })
})

describe('the old contact', () => {
  it('is told by email', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'mail@upi', groupId })
    const jobs: Job[] = []
    const asWorker = ctx(worker)
    const send = async (_: unknown, job: Job) => void jobs.push(job)
    must(
      await changeOwnUpi(
        { ...asWorker, jobs: { ...asWorker.jobs, send } },
        { upiId: 'n1@upi', proof: BY_PASSWORD },
      ),
    )
    expect(jobs).toMatchObject([{ queue: 'programme-mail', data: { kind: 'upi-change' } }])
    expect((await listUpiToTell(db, null, NOW)).map(({ userId }) => userId)).not.toContain(worker.id)
  })

  it('without email is in the list of her coordinators and of admins, with her number of then, until she is told', async () => {
    const worker = await withPin('tell@upi')
    const phone = (await findWorker(db, worker.id))?.phone
    must(await askByPin(worker, 'n1@upi'))
    const listed = async (scope: readonly string[] | null) =>
      (await listUpiToTell(db, scope, NOW)).find(({ userId }) => userId === worker.id)
    await db.updateTable('workers').set({ phone: '9000000099' }).where('userId', '=', worker.id).execute()
    expect(await listed(null)).toMatchObject({ phone, countsFrom: inHours(24), isOver: false })
    expect(await listed(elsewhere.coordinates)).toBeUndefined()
    const id = (await listed([groupId]))?.id ?? ''
    expect(await markUpiTold(ctx(elsewhere), id)).toMatchObject(err('upi_change_not_found'))
    must(await markUpiTold(ctx(coordinator), id))
    expect(await listed(null)).toBeUndefined()
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'tell of upi change', actorId: coordinator.id })
  })
})
