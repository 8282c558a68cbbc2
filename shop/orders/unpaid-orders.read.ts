import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import type { IntentStatus, PaymentIntent } from '#shop/payments/intent.ts'

export type UnpaidRow = Pick<PaymentIntent, 'status' | 'holdUntil' | 'failureReason' | 'confirmingSince'> & {
  id: string
  total: Money
  /** An admin reopened the order after its hold. */
  isReopened: boolean
}

const MAX_ROWS = 5
/** Days after which a lapsed order is no longer offered again. */
const LAPSED_DAYS = 3

type Row = Omit<UnpaidRow, 'total' | 'status'> & { total: number; status: string }

/** Newest first. A lapsed order is listed for some days, until a newer one has all of its products. */
export async function listUnpaid(
  db: Db,
  { userId, orderId, now }: { userId: string; orderId: string | null; now: Date },
): Promise<UnpaidRow[]> {
  const isRecent = sql`intent.hold_until > ${now}::timestamptz - ${`${LAPSED_DAYS} days`}::interval
    and not exists (select from orders as newer where newer.user_id = orders.user_id
      and newer.created_at > orders.created_at
      and (newer.status <> 'cancelled' or newer.payment_method = 'card' and newer.payment_status = 'failed')
      and not exists (select from order_items as wanted where wanted.order_id = orders.id
        and wanted.product_id is not null
        and not exists (select from order_items as ordered
          where ordered.order_id = newer.id and ordered.product_id = wanted.product_id)))`
  const { rows } = await sql<Row>`
    select orders.id, total, intent.status, hold_until, failure_reason, confirming_since,
      intent.status = 'released' and orders.status <> 'cancelled' as is_reopened
    from orders join payment_intents as intent on intent.order_id = orders.id
    where orders.user_id = ${userId}::uuid and payment_method = 'card'
      and (${orderId}::uuid is null or orders.id = ${orderId}::uuid)
      and (
        (orders.status <> 'cancelled' and payment_status in ('pending', 'failed'))
        or (intent.status = 'released' and orders.status = 'cancelled' and payment_status = 'failed'
          and ${orderId === null ? isRecent : sql`true`})
      )
    order by orders.created_at desc limit ${MAX_ROWS}`.execute(db)
  return rows.map((row) => ({ ...row, total: paise(row.total), status: row.status as IntentStatus }))
}
