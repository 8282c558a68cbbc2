import type { Db } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { PayableOrder } from '#shop/orders/order.ts'
import type { CardProvider } from '#shop/payment-gateway.ts'
import type { PaymentIntent } from '#shop/payments/intent.ts'

export type IntentWithOrder = PaymentIntent & {
  isCurrent: boolean
  createdAt: Date
  order: PayableOrder & { userId: string; advance: Money }
}

export type IntentKey =
  | { id: string }
  | { orderId: string }
  | { provider: CardProvider; providerOrderId: string }

function selectIntents(db: Db, key: IntentKey) {
  const base = db
    .selectFrom('paymentIntents')
    .innerJoin('orders', 'orders.id', 'paymentIntents.orderId')
    .select(['paymentIntents.id', 'orderId', 'provider', 'providerOrderId', 'amount', 'failureReason'])
    .select(['paymentIntents.status', 'holdUntil', 'confirmingSince', 'isCurrent'])
    .select('paymentIntents.createdAt')
    .select([
      'orders.userId',
      'orders.advance',
      'orders.status as orderStatus',
      'orders.paymentStatus',
      'orders.paymentMethod',
    ])
  if ('id' in key) return base.where('paymentIntents.id', '=', key.id)
  if ('orderId' in key) return base.where('orderId', '=', key.orderId).where('isCurrent', '=', true)
  return base.where('provider', '=', key.provider).where('providerOrderId', '=', key.providerOrderId)
}

export async function findIntent(db: Db, key: IntentKey): Promise<IntentWithOrder | null> {
  const row = await selectIntents(db, key).executeTakeFirst()
  if (!row) return null
  const { userId, advance, orderStatus: status, paymentStatus, paymentMethod, ...intent } = row
  return { ...intent, order: { userId, advance, status, paymentStatus, paymentMethod } }
}

/** Locks the order's row, so that concurrent reports of one payment are handled in turn. */
export async function lockIntent(db: Db, key: IntentKey): Promise<IntentWithOrder | null> {
  const found = await selectIntents(db, key).executeTakeFirst()
  if (!found) return null
  await db.selectFrom('orders').select('id').where('id', '=', found.orderId).forUpdate().execute()
  return findIntent(db, { id: found.id })
}
