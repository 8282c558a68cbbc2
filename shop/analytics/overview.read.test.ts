import { expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { readOverview } from '#shop/analytics/overview.read.ts'
import { rupees } from '#shop/kernel/money.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()

it('counts what is in the tables, and no revenue of cancelled orders', async () => {
  expect(await readOverview(db)).toEqual({ users: 0, products: 0, orders: 0, revenue: 0, recentOrders: [] })
  const [customer, admin] = [await makeUser(db), await makeUser(db, { isAdmin: true })]
  const productId = (await makeProduct(db, { price: rupees(100) })) ?? ''
  const ids: string[] = []
  for (let at = 0; at < 7; at += 1) ids.push(await makeOrder(ctx(customer), [{ productId, quantity: 1 }]))
  await changeOrder(ctx(admin), { orderId: ids[0] ?? '', status: 'cancelled' })
  const overview = await readOverview(db)
  expect(overview).toMatchObject({ users: 2, products: 1, orders: 7, revenue: 6 * 11800 })
  expect(overview.recentOrders).toHaveLength(5)
})
