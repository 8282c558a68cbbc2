import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { RefundAccountHint } from '#shop/payments/refund-account.ts'

export async function refundAccountHints(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, RefundAccountHint>()
  const rows = await db
    .selectFrom('refundAccounts')
    .select(['orderId', 'kind', 'hint', 'givenAt'])
    .select(sql<boolean>`sealed is not null`.as('isSaved'))
    .where('orderId', 'in', [...orderIds])
    .execute()
  return new Map(rows.map(({ orderId, ...hint }) => [orderId, hint]))
}

/** True while a refund waits to be paid by hand, or while the customer of a delivered cash order requests one. */
export async function takesRefundAccount(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ takes: boolean }>`
    select exists (select from refunds join payments on payments.id = refunds.payment_id
        where refunds.order_id = orders.id
        and (status in ('by_hand', 'refused') or (status = 'requested' and provider = 'cod')))
      or (payment_method = 'cod' and payment_status in ('collected', 'paid') and exists (select from order_requests
        where order_id = orders.id and kind = 'refund' and status = 'open' and wish = 'refund')) as takes
    from orders where id = ${orderId}::uuid`.execute(db)
  return rows[0]?.takes ?? false
}
