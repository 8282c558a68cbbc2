/** The only place that writes the audit log. */
import { sql } from 'kysely'
import { type Audited, difference } from '#shop/audit/change.ts'
import type { Db } from '#shop/ctx.ts'

export type RecordedChange = {
  /** The person who made the change; null for the system. */
  actorId: string | null
  /** A verb: 'create', 'update', 'delete', 'approve', 'move'… */
  action: string
  entity: Audited
  entityId: string
  /** The object's state, or the relevant part, as JSON; null when it did not exist. Never contains secrets. */
  before: unknown
  after: unknown
  now: Date
}

/**
 * Records a change in the transaction that makes it. Equal fields of both states are left out; without a difference
 * nothing is recorded.
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

/** True when this person recorded a change of this object with this `decisionId`: the same request came before. */
export async function isRecorded(
  db: Db,
  {
    actorId,
    entity,
    entityId,
    decisionId,
  }: Pick<RecordedChange, 'actorId' | 'entity' | 'entityId'> & { decisionId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('auditLog')
    .select('id')
    .where('entity', '=', entity)
    .where('entityId', '=', entityId)
    .where('actorId', '=', actorId)
    .where(sql<boolean>`after ->> 'decisionId' = ${decisionId}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Erases the contents of entries; action, person and time stay. */
async function eraseEntries(db: Db, entities: Audited[], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('auditLog')
    .set({ before: null, after: null })
    .where('entity', 'in', entities)
    .where('entityId', 'in', [...ids])
    .execute()
}

/**
 * Fields of entries about orders, tasks and payments that stay after anonymising: states, amounts and ids, but no
 * texts.
 */
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
 * Erases the log's data about a closed account and its messages, and the texts in entries about its orders, work and
 * pay.
 */
export async function anonymisePerson(
  db: Db,
  userId: string,
  messageIds: readonly string[] = [],
): Promise<void> {
  await eraseEntries(db, ['user', 'worker'], [userId])
  await eraseEntries(db, ['message'], messageIds)
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
