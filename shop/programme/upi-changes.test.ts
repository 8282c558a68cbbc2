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
import { makePayout, payTask } from '#shop/programme/pay-workers.ts'
import { MAX_WRONG_PINS } from '#shop/programme/pin.ts'
import { hashPin } from '#shop/programme/pin-hash.ts'
import { joinByCard, signInWithPin } from '#shop/programme/pin-sign-in.ts'
import { listCards } from '#shop/programme/sign-in.read.ts'
import { savePin } from '#shop/programme/sign-in.sql.ts'
import { UPI_CHANGES_A_DAY, upiAt } from '#shop/programme/upi.ts'
import { listUpiNotices, mustUpiWait } from '#shop/programme/upi-changes.read.ts'
import {
  applyUpiChanges,
  changeOwnUpi,
  changeUpiOf,
  markUpiNotified,
  stopUpiChange,
} from '#shop/programme/upi-changes.ts'
import { issueCard } from '#shop/programme/worker-cards.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 8 })
const { db, ctx } = shop
const { admin, asAdmin, makeGroup, makeApprovedTask, payEverything } = await story(shop)
const groupId = await makeGroup()
const coordinator = await makeCoordinator(asAdmin, [groupId])
const elsewhere = await makeCoordinator(asAdmin, [await makeGroup()])

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
const BY_PASSWORD = { by: 'password' } as const
const PIN = '483920'
let phones = 9_700_000_000

const changeAddress = (worker: Person, upiId: string | null, now = NOW) =>
  changeOwnUpi(ctx(worker, { now }), { upiId, proof: BY_PASSWORD })
const addressOf = async (worker: Person, now: Date) => {
  const details = await findWorker(db, worker.id)
  return details && upiAt(details, now).upiId
}
/** Returns the address that a payout at this moment uses. */
async function payoutAddress(worker: Person, now: Date): Promise<string | null | undefined> {
  await makeApprovedTask(worker)
  return (await payEverything(now)).lines.find(({ userId }) => userId === worker.id)?.upiId
}

/** Makes a worker without email who signed in with a PIN. */
async function makePinWorker(upiId: string | null): Promise<Person> {
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
const changeByPin = (worker: Person, upiId: string | null, pin = PIN) =>
  changeOwnUpi(ctx(worker), { upiId, proof: { by: 'pin', pin } })

describe('a change of the UPI ID', () => {
  it('counts at once if it is the first address', async () => {
    const worker = await makeWorker(asAdmin)
    expect(await changeAddress(worker, 'first@upi')).toEqual({ ok: true, value: { kind: 'now' } })
    expect(await payoutAddress(worker, NOW)).toBe('first@upi')
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'change upi', actorId: worker.id, before: { upiId: null } })
  })

  it('counts a day later; payouts until then use the old address', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'old@upi' })
    const countsFrom = inHours(24)
    expect(await changeAddress(worker, 'new@upi')).toEqual({ ok: true, value: { kind: 'later', countsFrom } })
    const justBefore = new Date(countsFrom.getTime() - 1)
    expect(await payoutAddress(worker, justBefore)).toBe('old@upi')
    expect(await addressOf(worker, justBefore)).toBe('old@upi')
    // The change counts even before the job has applied it.
    expect(await addressOf(worker, countsFrom)).toBe('new@upi')
    expect(await payoutAddress(worker, countsFrom)).toBe('new@upi')
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ after: { countsFrom: countsFrom.toISOString() } })
  })

  it('is shown to the payer together with the current address and the time from which it counts', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'seen@upi' })
    await makeApprovedTask(worker)
    must(await changeAddress(worker, 'next@upi'))
    const payable = async (now: Date) =>
      (await payableWorkers(db, { payerId: admin.id, now })).find(({ userId }) => userId === worker.id)
    const upiChange = { newUpiId: 'next@upi', countsFrom: inHours(24) }
    expect(await payable(NOW)).toMatchObject({ upiId: 'seen@upi', upiChange })
    expect(await payable(inHours(24))).toMatchObject({ upiId: 'next@upi', upiChange: null })
    must(await makePayout(asAdmin))
  })

  it('is applied by the job once it counts', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'a@upi' })
    must(await changeAddress(worker, 'bb@upi'))
    const appliedAddress = async () => (await findWorker(db, worker.id))?.upiId
    await applyUpiChanges(ctx(VISITOR, { now: inHours(23) }))
    expect(await appliedAddress()).toBe('a@upi')
    await applyUpiChanges(ctx(VISITOR, { now: inHours(24) }))
    expect(await appliedAddress()).toBe('bb@upi')
  })

  it('waits if an admin makes it, alone or together with the worker’s other details', async () => {
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

  it('waits after the removal of the old address, too', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'was@upi' })
    must(await changeAddress(worker, null))
    expect(await addressOf(worker, inHours(24))).toBeNull()
    expect(await changeAddress(worker, 'thief@upi', inHours(24))).toMatchObject({ value: { kind: 'later' } })
    expect(await addressOf(worker, inHours(47))).toBeNull()
  })

  it('replaces a waiting change and waits from then on; of concurrent changes, one waits', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'once@upi' })
    must(await changeAddress(worker, 'second@upi'))
    must(await changeAddress(worker, 'third@upi', inHours(20)))
    expect(await addressOf(worker, inHours(24))).toBe('once@upi')
    expect(await addressOf(worker, inHours(44))).toBe('third@upi')
    const other = await makeWorker(asAdmin, { upiId: 'busy@upi' })
    await Promise.all([1, 2, 3].map((number) => changeAddress(other, `n${number}@upi`)))
    const open = await db
      .selectFrom('upiChanges')
      .select('id')
      .where('userId', '=', other.id)
      .where('stoppedAt', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
  })

  it('is refused beyond the daily limit', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'many@upi' })
    for (let at = 0; at < UPI_CHANGES_A_DAY; at += 1) must(await changeAddress(worker, `m${at}@upi`))
    expect(await changeAddress(worker, 'last@upi')).toMatchObject(err('upi_changed_often'))
    expect((await changeAddress(worker, 'last@upi', inHours(25))).ok).toBe(true)
  })

  it('counts at once if made by the server command, and cancels a waiting change', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'one@upi' })
    must(await changeAddress(worker, 'two@upi'))
    must(await enrolByEmail(ctx(), worker.email, { upiId: 'three@upi' }))
    expect(await addressOf(worker, NOW)).toBe('three@upi')
    expect(await addressOf(worker, inHours(30))).toBe('three@upi')
  })
})

describe('after the use of a card', () => {
  /** Makes a worker whose card was issued by this person and used this many days ago. */
  async function makeJoinedWorker(
    issuer: Person,
    daysAgo: number,
    upiId: string | null = 'old@upi',
  ): Promise<Person> {
    const worker = await makePinWorker(upiId)
    const now = inHours(-24 * daysAgo)
    const { batchId } = must(await issueCard(ctx(issuer, { now }), worker.id))
    const [card] = await listCards(db, batchId, { scope: null, now })
    const token = cardToken(ctx().cardKeys, card?.id ?? '')
    must(await joinByCard(ctx(VISITOR, { now }), { token, pin: PIN, isShared: false }))
    return worker
  }
  const findNotice = async (worker: Person, scope: readonly string[] | null, now = NOW) =>
    (await listUpiNotices(db, scope, now)).find(({ userId }) => userId === worker.id)

  it('a first address counts at once if no money was paid or is owed, otherwise a day later; both are listed', async () => {
    const newWorker = await makeJoinedWorker(coordinator, 1, null)
    expect(await mustUpiWait(db, newWorker.id, NOW)).toBe(false)
    expect(await changeByPin(newWorker, 'first@upi')).toMatchObject({ value: { kind: 'now' } })
    must(await markUpiNotified(ctx(coordinator), (await findNotice(newWorker, [groupId]))?.id ?? ''))
    expect(await findNotice(newWorker, [groupId])).toBeUndefined()
    expect(await findNotice(newWorker, null, inHours(24))).toMatchObject({ isOver: true })
    expect(await findNotice(newWorker, null, inHours(7 * 24))).toBeUndefined()
    const owed = await makeJoinedWorker(admin, 6, null)
    await makeApprovedTask(owed)
    expect(await mustUpiWait(db, owed.id, NOW)).toBe(true)
    expect(await mustUpiWait(db, owed.id, inHours(24))).toBe(false)
    const worker = await makeJoinedWorker(admin, 6, null)
    must(await payTask(asAdmin, { workLogId: await makeApprovedTask(worker), reference: 'CASH-1234' }))
    expect(await mustUpiWait(db, worker.id, NOW)).toBe(true)
    expect(await changeByPin(worker, 'thief@upi')).toEqual({
      ok: true,
      value: { kind: 'later', countsFrom: inHours(24) },
    })
    expect(await addressOf(worker, inHours(23))).toBeNull()
    expect(await findNotice(worker, null)).toBeDefined()
    expect(await findNotice(worker, [groupId])).toBeDefined()
  })

  it('a second address waits while the first one waits', async () => {
    const worker = await makeJoinedWorker(admin, 6.9)
    must(await changeByPin(worker, 'one@upi'))
    const later = ctx(worker, { now: inHours(5) })
    const proof = { by: 'pin', pin: PIN } as const
    expect(await changeOwnUpi(later, { upiId: 'two@upi', proof })).toMatchObject({ value: { kind: 'later' } })
  })

  it('a notice that the card’s issuer marked stays in the admins’ list until an admin marks it or the change counts', async () => {
    const worker = await makeJoinedWorker(coordinator, 1)
    must(await changeByPin(worker, 'hers@upi'))
    const id = (await findNotice(worker, [groupId]))?.id ?? ''
    must(await markUpiNotified(ctx(coordinator), id))
    expect(await findNotice(worker, [groupId])).toBeUndefined()
    expect(await findNotice(worker, null)).toBeDefined()
    expect(await findNotice(worker, null, inHours(24))).toBeUndefined()
    must(await markUpiNotified(asAdmin, id))
    expect(await findNotice(worker, null)).toBeUndefined()
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'tell of upi change', actorId: admin.id })
    must(await markUpiNotified(ctx(coordinator), id))
    expect(await findNotice(worker, null)).toBeUndefined()
  })

  it('a notice that another coordinator marked leaves the admins’ list', async () => {
    const worker = await makeJoinedWorker(admin, 1)
    must(await changeByPin(worker, 'hers@upi'))
    must(await markUpiNotified(ctx(coordinator), (await findNotice(worker, null))?.id ?? ''))
    expect(await findNotice(worker, null)).toBeUndefined()
  })
})

describe('the proof of a UPI change', () => {
  it('is the PIN if the session began with a PIN', async () => {
    const worker = await makePinWorker('pin@upi')
    expect(await changeByPin(worker, 'new@upi', '111119')).toMatchObject(err('pin_wrong'))
    expect(await changeAddress(worker, 'new@upi')).toMatchObject(err('pin_wrong'))
    expect(await changeByPin(worker, 'new@upi')).toMatchObject({ value: { kind: 'later' } })
    expect(await changeOwnUpi(ctx(VISITOR), { upiId: 'x1@upi', proof: BY_PASSWORD })).toMatchObject(
      err('signed_out'),
    )
    expect(await changeAddress(admin, 'x1@upi')).toMatchObject(err('worker_not_found'))
  })

  it('is needed for a first address, too', async () => {
    const worker = await makePinWorker(null)
    expect(await changeByPin(worker, 'new@upi', '111119')).toMatchObject(err('pin_wrong'))
    expect(await addressOf(worker, NOW)).toBeNull()
  })

  it('counts concurrent wrong PINs together with sign-ins on known phones', async () => {
    const worker = await makePinWorker('lock@upi')
    const phone = (await findWorker(db, worker.id))?.phone ?? ''
    const knownPhone = { userId: null, isShared: false, known: [{ userId: worker.id, signedInAt: NOW }] }
    const signIn = (pin: string) => signInWithPin(ctx(), { phone, pin, ...knownPhone })
    await signIn('111119')
    await signIn('111119')
    await Promise.all(Array.from({ length: MAX_WRONG_PINS }, () => changeByPin(worker, 'new@upi', '111119')))
    expect(await changeByPin(worker, 'new@upi')).toMatchObject(err('pin_wrong'))
    expect(await signIn(PIN)).toMatchObject(err('pin_wrong'))
    expect(await addressOf(worker, inHours(24))).toBe('lock@upi')
    const other = await makePinWorker('fine@upi')
    for (let at = 1; at < MAX_WRONG_PINS; at += 1) await changeByPin(other, 'new@upi', '111119')
    expect((await changeByPin(other, 'new@upi')).ok).toBe(true)
    const pins = db.selectFrom('workerPins').select('wrongTriesKnown').where('userId', '=', other.id)
    expect(await pins.executeTakeFirst()).toEqual({ wrongTriesKnown: 0 })
  })
})

describe('a change of the phone number', () => {
  const moveTo = (worker: Person, phone: string | null, pin: string | null = null, now = NOW) =>
    changeOwnProfile(ctx(worker, { now }), { phone }, pin === null ? null : { by: 'pin', pin })
  const phoneOf = async (worker: Person) => (await findWorker(db, worker.id))?.phone

  it('needs the PIN and is in the audit log', async () => {
    const worker = await makePinWorker('ph@upi')
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

  it('needs no PIN if the number stays the same, like changes of consent and language', async () => {
    const worker = await makePinWorker('same@upi')
    const phone = (await phoneOf(worker)) ?? ''
    must(await changeOwnProfile(ctx(worker), { phone, madeByConsent: true }))
    must(await changeOwnProfile(ctx(worker), { language: 'mr' }))
    expect(await findWorker(db, worker.id)).toMatchObject({ phone, language: 'mr', madeByConsentAt: NOW })
  })

  it('keeps the old number for notices of UPI changes for seven days', async () => {
    const worker = await makePinWorker('held@upi')
    const oldPhone = await phoneOf(worker)
    const noticePhone = async (now: Date) => {
      must(
        await changeOwnUpi(ctx(worker, { now }), {
          upiId: `t${now.getTime()}@upi`,
          proof: { by: 'pin', pin: PIN },
        }),
      )
      return (await listUpiNotices(db, [groupId], now)).find(
        ({ userId, askedAt }) => userId === worker.id && askedAt.getTime() === now.getTime(),
      )?.phone
    }
    must(await moveTo(worker, '9812345671', PIN))
    must(await moveTo(worker, '9812345672', PIN, inHours(1)))
    expect(await noticePhone(inHours(2))).toBe(oldPhone)
    expect(await noticePhone(inHours(7 * 24 + 2))).toBe('9812345672')
  })

  it('keeps the old number for notices also if an admin makes it', async () => {
    const worker = await makePinWorker('desk@upi')
    const oldPhone = await phoneOf(worker)
    const details = workerInput.parse({ groupId, phone: '9812345673' })
    must(await enrolWorker(asAdmin, { ...details, upiId: undefined, userId: worker.id }))
    must(await changeByPin(worker, 'n2@upi'))
    expect(
      (await listUpiNotices(db, [groupId], NOW)).find(({ userId }) => userId === worker.id),
    ).toMatchObject({ phone: oldPhone })
  })
})

describe('a waiting change', () => {
  it.each([
    ['the worker', (worker: Person) => worker],
    ['a coordinator of the group', () => coordinator],
    ['an admin', () => admin],
  ])('can be stopped by %s', async (_, by) => {
    const worker = await makeWorker(asAdmin, { upiId: 'keep@upi', groupId })
    must(await changeAddress(worker, 'gone@upi'))
    must(await stopUpiChange(ctx(by(worker)), worker.id))
    expect(await addressOf(worker, inHours(24))).toBe('keep@upi')
    await applyUpiChanges(ctx(VISITOR, { now: inHours(24) }))
    expect(await addressOf(worker, inHours(24))).toBe('keep@upi')
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'stop upi change', actorId: by(worker).id })
  })

  it('cannot be stopped by other workers, other coordinators or visitors, or once it counts', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'keep@upi', groupId })
    must(await changeAddress(worker, 'next@upi'))
    const stranger = await makeWorker(asAdmin, { groupId })
    for (const actor of [stranger, elsewhere])
      expect(await stopUpiChange(ctx(actor), worker.id)).toMatchObject(err('worker_not_found'))
    expect(await stopUpiChange(ctx(VISITOR), worker.id)).toMatchObject(err('signed_out'))
    const late = ctx(worker, { now: inHours(24) })
    expect(await stopUpiChange(late, worker.id)).toMatchObject(err('upi_change_over'))
  })

  it('is cancelled by entering the current address again', async () => {
    const worker = await makeWorker(asAdmin, { upiId: 'same@upi' })
    must(await changeAddress(worker, 'other@upi'))
    expect(await changeAddress(worker, 'other@upi', inHours(1))).toMatchObject({ value: { kind: 'same' } })
    expect((await findWorker(db, worker.id))?.upiChange?.countsFrom).toEqual(inHours(24))
    must(await changeAddress(worker, 'same@upi'))
    expect((await findWorker(db, worker.id))?.upiChange).toBeNull()
  })
})

describe('the notice of a changed UPI ID', () => {
  it('is sent by email', async () => {
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
    expect((await listUpiNotices(db, null, NOW)).map(({ userId }) => userId)).not.toContain(worker.id)
  })

  it('without email is listed for coordinators and admins with the former number, until the worker is notified', async () => {
    const worker = await makePinWorker('tell@upi')
    const phone = (await findWorker(db, worker.id))?.phone
    must(await changeByPin(worker, 'n1@upi'))
    const findNotice = async (scope: readonly string[] | null) =>
      (await listUpiNotices(db, scope, NOW)).find(({ userId }) => userId === worker.id)
    await db.updateTable('workers').set({ phone: '9000000099' }).where('userId', '=', worker.id).execute()
    expect(await findNotice(null)).toMatchObject({ phone, countsFrom: inHours(24), isOver: false })
    expect(await findNotice(elsewhere.coordinates)).toBeUndefined()
    const id = (await findNotice([groupId]))?.id ?? ''
    expect(await markUpiNotified(ctx(elsewhere), id)).toMatchObject(err('upi_change_not_found'))
    must(await markUpiNotified(ctx(coordinator), id))
    expect(await findNotice(null)).toBeUndefined()
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'tell of upi change', actorId: coordinator.id })
  })
})
