import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { add, type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { olderThan } from '#shop/lists.read.ts'
import type { Refund } from '#shop/payments/refund.ts'
import { listRefundablePayments, selectRefunds, toRefund } from '#shop/payments/refunds.sql.ts'

export async function findRefund(db: Db, id: string): Promise<Refund | null> {
  if (!isUuid(id)) return null
  const row = await selectRefunds(db).where('refunds.id', '=', id).executeTakeFirst()
  return row ? toRefund(row) : null
}

export async function refundsOfOrder(db: Db, orderId: string): Promise<Refund[]> {
  const rows = await selectRefunds(db)
    .where('refunds.orderId', '=', orderId)
    .orderBy('refunds.createdAt')
    .execute()
  return rows.map(toRefund)
}

/** Returns the amount that is not refunded. Callers that refund have locked the order. */
export async function refundableAmount(db: Db, orderId: string): Promise<Money> {
  return add(NO_MONEY, ...(await listRefundablePayments(db, orderId)).map(({ left }) => left))
}

export type ListedRefund = Refund & { customerName: string; isToPay: boolean }

const IS_TO_PAY = sql<boolean>`refunds.status in ('by_hand', 'refused')`

function selectListed(db: Db) {
  return selectRefunds(db)
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select(['users.fullName as customerName', IS_TO_PAY.as('isToPay')])
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number]

function toListed(row: ListedRow): ListedRefund {
  return { ...toRefund(row), customerName: row.customerName, isToPay: row.isToPay }
}

export async function listRefunds(db: Db, limit: number): Promise<ListedRefund[]> {
  const rows = await selectListed(db)
    .orderBy(IS_TO_PAY, 'desc')
    .orderBy('refunds.createdAt', 'desc')
    .orderBy('refunds.id')
    .limit(limit)
    .execute()
  return rows.map(toListed)
}

export async function refundsAfter(db: Db, after: string | null, limit: number): Promise<ListedRefund[]> {
  let query = selectListed(db)
  if (after) query = query.where(olderThan('refunds', after))
  const rows = await query
    .orderBy('refunds.createdAt', 'desc')
    .orderBy('refunds.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toListed)
}
