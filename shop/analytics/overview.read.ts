/** What the shop amounts to so far: the figures of the admin's overview, counted from the tables. */

import type { Overview } from '#shop/analytics/overview.ts'
import type { Db } from '#shop/ctx.ts'
import { paise } from '#shop/kernel/money.ts'
import type { OrderStatus } from '#shop/orders/order.ts'

const RECENT = 5

/** The caller has checked that an admin asks. */
export async function readOverview(db: Db): Promise<Overview> {
  const [users, products, orders, recent] = await Promise.all([
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('products')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('archivedAt', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select((eb) =>
        eb.fn.sum<string | null>('total').filterWhere('status', '!=', 'cancelled').as('revenue'),
      )
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('orders')
      .select(['id', 'total', 'status', 'createdAt'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(RECENT)
      .execute(),
  ])
  return {
    users: users.count,
    products: products.count,
    orders: orders.count,
    revenue: paise(Number(orders.revenue ?? 0)),
    recentOrders: recent.map((order) => ({
      ...order,
      total: paise(order.total),
      status: order.status as OrderStatus,
    })),
  }
}
