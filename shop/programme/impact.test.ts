import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { listen } from '#infra/database/listen.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { madeBy, programmeSums } from '#shop/programme/impact.read.ts'
import { createGroup } from '#shop/programme/manage-groups.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { payTask } from '#shop/programme/pay-workers.ts'
import { approveTask, nameBatch } from '#shop/programme/review-task.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx, url } = shop
const { asAdmin, approved, group, sendPhoto } = await story(shop)
const productId = await makeProduct(db)

describe('who made a product', () => {
  it('is told by group and place, once a batch is named and while a member agrees', async () => {
    const annapurna = { name: 'Annapurna', place: 'Kalghatgi, Dharwad' }
    const { groupId } = must(await createGroup(asAdmin, annapurna))
    const worker = await makeWorker(asAdmin, { groupId, madeByConsent: true })
    const workLogId = await approved(worker)
    expect(await madeBy(db, productId)).toEqual([])
    await nameBatch(asAdmin, { workLogId, productId, batchCode: 'R-1' })
    expect(await madeBy(db, productId)).toEqual([{ name: 'Annapurna', place: 'Kalghatgi, Dharwad' }])
    const another = await approved(worker)
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
    const worker = await makeWorker(asAdmin, { groupId: await group() })
    const workLogId = await approved(worker)
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
      const earlierCount = heard
      await change()
      await listening.caughtUp()
      return heard - earlierCount
    }
    const workLogId = await makeTask(asAdmin, worker)
    expect(await since(() => startTask(ctx(worker), { workLogId }))).toBe(0)
    await sendPhoto(worker, workLogId)
    expect(await since(() => approveTask(asAdmin, { workLogId, rating: 5 }))).toBe(1)
    expect(await since(() => nameBatch(asAdmin, { workLogId, productId, batchCode: 'X' }))).toBe(1)
    expect(await since(() => changeOwnProfile(ctx(worker), { madeByConsent: true }))).toBe(1)
    expect(await since(() => changeOwnProfile(ctx(worker), { language: 'hi' }))).toBe(0)
    await listening.stop()
  })
})

it('sums count approved work, and as paid only what was paid', async () => {
  const earlier = await programmeSums(db)
  const worker = await makeWorker(asAdmin, { groupId: await group() })
  await makeTask(asAdmin, worker)
  const workLogId = await approved(worker)
  const sums = await programmeSums(db)
  expect(sums).toEqual({
    groups: earlier.groups + 1,
    workers: earlier.workers + 1,
    tasks: earlier.tasks + 1,
    paid: earlier.paid,
  })
  await payTask(asAdmin, { workLogId, reference: 'UPI-1' })
  expect((await programmeSums(db)).paid).toBe(earlier.paid + 40000)
})
