/** The tasks waiting for an admin. The caller has checked that the actor is an admin. */
import { countWaitingFlags } from '#shop/analytics/flags.read.ts'
import type { ActionItem, PendingTask } from '#shop/analytics/overview.ts'
import { stockAlerts } from '#shop/analytics/stock.read.ts'
import type { Db } from '#shop/ctx.ts'

/** Action items with a count above zero. Orders placed before `lateBefore` should have been shipped. */
export async function findActionItems(db: Db, lateBefore: Date): Promise<ActionItem[]> {
  const needs = await Promise.all([
    lateOrders(db, lateBefore),
    openRequests(db, 'cancellation'),
    openRequests(db, 'refund'),
    manualRefunds(db),
    flaggedOrders(db),
    photosToReview(db),
    lowStock(db),
  ])
  return needs.filter(({ count }) => count > 0)
}

async function lateOrders(db: Db, lateBefore: Date): Promise<ActionItem> {
  const waiting = db
    .selectFrom('orders')
    .where('status', 'in', ['pending', 'processing'])
    .where('createdAt', '<', lateBefore)
    // Unpaid card orders are not packed.
    .where((eb) => eb.or([eb('paymentMethod', '=', 'cod'), eb('paymentStatus', '=', 'paid')]))
  const [{ count }, oldest] = await Promise.all([
    waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    waiting.select(['id', 'createdAt']).orderBy('createdAt').limit(1).executeTakeFirst(),
  ])
  return { kind: 'late', count, since: oldest?.createdAt ?? null, orderId: oldest?.id ?? null }
}

/** Customers' requests without a decision. */
async function openRequests(db: Db, kind: 'cancellation' | 'refund'): Promise<ActionItem> {
  const rows = await db
    .selectFrom('orderRequests')
    .select(['orderId', 'requestedAt'])
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .orderBy('requestedAt')
    .execute()
  const [oldest] = rows
  return { kind, count: rows.length, since: oldest?.requestedAt ?? null, orderId: oldest?.orderId ?? null }
}

/** Refunds to pay manually: cash, and refunds that the provider refused. */
async function manualRefunds(db: Db): Promise<ActionItem> {
  const row = await db
    .selectFrom('refunds')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('createdAt').as('since')])
    .where('status', 'in', ['by_hand', 'refused'])
    .executeTakeFirstOrThrow()
  return { kind: 'refund_by_hand', ...row, orderId: null }
}

async function flaggedOrders(db: Db): Promise<ActionItem> {
  const { orders, oldest } = await countWaitingFlags(db)
  return { kind: 'flagged', count: orders, since: oldest, orderId: null }
}

async function photosToReview(db: Db): Promise<ActionItem> {
  const row = await db
    .selectFrom('workLogs')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<Date | null>('submissionDate').as('since'),
    ])
    .where('state', '=', 'pending_review')
    .executeTakeFirstOrThrow()
  return { kind: 'photo', ...row, orderId: null }
}

async function lowStock(db: Db): Promise<ActionItem> {
  const low = await stockAlerts(db)
  return { kind: 'low_stock', count: low.length, since: null, orderId: null }
}

/** Finished tasks whose photo waits for approval, oldest first. */
export async function findPendingTasks(db: Db, limit: number): Promise<PendingTask[]> {
  const rows = await db
    .selectFrom('workLogs')
    .leftJoin('users', 'users.id', 'workLogs.userId')
    .select(['workLogs.id', 'taskName', 'quantity', 'unit', 'submissionDate', 'users.fullName'])
    .where('state', '=', 'pending_review')
    .orderBy('submissionDate')
    .orderBy('workLogs.id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ fullName, submissionDate, ...task }) =>
    submissionDate ? [{ ...task, workerName: fullName ?? '', submittedAt: submissionDate }] : [],
  )
}
