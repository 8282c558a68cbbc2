import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { Day } from '#shop/kernel/day.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { Provider } from '#shop/payment-gateway.ts'

/** A transfer to the bank, or a write-off of cash. `net`: what came in. `fee` includes its `tax`. */
export type Settlement = {
  id: string
  provider: Provider
  /** The courier of a remittance, '' for cards. */
  carrier: string
  /** The provider's id, or the bank's reference of a remittance. */
  reference: string
  day: Day
  net: Money
  fee: Money
  tax: Money
  /** Why cash was written off; null for a transfer. */
  writeOffReason?: string | null
}

type NewSettlement = Omit<Settlement, 'id'> & { createdBy: string; createdAt: Date }

/** Inserts a transfer and returns its id, or null if it is already recorded. */
export async function insertSettlement(db: Db, settlement: NewSettlement): Promise<string | null> {
  const row = await db
    .insertInto('settlements')
    .values(settlement)
    .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Adds the amounts of orders that were left out of a transfer, and returns its new sums. */
export async function addToSettlement(db: Db, id: string, sums: Pick<Settlement, 'net' | 'fee' | 'tax'>) {
  const added = db.updateTable('settlements').set(({ eb }) => ({
    net: eb('net', '+', sums.net),
    fee: eb('fee', '+', sums.fee),
    tax: eb('tax', '+', sums.tax),
  }))
  return added.where('id', '=', id).returning(['net', 'fee', 'tax']).executeTakeFirstOrThrow()
}

type CashReceipt = { orderId: string; settlementId: string; capturedAt: Date; now: Date }

/** Marks the cash a courier has for an order as received. False if there is none. A refunded order stays refunded. */
export async function receiveCash(db: Db, receipt: CashReceipt): Promise<boolean> {
  const { orderId, settlementId, capturedAt, now } = receipt
  const payment = await db
    .updateTable('payments')
    .set({ capturedAt, settlementId })
    .where('orderId', '=', orderId)
    .where('capturedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!payment) return false
  await db
    .updateTable('orders')
    .set({ paymentStatus: 'paid', updatedAt: now })
    .where('id', '=', orderId)
    .where('paymentStatus', '=', 'collected')
    .execute()
  return true
}

/** Links payments and refunds, by the provider's ids, to their transfer. */
export async function linkSettlement(
  db: Db,
  settlementId: string,
  ids: { payments: readonly string[]; refunds: readonly string[] },
): Promise<void> {
  await sql`update payments set settlement_id = ${settlementId}::uuid
    where provider <> 'cod' and provider_payment_id = any(${ids.payments}::text[])`.execute(db)
  await sql`update refunds set settlement_id = ${settlementId}::uuid
    where provider_refund_id = any(${ids.refunds}::text[])
      and payment_id in (select id from payments where provider <> 'cod')`.execute(db)
}

/** Closes a month of the books. False if it is closed already. `month`: its first day. */
export async function insertClosedMonth(db: Db, month: Day, closedBy: string | null, closedAt: Date) {
  const row = await db
    .insertInto('closedMonths')
    .values({ month, closedAt, closedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('closedAt')
    .executeTakeFirst()
  return row !== undefined
}
