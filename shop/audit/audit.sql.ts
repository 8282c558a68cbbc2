/** The only place that writes the audit log. */
import { sql } from 'kysely'
import { type Audited, difference } from '#shop/audit/change.ts'
import type { Db } from '#shop/ctx.ts'

export type RecordedChange = {
  /** Who did it; null for the program itself. */
  actorId: string | null
  /** A verb: 'create', 'update', 'delete', 'approve', 'move'… */
  action: string
  entity: Audited
  entityId: string
  /** The thing, or the part of it that matters, as JSON can hold it; null when there was none. Never a secret. */
  before: unknown
  after: unknown
  now: Date
}

/**
 * Notes a change in the transaction that makes it: the note exists exactly when the change does. Fields that are the
 * same before and after are left out; a change that changed nothing is not noted.
 */
export async function recordChange(db: Db, change: RecordedChange): Promise<void> {
  const changed = difference(change.before, change.after)
  if (!changed) return
  const { actorId, action, entity, entityId, now } = change
  await db
    .insertInto('auditLog')
    .values({
      actorId,
      action,
      entity,
      entityId,
      before: changed.before === null ? null : JSON.stringify(changed.before),
      after: changed.after === null ? null : JSON.stringify(changed.after),
      createdAt: now,
    })
    .execute()
}

/** Erases what the log says about things; that something was changed, by whom and when, stays. */
async function blankEntries(db: Db, entities: Audited[], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('auditLog')
    .set({ before: null, after: null })
    .where('entity', 'in', entities)
    .where('entityId', 'in', [...ids])
    .execute()
}

/** What an entry about an order, a task or a payment keeps when its person has left: states, amounts and ids, no words. */
const KEPT_FIELDS = [
  ...['status', 'paymentStatus', 'cancellation', 'refund', 'amount', 'returned', 'reference', 'flags'],
  ...[
    'trackingNumber',
    'carrier',
    'state',
    'rating',
    'quantity',
    'unit',
    'paymentAmount',
    'workLogId',
    'userId',
  ],
]

/**
 * Erases what the log says about a person who has left, and about the messages that they wrote; of entries about their
 * orders, work and pay the words.
 */
export async function anonymisePerson(
  db: Db,
  userId: string,
  messageIds: readonly string[] = [],
): Promise<void> {
  await blankEntries(db, ['user', 'worker'], [userId])
  await blankEntries(db, ['message'], messageIds)
  const kept = (column: 'before' | 'after') => sql`case when jsonb_typeof(${sql.ref(column)}) = 'object' then
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${sql.ref(column)})
      where key = any(${KEPT_FIELDS}::text[])) end`
  await sql`update audit_log set before = ${kept('before')}, after = ${kept('after')}
    where (entity = 'order' and entity_id in (select id::text from orders where user_id = ${userId}))
      or (entity = 'task' and entity_id in (select id::text from work_logs where user_id = ${userId}
        union select task_id::text from work_logs where user_id = ${userId}))
      or (entity = 'payout' and entity_id in (select id::text from payout_lines where user_id = ${userId}
        union select id::text from pay_questions where user_id = ${userId}))`.execute(db)
}
