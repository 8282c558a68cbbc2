import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { listen } from '#infra/database/listen.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { listMakers, programmeSums } from '#shop/programme/impact.read.ts'
import { createGroup } from '#shop/programme/manage-groups.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { payTask } from '#shop/programme/pay-workers.ts'
import { approveTask, setProductBatch } from '#shop/programme/review-task.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx, url } = shop
const { asAdmin, makeApprovedTask, makeGroup, sendPhoto } = await story(shop)
const productId = await makeProduct(db)

describe('listMakers', () => {
  it('returns a group once, from its first production batch on, while a member consents', async () => {
    const annapurna = { name: 'Annapurna', place: 'Kalghatgi, Dharwad' }
    const { groupId } = must(await createGroup(asAdmin, annapurna))
    const worker = await makeWorker(asAdmin, { groupId, madeByConsent: true })
    const workLogId = await makeApprovedTask(worker)
    expect(await listMakers(db, productId)).toEqual([])
    await setProductBatch(asAdmin, { workLogId, productId, batchCode: 'R-1' })
    expect(await listMakers(db, productId)).toEqual([{ name: 'Annapurna', place: 'Kalghatgi, Dharwad' }])
    const another = await makeApprovedTask(worker)
    await setProductBatch(asAdmin, { workLogId: another, productId, batchCode: 'R-2' })
    expect(await listMakers(db, productId)).toHaveLength(1)
    await changeOwnProfile(ctx(worker), { madeByConsent: false })
    expect(await listMakers(db, productId)).toEqual([])
    await changeOwnProfile(ctx(worker), { madeByConsent: true })
    await setProductBatch(asAdmin, { workLogId, productId: null, batchCode: null })
    await setProductBatch(asAdmin, { workLogId: another, productId: null, batchCode: null })
    expect(await listMakers(db, productId)).toEqual([])
  })

  it('leaves out groups without a consenting member', async () => {
    const worker = await makeWorker(asAdmin, { groupId: await makeGroup() })
    const workLogId = await makeApprovedTask(worker)
    await setProductBatch(asAdmin, { workLogId, productId, batchCode: 'R-3' })
    expect(await listMakers(db, productId)).toEqual([])
  })

  it('has its changes published as events, so that cached pages are rendered again', async () => {
    let received = 0
    const listener = listen({ url, channel: 'catalogue', onEvent: () => (received += 1), onError: () => {} })
    const worker = await makeWorker(asAdmin)
    await expect.poll(() => received).toBeGreaterThan(0)
    const countEvents = async (change: () => Promise<unknown>) => {
      await listener.catchUp()
      const earlierCount = received
      await change()
      await listener.catchUp()
      return received - earlierCount
    }
    const workLogId = await makeTask(asAdmin, worker)
    expect(await countEvents(() => startTask(ctx(worker), { workLogId }))).toBe(0)
    await sendPhoto(worker, workLogId)
    expect(await countEvents(() => approveTask(asAdmin, { workLogId, rating: 5 }))).toBe(1)
    expect(await countEvents(() => setProductBatch(asAdmin, { workLogId, productId, batchCode: 'X' }))).toBe(
      1,
    )
    expect(await countEvents(() => changeOwnProfile(ctx(worker), { madeByConsent: true }))).toBe(1)
    expect(await countEvents(() => changeOwnProfile(ctx(worker), { language: 'hi' }))).toBe(0)
    await listener.stop()
  })
})

it('programmeSums counts approved tasks, their workers and groups, and sums the pay of paid tasks', async () => {
  const earlier = await programmeSums(db)
  const worker = await makeWorker(asAdmin, { groupId: await makeGroup() })
  await makeTask(asAdmin, worker)
  const workLogId = await makeApprovedTask(worker)
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
