import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { checkLedger, listMovements } from '#shop/inventory/movements.read.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { approveTask, nameBatch, rejectTask, stockTask } from '#shop/programme/review-task.ts'
import { isInPieces, producesStock } from '#shop/programme/task.ts'
import { findTask } from '#shop/programme/tasks.read.ts'
import { testDatabase } from '#tests/database.ts'
import { stockOf } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { asAdmin: admin, submitted } = await story(shop)
const worker = await makeWorker(admin)

/** A task waiting for review, and its product with stock 5. */
async function inReview() {
  const product = await makeProduct(db, { stockQuantity: 5 })
  return { product, workLogId: await submitted(worker, { productId: product, quantity: 12 }) }
}

const stocked = async (id: string) => (await findTask(db, id))?.stockedQuantity

describe('what an approved task made', () => {
  it('is added to stock once, however many approve, with a movement that names the task', async () => {
    const { product, workLogId } = await inReview()
    const approve = () => approveTask(admin, { workLogId, rating: 5, stockQuantity: 12 })
    const reject = rejectTask(ctx(await makeUser(db)), { workLogId, preset: null, reason: 'x' })
    const outcomes = await Promise.all([approve(), approve(), approve(), reject])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([17, 12])
    expect(await listMovements(db, product, 5)).toMatchObject([
      { quantity: 12, reason: 'made', note: 'Task: Pack ragi mix' },
      { quantity: 5, reason: 'opening' },
    ])
    const named = db.selectFrom('stockMovements').select('workLogId').where('workLogId', '=', workLogId)
    expect(await named.execute()).toHaveLength(1)
    expect((await checkLedger(db)).gaps).toEqual([])
  })

  it('is left out unless the admin says so, can be added later, and is taken back by the difference', async () => {
    const { product, workLogId } = await inReview()
    expect(await stockTask(admin, { workLogId, quantity: 1 })).toMatchObject(err('task_not_approved'))
    await approveTask(admin, { workLogId, rating: 4 })
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([5, null])
    const say = (quantity: number) => stockTask(admin, { workLogId, quantity })
    expect(await Promise.all([say(12), say(12), say(12)])).toEqual(Array(3).fill(ok(null)))
    expect(await stockOf(db, product)).toBe(17)
    await say(10)
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([15, 10])
    const elsewhere = { workLogId, productId: await makeProduct(db), batchCode: null }
    expect(await nameBatch(admin, elsewhere)).toEqual(err('task_in_stock'))
    await makeOrder(ctx(await makeUser(db)), [{ productId: product, quantity: 8 }])
    expect(await say(0)).toEqual(err('shelf_too_empty'))
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([7, 10])
    await say(3)
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([0, 3])
    expect((await checkLedger(db)).gaps).toEqual([])
  })

  it('needs a product, and an approval that would add nothing changes nothing', async () => {
    const { workLogId } = await inReview()
    await db.updateTable('workLogs').set({ productId: null }).where('id', '=', workLogId).execute()
    const refused = err('task_without_product')
    expect(await approveTask(admin, { workLogId, rating: 5, stockQuantity: 3 })).toEqual(refused)
    expect(await findTask(db, workLogId)).toMatchObject({ state: 'pending_review', stockedQuantity: null })
    await approveTask(admin, { workLogId, rating: 5 })
    expect(await stockTask(admin, { workLogId, quantity: 3 })).toEqual(refused)
  })
})

it('is offered for pieces that were made, not for kilograms or checks', () => {
  expect(['production', 'packing', 'roasting', 'quality', 'delivery'].map(producesStock)).toEqual([
    ...[true, true, true, false, false],
  ])
  expect(['packets', 'boxes', 'jars', 'kg', 'Litres', 'hours'].map(isInPieces)).toEqual([
    ...[true, true, true, false, false, false],
  ])
})
