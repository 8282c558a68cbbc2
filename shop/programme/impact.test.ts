import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { listen } from '#infra/database/listen.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { approveTask } from '#shop/programme/approve-task.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { createGroup } from '#shop/programme/create-group.ts'
import { madeBy, programmeSums } from '#shop/programme/impact.read.ts'
import { nameBatch } from '#shop/programme/name-batch.ts'
import { payTask } from '#shop/programme/pay-task.ts'
import { startTask } from '#shop/programme/start-task.ts'
import { submitPhoto } from '#shop/programme/submit-photo.ts'
import { testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'

const { db, ctx, url } = await testDatabase()
const asAdmin = ctx(await makeUser(db, { staffRole: 'owner' }))
const productId = (await makeProduct(db)) ?? ''

async function group(name: string): Promise<string> {
  const created = await createGroup(asAdmin, { name, place: 'Kalghatgi, Dharwad' })
  if (!created.ok) throw new Error(created.reason)
  return created.value.groupId
}

async function approvedTask(worker: Person): Promise<string> {
  const workLogId = await makeTask(asAdmin, worker)
  await startTask(ctx(worker), { workLogId })
  await submitPhoto(ctx(worker), { workLogId, bytes: await phonePhoto() })
  await approveTask(asAdmin, { workLogId, rating: 5 })
  return workLogId
}

describe('who made a product', () => {
  it('is told by group and place, once a batch is named and while a member agrees', async () => {
    const worker = await makeWorker(asAdmin, { groupId: await group('Annapurna'), madeByConsent: true })
    const workLogId = await approvedTask(worker)
    expect(await madeBy(db, productId)).toEqual([])
    await nameBatch(asAdmin, { workLogId, productId, batchCode: 'R-1' })
    expect(await madeBy(db, productId)).toEqual([{ name: 'Annapurna', place: 'Kalghatgi, Dharwad' }])
    const another = await approvedTask(worker)
    await nameBatch(asAdmin, { workLogId: another, productId, batchCode: 'R-2' })
    expect(await madeBy(db, productId)).toHaveLength(1)
    await changeOwnProfile(ctx(worker), { madeByConsent: false })
    expect(await madeBy(db, productId)).toEqual([])
    await changeOwnProfile(ctx(worker), { madeByConsent: true })
    await nameBatch(asAdmin, { workLogId, productId: null, batchCode: null })
    await nameBatch(asAdmin, { workLogId: another, productId: null, batchCode: null })
    expect(await madeBy(db, productId)).toEqual([])
  })

  it('leaves out groups whose members have not agreed', async () => {
    const worker = await makeWorker(asAdmin, { groupId: await group('Shakti') })
    const workLogId = await approvedTask(worker)
    await nameBatch(asAdmin, { workLogId, productId, batchCode: 'R-3' })
    expect(await madeBy(db, productId)).toEqual([])
  })

  it('is announced, so that kept pages follow', async () => {
    let heard = 0
    const listening = listen({ url, channel: 'catalogue', onEvent: () => (heard += 1), onError: () => {} })
    const worker = await makeWorker(asAdmin)
    await expect.poll(() => heard).toBeGreaterThan(0)
    const since = async (change: () => Promise<unknown>) => {
      await listening.caughtUp()
      const before = heard
      await change()
      await listening.caughtUp()
      return heard - before
    }
    const workLogId = await makeTask(asAdmin, worker)
    expect(await since(() => startTask(ctx(worker), { workLogId }))).toBe(0)
    await submitPhoto(ctx(worker), { workLogId, bytes: await phonePhoto(2) })
    expect(await since(() => approveTask(asAdmin, { workLogId, rating: 5 }))).toBe(1)
    expect(await since(() => nameBatch(asAdmin, { workLogId, productId, batchCode: 'X' }))).toBe(1)
    expect(await since(() => changeOwnProfile(ctx(worker), { madeByConsent: true }))).toBe(1)
    expect(await since(() => changeOwnProfile(ctx(worker), { language: 'hi' }))).toBe(0)
    await listening.stop()
  })
})

it('sums count approved work, and as paid only what was paid', async () => {
  const before = await programmeSums(db)
  const worker = await makeWorker(asAdmin, { groupId: await group('Third') })
  await makeTask(asAdmin, worker)
  const workLogId = await approvedTask(worker)
  const sums = await programmeSums(db)
  expect(sums).toEqual({
    groups: before.groups + 1,
    workers: before.workers + 1,
    tasks: before.tasks + 1,
    paid: before.paid,
  })
  await payTask(asAdmin, { workLogId, reference: 'UPI-1' })
  expect((await programmeSums(db)).paid).toBe(before.paid + 40000)
})
