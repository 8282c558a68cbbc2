import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeTask } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { productSupplies } from '#shop/programme/planning.read.ts'
import { proposals, SHELF_TARGET } from '#shop/programme/planning.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const supply = (ordered: number, inStock: number, underWay: number) => ({
  productId: 'a',
  name: 'Ragi',
  ordered,
  inStock,
  underWay,
})

describe('proposals', () => {
  it('fill what is free to sell up to the target, less what is under way', () => {
    expect(proposals([supply(7, 15, 2)])).toMatchObject([{ short: 5, proposed: 3 }])
    expect(proposals([supply(7, 500, 0)])).toEqual([])
    expect(proposals([supply(0, SHELF_TARGET, 0)])).toEqual([])
  })

  it('end with the target on the shelf, whatever was sold: an order of n units means n more to pack, not 2n', () => {
    const count = fc.nat(1000)
    fc.assert(
      fc.property(count, count, count, (ordered, inStock, underWay) => {
        const [proposal] = proposals([supply(ordered, inStock, underWay)])
        const later = inStock + underWay + (proposal?.proposed ?? 0)
        expect(later).toBe(Math.max(SHELF_TARGET, inStock + underWay))
        // The same units before they were sold.
        const [unsold] = proposals([supply(0, inStock + ordered, underWay)])
        expect((proposal?.proposed ?? 0) - (unsold?.proposed ?? 0)).toBeLessThanOrEqual(ordered)
      }),
    )
  })
})

describe('supplies', () => {
  it('count open orders with their picks, the shelf, and tasks under way', async () => {
    const admin = await makeUser(db, { staffRole: 'owner' })
    const customer = ctx(await makeUser(db))
    const mix = await makeProduct(db, { tastemakerPicks: 3, stockQuantity: 50 })
    const hot = await makeProduct(db, { isPick: true, category: 'tastemakers', stockQuantity: 60 })
    const item = { productId: mix, quantity: 2, tastemakers: [hot, hot, hot] }
    await makeOrder(customer, [item])
    const shipped = await makeOrder(customer, [item])
    await changeOrder(ctx(admin), { orderId: shipped, status: 'shipped' })
    await makeTask(ctx(admin), null, { productId: mix, quantity: 12 })
    await makeTask(ctx(admin), null, { productId: mix, quantity: 30, taskType: 'quality' })
    const supplies = await productSupplies(db)
    const of = (id: string) => supplies.find(({ productId }) => productId === id)
    expect(of(mix)).toMatchObject({ ordered: 2, inStock: 46, underWay: 12 })
    expect(of(hot)).toMatchObject({ ordered: 6, inStock: 48, underWay: 0 })
  })
})
