import type { Db } from '#shop/ctx.ts'
import { requestsOfOrder } from '#shop/orders/orders.read.ts'
import {
  isReplacement,
  type OrderRequest,
  type ReplacedLine,
  type RequestKind,
  type RequestStatus,
  type RequestWish,
} from '#shop/orders/request.ts'

type NewRequest = Pick<OrderRequest, 'orderId' | 'kind' | 'reason' | 'details'> & {
  wish?: RequestWish
  now: Date
}

/** Inserts a request and returns its id; null if the same kind is already open. */
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
  return (await requestsOfOrder(db, orderId)).findLast((request) => request.kind === kind) ?? null
}

/** Returns the id of the person who requested the refund at that moment, or null. */
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

export async function isRefundGranted(db: Db, orderId: string): Promise<boolean> {
  const requests = await requestsOfOrder(db, orderId)
  return requests.some(({ kind, amount }) => kind === 'refund' && amount !== null)
}

export async function isReplaced(db: Db, orderId: string): Promise<boolean> {
  return (await requestsOfOrder(db, orderId)).some(isReplacement)
}

export type Decision = Pick<OrderRequest, 'orderId' | 'kind' | 'amount' | 'answer'> & {
  status: Exclude<RequestStatus, 'open'>
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
