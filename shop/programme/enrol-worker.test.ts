import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { NOT_RECORDED } from '#shop/audit/change.ts'
import { changeRoles } from '#shop/customers/change-account.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { enrolByEmail, enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { changeUpiOf } from '#shop/programme/upi-changes.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

it('enrolWorker refuses an outdated form, and records changes without their values', async () => {
  const { id: userId } = await makeUser(db)
  const save = (place: string, minutes: number, seenAt?: Date | null) =>
    enrolWorker(ctx(admin, { now: later(minutes) }), {
      ...workerInput.parse({ place }),
      userId,
      ...(seenAt !== undefined && { seenAt }),
    })
  expect(await save('Hubballi', 1, null)).toEqual(ok(null))
  // The second admin had the same empty form open.
  expect(await save('Dharwad', 2, null)).toEqual(err('worker_changed'))
  expect(await save('Dharwad', 3, later(1))).toEqual(ok(null))
  expect(await save('Gadag', 4, later(1))).toEqual(err('worker_changed'))
  expect(await findWorker(db, userId)).toMatchObject({ place: 'Dharwad', updatedAt: later(3) })
  expect(await listChanges(db, { entity: 'worker', entityId: userId, limit: 5 })).toMatchObject([
    { before: { place: NOT_RECORDED }, after: { place: NOT_RECORDED } },
    { before: null, after: { place: NOT_RECORDED, language: 'hi' } },
  ])
})

it('enrolWorker and enrolByEmail set Hindi if no language is given', async () => {
  const [byForm, byCommand] = [await makeUser(db), await makeUser(db)]
  const enrolment = { ...workerInput.parse({}), userId: byForm.id, seenAt: null }
  expect(await enrolWorker(ctx(admin), enrolment)).toMatchObject({ ok: true })
  expect(await enrolByEmail(ctx(), byCommand.email, {})).toMatchObject({ ok: true })
  for (const { id } of [byForm, byCommand]) expect((await findWorker(db, id))?.language).toBe('hi')
})

it('enrolWorker and changeUpiOf refuse the actor’s own account, and refuse an owner’s account to a manager', async () => {
  const [manager, other] = await Promise.all([1, 2].map(() => makeUser(db, { staffRole: 'manager' })))
  if (!manager || !other) throw new Error('no managers')
  const enrol = (actor: Person, { id }: Person, upiId: string | null = null) =>
    enrolWorker(ctx(actor), { ...workerInput.parse({}), userId: id, upiId })
  const changeAddress = (actor: Person, { id }: Person) =>
    changeUpiOf(ctx(actor), { userId: id, upiId: 'x@upi' })
  for (const self of [manager, admin])
    expect(await enrol(self, self)).toEqual({ ok: false, reason: 'own_worker_data' })
  expect(await enrol(manager, admin)).toEqual({ ok: false, reason: 'owner_data' })
  const isWorker = { userId: admin.id, isWorker: true }
  expect(await changeRoles(ctx(manager), isWorker)).toEqual({ ok: false, reason: 'owner_data' })
  const owner = await makeUser(db, { staffRole: 'owner' })
  for (const person of [manager, owner]) expect(await enrol(admin, person)).toMatchObject({ ok: true })
  expect(await changeAddress(manager, manager)).toEqual({ ok: false, reason: 'own_worker_data' })
  expect(await changeAddress(manager, owner)).toEqual({ ok: false, reason: 'owner_data' })
  expect(await changeAddress(other, manager)).toMatchObject({ ok: true })
})
