/** Rows of the demonstration that fill the parameters of the pages' paths. */
import { sessionCookie, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

type Things = Record<string, string>

/** Ids for the gaps in the paths of pages: rows of the demo customer and worker, and `nothing` for an unknown row. */
export async function demoThings(): Promise<Things> {
  const list = async (path: string, email: string) => {
    const headers = { cookie: await sessionCookie({ email }) }
    return (await fetch(`${shopOrigin()}/api${path}`, { headers })).json()
  }
  const orders: { id: string; user_id: string; status: string }[] = await list(
    '/orders',
    'customer@demo.test',
  )
  // Other tests change new orders.
  const order = orders.find(({ status }) => status === 'delivered')
  if (!order) throw new Error('the demonstration has no delivered order')
  const [task] = await list('/work-logs?limit=1', 'worker@demo.test')
  const [product] = await list('/products?limit=1', 'customer@demo.test')
  const { groupId } = await shopDatabase()
    .selectFrom('workers')
    .select('groupId')
    .where('userId', '=', task.user_id)
    .executeTakeFirstOrThrow()
  // Other tests make newer ones.
  const firstId = async (table: 'coupons' | 'payouts' | 'contactMessages') => {
    const rows = shopDatabase().selectFrom(table).select('id').orderBy('createdAt').orderBy('id')
    return (await rows.limit(1).executeTakeFirstOrThrow()).id
  }
  return {
    coupon: await firstId('coupons'),
    payout: await firstId('payouts'),
    message: await firstId('contactMessages'),
    order: order.id,
    customer: order.user_id,
    task: task.id,
    product: product.id,
    group: groupId ?? '',
    nothing: '00000000-0000-4000-8000-000000000099',
  }
}
