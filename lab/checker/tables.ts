import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { openDatabase } from '#infra/database/open.ts'

/** The tables that the checker compares with a history, read in one snapshot. */
export type Tables = Awaited<ReturnType<typeof selectTables>>

/** Reads the tables. `databaseUrl`: the URL of the primary. */
export async function readTables(databaseUrl: string): Promise<Tables> {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => {} })
  try {
    return await db.transaction().setIsolationLevel('repeatable read').execute(selectTables)
  } finally {
    await close()
  }
}

async function selectTables(db: Kysely<DB>) {
  return {
    products: await db.selectFrom('products').select(['id', 'name', 'stockQuantity']).execute(),
    movements: await db
      .selectFrom('stockMovements')
      .select(['id', 'productId', 'quantity', 'reason', 'orderId'])
      .orderBy('id')
      .execute(),
    orders: await db
      .selectFrom('orders')
      .select(['id', 'userId', 'idempotencyKey', 'status', 'paymentStatus', 'paymentMethod'])
      .select(['subtotal', 'discount', 'tax', 'shippingFee', 'roundOff', 'total', 'couponId', 'couponCode'])
      .execute(),
    lines: await db
      .selectFrom('orderItems')
      .select(['orderId', 'productId', 'quantity', 'totalPrice'])
      .orderBy('orderId')
      .orderBy('position')
      .execute(),
    events: await db
      .selectFrom('orderEvents')
      .select(['id', 'orderId', 'kind', 'fromStatus', 'toStatus', 'actorId'])
      .orderBy('id')
      .execute(),
    coupons: await db
      .selectFrom('coupons')
      .select(['id', 'code', 'maxUses', 'maxUsesPerCustomer', 'currentUses'])
      .execute(),
    couponUses: await db.selectFrom('couponUses').select(['couponId', 'orderId', 'userId']).execute(),
    intents: await db
      .selectFrom('paymentIntents')
      .select(['id', 'orderId', 'providerOrderId', 'amount', 'status'])
      .execute(),
    payments: await db
      .selectFrom('payments')
      .select(['id', 'orderId', 'provider', 'providerPaymentId', 'amount'])
      .execute(),
    refunds: await db
      .selectFrom('refunds')
      .select(['id', 'orderId', 'paymentId', 'key', 'amount', 'status', 'providerRefundId'])
      .execute(),
    requests: await db
      .selectFrom('orderRequests')
      .select(['id', 'orderId', 'kind', 'status', 'amount'])
      .execute(),
    invoices: (
      await db.selectFrom('invoices').select(['id', 'orderId', 'number', 'reversedAt', 'content']).execute()
    ).map(({ content, ...invoice }) => ({ ...invoice, total: (content as { total: number }).total })),
    creditNotes: await db
      .selectFrom('creditNotes')
      .select(['id', 'orderId', 'invoiceId', 'cause', 'number', 'amount'])
      .execute(),
  }
}
