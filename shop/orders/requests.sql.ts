import type { Selectable } from 'kysely'
import type { OrderRequests } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import type {
  OrderRequest,
  ReplacedLine,
  RequestKind,
  RequestStatus,
  RequestWish,
} from '#shop/orders/request.ts'

export type NewRequest = {
  orderId: string
  kind: RequestKind
  reason: string
  details: string
  wish?: RequestWish
  now: Date
}

/** Inserts a request and returns its id; null when one of its kind is open. */
export async function openRequest(db: Db, { now, ...request }: NewRequest): Promise<string | null> {
  const row = await db
    .insertInto('orderRequests')
    .values({ ...request, status: 'open', requestedAt: now })
    .onConflict((conflict) => conflict.columns(['orderId', 'kind']).where('status', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function latestRequest(db: Db, orderId: string, kind: RequestKind) {
  const row = await db
    .selectFrom('orderRequests')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .orderBy('requestedAt', 'desc')
    .orderBy('status', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toRequest(row) : null
}

/** Returns the person who opened the refund at that moment; null when the account is gone. */
export async function starterOf(db: Db, orderId: string, requestedAt: Date): Promise<string | null> {
  const row = await db
    .selectFrom('orderEvents')
    .select('actorId')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'refund_requested')
    .where('createdAt', '=', requestedAt)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.actorId ?? null
}

/** True when a refund was ever granted. */
export async function isRefundGranted(db: Db, orderId: string): Promise<boolean> {
  const granted = await db
    .selectFrom('orderRequests')
    .select('id')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'refund')
    .where('amount', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return granted !== undefined
}

export async function isReplaced(db: Db, orderId: string): Promise<boolean> {
  const granted = await db
    .selectFrom('orderRequests')
    .select('id')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'refund')
    .where('status', '=', 'approved')
    .where('amount', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return granted !== undefined
}

export type Decision = {
  orderId: string
  kind: RequestKind
  status: Exclude<RequestStatus, 'open'>
  amount: Money | null
  answer: string | null
  replaced?: readonly ReplacedLine[] | null
  decidedBy: string | null
  now: Date
}

/** Decides the open request of this kind and returns its id; null when none is open. */
export async function decideRequest(db: Db, decision: Decision): Promise<string | null> {
  const { orderId, kind, now, replaced = null, ...decided } = decision
  const row = await db
    .updateTable('orderRequests')
    .set({ ...decided, replaced: replaced && JSON.stringify(replaced), decidedAt: now })
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export function toRequest(row: Selectable<OrderRequests>): OrderRequest {
  return {
    id: row.id,
    orderId: row.orderId,
    kind: row.kind as RequestKind,
    reason: row.reason,
    details: row.details,
    wish: row.wish as RequestWish,
    status: row.status as RequestStatus,
    amount: row.amount === null ? null : paise(row.amount),
    replaced: row.replaced as ReplacedLine[] | null,
    answer: row.answer,
    requestedAt: row.requestedAt,
    decidedAt: row.decidedAt,
  }
}
