import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import type { Db } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase({ poolSize: 4 })

async function addOne(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('products')
    .set((eb) => ({ stockQuantity: eb('stockQuantity', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

it('transact repeats work that PostgreSQL aborted to resolve a deadlock, and commits it once', async () => {
  const product = async () => await makeProduct(db, { stockQuantity: 0 })
  const [a, b] = [await product(), await product()]
  const bothHold = Promise.withResolvers<void>()
  let holders = 0
  let runs = 0
  const add = (first: string, second: string) =>
    transact(ctx(), async (trx) => {
      runs += 1
      await addOne(trx, first)
      holders += 1
      if (holders === 2) bothHold.resolve()
      await bothHold.promise
      await addOne(trx, second)
    })
  await Promise.all([add(a, b), add(b, a)])
  // PostgreSQL aborts one of the two, or both if they detect the deadlock at the same moment.
  expect(runs).toBeGreaterThan(2)
  const stock = await db.selectFrom('products').select('stockQuantity').where('id', 'in', [a, b]).execute()
  expect(stock.map(({ stockQuantity }) => stockQuantity)).toEqual([2, 2])
})

it('transact does not repeat work after any other error', async () => {
  let runs = 0
  const attempt = transact(ctx(), async () => {
    runs += 1
    throw Object.assign(new Error('broken'), { code: '23505' })
  })
  await expect(attempt).rejects.toThrow('broken')
  expect(runs).toBe(1)
})
