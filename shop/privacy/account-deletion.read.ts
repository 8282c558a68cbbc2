import type { Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import type { Obstacles } from '#shop/privacy/account-deletion.ts'

export async function findObstacles(db: Db, person: Person): Promise<Obstacles> {
  const openOrders = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', person.id)
    .where('status', 'in', ['pending', 'processing', 'shipped'])
    .orderBy('createdAt')
    .execute()
  const owedOrders = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', person.id)
    .where('status', 'in', ['delivered', 'cancelled'])
    .where((eb) =>
      eb.or([
        eb(
          'id',
          'in',
          eb.selectFrom('refunds').select('orderId').where('status', 'in', ['requested', 'by_hand']),
        ),
        eb('id', 'in', eb.selectFrom('orderRequests').select('orderId').where('status', '=', 'open')),
      ]),
    )
    .execute()
  const tasks = await db
    .selectFrom('workLogs')
    .select(['id', 'taskName as name'])
    .where('userId', '=', person.id)
    .where('state', 'in', ['in_progress', 'returned', 'pending_review', 'approved'])
    .orderBy('createdAt')
    .execute()
  const orders = [
    ...openOrders.map(({ id }) => ({ id, why: 'not_delivered' as const })),
    ...owedOrders.map(({ id }) => ({ id, why: 'refund_due' as const })),
  ]
  return { isStaff: person.staffRole !== null, orders, tasks }
}
