import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { listOrders, requestsOfOrders } from '#shop/orders/orders.read.ts'
import type { ActionOrder } from '#shop/orders/packing.sql.ts'
import {
  type PackingStage,
  type Parcel,
  parcelUnits,
  UNDO_SECONDS,
  type UndoableAction,
} from '#shop/orders/packing.ts'
import { parcelItems } from '#shop/orders/request.ts'

const IN_STAGE = {
  confirm: sql`status = 'pending'`,
  pack: sql`status = 'processing' and not exists (select from order_packings where order_id = orders.id)`,
  ship: sql`status = 'processing' and exists (select from order_packings where order_id = orders.id)`,
} as const satisfies Record<PackingStage, unknown>

/** True for an order with an open cancellation request, or whose whole payment is being refunded. */
export const IS_STOPPED = sql<boolean>`(
  exists (select from order_requests
    where order_id = orders.id and kind = 'cancellation' and status = 'open')
  or (payment_status in ('collected', 'paid')
    and exists (select from payments where order_id = orders.id)
    and not exists (select from payments where order_id = orders.id and amount > (
      select coalesce(sum(refunds.amount), 0) from refunds
      where refunds.payment_id = payments.id and refunds.status <> 'refused')))
)`

/** SQL condition: the opposite of `isUnpaid` in order.ts, and not stopped. */
const IS_PACKABLE = sql`payment_status <> 'refunded' and (payment_method = 'cod' or payment_status = 'paid')
  and not ${IS_STOPPED}`

export async function countStages(db: Db) {
  const { rows } = await sql<{ stage: PackingStage; count: number; since: Date | null }>`
    select case when status = 'pending' then 'confirm'
        when exists (select from order_packings where order_id = orders.id) then 'ship' else 'pack' end as stage,
      count(*)::int as count, min(created_at) as since
    from orders where status in ('pending', 'processing') and ${IS_PACKABLE} group by stage`.execute(db)
  const empty: { count: number; since: Date | null } = { count: 0, since: null }
  const counts: Record<PackingStage, typeof empty> = { confirm: empty, pack: empty, ship: empty }
  for (const { stage, count, since } of rows) counts[stage] = { count, since }
  return counts
}

export async function listStage(db: Db, stage: PackingStage, limit: number, among: readonly string[] = []) {
  const chosen = among.length > 0 ? sql`id = any(${among}::uuid[])` : sql`true`
  const { rows } = await sql<{ id: string }>`
    select id from orders where ${IN_STAGE[stage]} and ${IS_PACKABLE} and ${chosen}
    order by created_at, id limit ${limit}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return findParcels(db, ids)
}

function shippedSince(since: Date) {
  return sql`order_events where kind = 'status' and to_status = 'shipped' and created_at >= ${since}
    and exists (select from orders where orders.id = order_id and status = 'shipped')`
}

export async function countShipped(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct order_id)::int as count from ${shippedSince(since)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listShipped(db: Db, since: Date, limit: number): Promise<Parcel[]> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from ${shippedSince(since)}
    group by order_id order by max(created_at) desc, order_id limit ${limit}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return findParcels(db, ids)
}

/** Returns the parcels in the order of `ids`. Unknown orders are left out. */
export async function findParcels(db: Db, ids: readonly string[]): Promise<Parcel[]> {
  if (ids.length === 0) return []
  const [orders, requests, packings, prints, stopped] = await Promise.all([
    listOrders(db, { userId: null, ids: [...ids], limit: ids.length }),
    requestsOfOrders(db, [...ids]),
    db.selectFrom('orderPackings').select(['orderId', 'packedAt']).where('orderId', 'in', ids).execute(),
    db
      .selectFrom('orderPrints')
      .select(['orderId', 'kind', 'printedAt', 'outdatedAt'])
      .where('orderId', 'in', ids)
      .execute(),
    db.selectFrom('orders').select('id').where('id', 'in', ids).where(IS_STOPPED).execute(),
  ])
  const printOf = (id: string, kind: string) =>
    prints.find((print) => print.orderId === id && print.kind === kind)
  const printTime = (id: string, kind: string) => {
    const print = printOf(id, kind)
    return print && !print.outdatedAt ? print.printedAt : null
  }
  return ids.flatMap((id) => {
    const order = orders.find((row) => row.id === id)
    if (!order) return []
    const own = requests.filter(({ orderId }) => orderId === id)
    const packedAt = packings.find(({ orderId }) => orderId === id)?.packedAt ?? null
    return {
      ...{ order, items: parcelItems(order, own), packedAt, isStopped: stopped.some((row) => row.id === id) },
      ...{ labelPrintedAt: printTime(id, 'label'), slipPrintedAt: printTime(id, 'slip') },
      isLabelOutdated: Boolean(printOf(id, 'label')?.outdatedAt),
    }
  })
}

/** Returns whether an order with an outdated printed label is packed. Null for other orders, and once it is shipped. */
export async function outdatedLabelOf(db: Db, orderId: string): Promise<{ isPacked: boolean } | null> {
  const row = await db
    .selectFrom('orderPrints')
    .innerJoin('orders', 'orders.id', 'orderPrints.orderId')
    .leftJoin('orderPackings', 'orderPackings.orderId', 'orderPrints.orderId')
    .select('packedAt')
    .where('orderPrints.orderId', '=', orderId)
    .where('kind', '=', 'label')
    .where('outdatedAt', 'is not', null)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst()
  return row ? { isPacked: row.packedAt !== null } : null
}

export async function shelvesOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { shelf: string; codes: string[] }>()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'shelf', 'barcode', 'number', 'slug'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, shelf, barcode, number, slug }) => [
      id,
      { shelf, codes: [...(barcode ? [barcode] : []), String(number), slug] },
    ]),
  )
}

/** Returns the net quantities of all products in the parcels, as on their labels. */
export async function netQuantitiesOf(db: Db, parcels: readonly Pick<Parcel, 'items'>[]) {
  const units = parcels.flatMap(({ items }) => parcelUnits(items))
  const ids = units.flatMap(({ productId }) => (productId ? [productId] : []))
  const { rows } = await sql<{ id: string; netQuantity: string }>`
    select id, net_quantity from products where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, netQuantity }) => [id, netQuantity]))
}

/**
 * Returns the tracking numbers that were entered for an undone shipment. Leaves out orders whose restored number has
 * changed since.
 */
export async function findUndoneNumbers(db: Db, actionId: string, parcels: readonly Parcel[]) {
  const row = await db
    .selectFrom('deskActions')
    .select('orders')
    .where('id', '=', actionId)
    .where('kind', '=', 'ship')
    .where('undoneAt', 'is not', null)
    .executeTakeFirst()
  const actionOrders = (row?.orders ?? []) as unknown as ActionOrder[]
  return Object.fromEntries(
    actionOrders.flatMap(({ id, typed, parcel: former }) => {
      const order = parcels.find((parcel) => parcel.order.id === id)?.order
      const isUnchanged =
        !former || (order?.trackingNumber === former.trackingNumber && order.carrier === former.carrier)
      if (!order || !typed || !isUnchanged) return []
      return [[id, { carrier: typed.carrier ?? '', trackingNumber: typed.trackingNumber ?? '' }] as const]
    }),
  )
}

/** Returns an action that can still be undone, or null. */
export async function findUndoable(db: Db, id: string, now: Date): Promise<UndoableAction | null> {
  const since = new Date(now.getTime() - UNDO_SECONDS * 1000)
  const row = await db
    .selectFrom('deskActions')
    .select(['id', 'kind', 'createdAt'])
    .select(sql<number>`jsonb_array_length(orders)`.as('orders'))
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .where('createdAt', '>=', since)
    .executeTakeFirst()
  if (!row) return null
  const until = new Date(row.createdAt.getTime() + UNDO_SECONDS * 1000)
  return { id: row.id, kind: row.kind, orders: row.orders, until }
}
