import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { savedFilters } from '#shop/filters/filters.read.ts'
import type { CsvFile } from '#shop/kernel/csv-file.ts'
import { idRange } from '#shop/orders/orders.read.ts'
import { IS_STOPPED } from '#shop/orders/packing.read.ts'
import { type PackingState, stageOf } from '#shop/orders/packing.ts'
import {
  isChoiceOf,
  isIdPrefix,
  layoutOf,
  type NamedOrder,
  type TrackingLine,
} from '#shop/orders/tracking-file.ts'

type NamedLine = Pick<TrackingLine, 'order' | 'number'>

/** Finds each line's order by id, id prefix (see `isIdPrefix`) or invoice number. 'ambiguous': several match. */
export async function findNamedOrders(db: Db, lines: readonly NamedLine[]) {
  const orders: (NamedOrder | 'ambiguous' | null)[] = []
  for (const line of lines) orders.push(await findNamed(db, line))
  return orders
}

async function findNamed(db: Db, { order, number }: NamedLine): Promise<NamedOrder | 'ambiguous' | null> {
  if (order === '') return null
  const range = isIdPrefix(order) ? idRange(order) : null
  const { rows } = await sql<Omit<NamedOrder, 'stage'> & PackingState>`
    select orders.id, version, users.full_name as customer_name, status, payment_method, payment_status,
      exists (select from order_packings where order_id = orders.id) as is_packed, ${IS_STOPPED} as is_stopped,
      (select other.id from orders as other where lower(other.tracking_number) = lower(${number})
        and other.tracking_number is not null and other.id <> orders.id and other.status <> 'cancelled' limit 1)
        as number_taken_by
    from orders join users on users.id = orders.user_id
    where orders.id in (
      select order_id from invoices where number = upper(${order})
      union all select id from orders
        where ${range ? sql`id between ${range.from}::uuid and ${range.to}::uuid` : sql`false`} limit 3
    )`.execute(db)
  const [only, another] = rows
  if (another) return 'ambiguous'
  if (!only) return null
  const { id, version, customerName, numberTakenBy } = only
  return { id, version, customerName, numberTakenBy, stage: stageOf(only) }
}

/** Returns the columns that this person chose for a file with the same headings, or null. */
export async function rememberedColumns(db: Db, userId: string, file: CsvFile) {
  const layout = layoutOf(file)
  const saved = (await savedFilters(db, userId, 'tracking')).find(({ name }) => name === layout)
  if (!saved) return null
  const params = new URLSearchParams(saved.query)
  const carrier = params.get('carrier')
  const columns = {
    order: Number(params.get('order')),
    number: Number(params.get('number')),
    carrier: carrier === null ? null : Number(carrier),
  }
  return isChoiceOf(file, columns) ? columns : null
}
