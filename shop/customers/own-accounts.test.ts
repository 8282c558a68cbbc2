import { describe, expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { updateProfile } from '#shop/customers/change-account.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { paise } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { type WorkerInput, workerInput } from '#shop/programme/input.ts'
import { findPayout, payableWorkers } from '#shop/programme/pay.read.ts'
import { approvePayout, makePayout, payTask, recordPayments } from '#shop/programme/pay-workers.ts'
import { approveTask, rejectTask } from '#shop/programme/review-task.ts'
import { changeUpiOf } from '#shop/programme/upi-changes.ts'
import { addWorkers } from '#shop/programme/worker-cards.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { admin, asAdmin, makeSubmittedTask, makeApprovedTask } = await story(shop)

let serial = 0
const freshPhone = () => String(9_700_000_000 + ++serial)

async function staff(
  phoneNumber: string | null,
  staffRole: 'owner' | 'manager' = 'manager',
): Promise<Person> {
  const person = await makeUser(db, { staffRole })
  await db.updateTable('users').set({ phoneNumber }).where('id', '=', person.id).execute()
  return person
}

describe('the phone of a worker', () => {
  const phoneOfStaff = err('phone_of_staff')
  const add = (by: Person, phone: string) =>
    addWorkers(ctx(by), [{ fullName: 'Radha', phone, groupId: null }])

  it('is refused if staff have the same number in any notation, unless an owner enters it', async () => {
    const phone = freshPhone()
    const manager = await staff(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`)
    for (const by of [manager, await staff(null)])
      expect(await add(by, phone)).toEqual({ ...phoneOfStaff, phone })
    expect(await add(manager, freshPhone())).toMatchObject({ ok: true })
    expect(await add(admin, phone)).toMatchObject({ ok: true })
  })

  it('cannot be changed to a number of staff by a manager or the worker', async () => {
    const phone = freshPhone()
    const manager = await staff(phone)
    const worker = await makeWorker(asAdmin, { phone: freshPhone() })
    const enrol = (by: Person) => enrolWorker(ctx(by), { ...workerInput.parse({ phone }), userId: worker.id })
    expect(await enrol(manager)).toEqual(phoneOfStaff)
    expect(await changeOwnProfile(ctx(worker), { phone }, { by: 'password' })).toEqual(phoneOfStaff)
    expect(await enrol(admin)).toEqual(ok(null))
    // A manager may save the form again with the number that an owner entered.
    expect(await enrol(manager)).toEqual(ok(null))
  })

  it('may be the worker’s own staff number, if the account is both worker and staff', async () => {
    const phone = freshPhone()
    const manager = await staff(phone)
    const enrolment = { ...workerInput.parse({ phone }), userId: manager.id }
    expect(await enrolWorker(ctx(await staff(null)), enrolment)).toEqual(ok(null))
  })

  it('cannot be entered by staff as their own number', async () => {
    const phone = freshPhone()
    await makeWorker(asAdmin, { phone })
    const [manager, customer] = [await staff(null), await makeUser(db)]
    const setPhone = (by: Person, of: Person) =>
      updateProfile(ctx(by), { userId: of.id, phoneNumber: `+91${phone}` })
    expect(await setPhone(manager, manager)).toEqual(err('phone_of_worker'))
    expect(await setPhone(customer, customer)).toEqual(ok(null))
    expect(await setPhone(admin, manager)).toEqual(ok(null))
  })
})

describe('a second account of the same person', () => {
  const payouts = { refundsAbove: null, payoutsAbove: paise(1) }
  const strict = (by: Person) => ({ ...ctx(by), config: { ...ctx().config, secondPerson: payouts } })

  async function twins(same: 'phone' | 'UPI ID' | 'waiting UPI ID'): Promise<[Person, Person]> {
    const phone = freshPhone()
    if (same === 'phone') return [await staff(phone), await makeWorker(asAdmin, { phone })]
    const own = (fields: Partial<WorkerInput>) => makeWorker(asAdmin, fields)
    const [manager, worker] = [await own({ upiId: `${phone}@upi` }), await own({ upiId: `w${phone}@upi` })]
    await db.updateTable('users').set({ staffRole: 'manager' }).where('id', '=', manager.id).execute()
    const upiId = `${phone}@UPI`
    if (same === 'UPI ID') {
      const enrolment = { ...workerInput.parse({}), userId: worker.id, upiId }
      await db.updateTable('workers').set({ upiId: null }).where('userId', '=', worker.id).execute()
      must(await enrolWorker(asAdmin, enrolment))
    } else must(await changeUpiOf(asAdmin, { userId: worker.id, upiId }))
    return [{ ...manager, staffRole: 'manager' }, worker]
  }

  it.each(['phone', 'UPI ID', 'waiting UPI ID'] as const)(
    'has its work reviewed and paid only by other people, if it has the same %s',
    async (same) => {
      const [manager, worker] = await twins(same)
      const workLogId = await makeSubmittedTask(worker)
      const own = err('own_task')
      expect(await approveTask(ctx(manager), { workLogId, rating: 5 })).toEqual(own)
      const rejection = { workLogId, preset: null, reason: 'Torn' } as const
      expect(await rejectTask(ctx(manager), rejection)).toEqual(own)
      expect(await approveTask(ctx(await staff(null)), { workLogId, rating: 5 })).toEqual(ok(null))
      expect(await payTask(ctx(manager), { workLogId, reference: 'TWIN-1' })).toEqual(err('own_pay'))
      expect(await payableWorkers(db, { payerId: manager.id, now: ctx().now })).toEqual([])
      expect(await makePayout(ctx(manager))).toEqual(err('nothing_to_pay'))
      const { payoutId } = must(await makePayout(asAdmin))
      const payments = ((await findPayout(db, payoutId))?.lines ?? []).map(({ id }) => ({
        lineId: id,
        reference: `TWIN-${id}`,
      }))
      expect(await approvePayout(strict(manager), payoutId)).toEqual(err('own_pay'))
      expect(await recordPayments(ctx(manager), { payments })).toEqual(err('own_pay'))
      expect(await recordPayments(asAdmin, { payments })).toMatchObject({ ok: true })
    },
  )

  it('cannot approve a payout that the first account made', async () => {
    const phone = freshPhone()
    const [first, second] = [await staff(phone), await staff(phone)]
    await makeApprovedTask(await makeWorker(asAdmin))
    const { payoutId } = must(await makePayout(strict(first)))
    expect(await approvePayout(strict(second), payoutId)).toEqual(err('own_payout'))
    expect(await approvePayout(strict(await staff(null)), payoutId)).toEqual(ok('approved'))
  })
})
