import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeTask } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { productSupplies } from '#shop/programme/planning.read.ts'
import { proposePacking, SHELF_TARGET } from '#shop/programme/planning.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const supply = (ordered: number, inStock: number, underWay: number) => ({
  productId: 'a',
  name: 'Ragi',
  ordered,
  inStock,
  underWay,
})

describe('proposePacking', () => {
  it('proposes the units that are missing from the target, less the units in tasks', () => {
    expect(proposePacking([supply(7, 15, 2)])).toMatchObject([{ shortage: 5, proposed: 3 }])
    expect(proposePacking([supply(7, 500, 0)])).toEqual([])
    expect(proposePacking([supply(0, SHELF_TARGET, 0)])).toEqual([])
  })

  it('reaches the target, and an order of n units adds at most n to the proposal', () => {
    const count = fc.nat(1000)
    fc.assert(
      fc.property(count, count, count, (ordered, inStock, underWay) => {
        const [proposal] = proposePacking([supply(ordered, inStock, underWay)])
        const unitsAfterwards = inStock + underWay + (proposal?.proposed ?? 0)
        expect(unitsAfterwards).toBe(Math.max(SHELF_TARGET, inStock + underWay))
        // Simulates the supply before the units were ordered.
        const [unsold] = proposePacking([supply(0, inStock + ordered, underWay)])
        expect((proposal?.proposed ?? 0) - (unsold?.proposed ?? 0)).toBeLessThanOrEqual(ordered)
      }),
    )
  })
})

describe('productSupplies', () => {
  it('counts units of unshipped orders with their picks, in stock and in producing tasks', async () => {
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
    const supplyOf = (id: string) => supplies.find(({ productId }) => productId === id)
    expect(supplyOf(mix)).toMatchObject({ ordered: 2, inStock: 46, underWay: 12 })
    expect(supplyOf(hot)).toMatchObject({ ordered: 6, inStock: 48, underWay: 0 })
  })
})
