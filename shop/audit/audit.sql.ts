/** The only place that writes the audit log. */
import { sql } from 'kysely'
import { type Audited, difference } from '#shop/audit/change.ts'
import { withoutPersonal } from '#shop/audit/recorded-fields.ts'
import type { Client, Db } from '#shop/ctx.ts'
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { clientOf } from '#shop/transaction.ts'

export type RecordedChange = {
  /** Null for the system. */
  actorId: string | null
  /** A verb: 'create', 'update', 'delete', 'approve', 'move'… */
  action: string
  entity: Audited
  entityId: string
  /** Null if it did not exist. */
  before: object | null
  after: object | null
  now: Date
  /** Needed outside transactions only. */
  client?: Client | null
}

/** Records a change in its transaction, without personal values. Without a difference nothing is recorded. */
export async function recordChange(db: Db, change: RecordedChange): Promise<void> {
  const whole = difference(change.before, change.after)
  if (!whole) return
  const { actorId, action, entity, entityId, now, client = clientOf(db) } = change
  const changed = withoutPersonal(entity, whole)
  const entry = await db
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
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertOrigins(db, [entry.id], client, now)
}

export function recordOrderChange(
  db: Db,
  { orderId, ...step }: Pick<RecordedChange, 'actorId' | 'now'> & { orderId: string },
  action: string,
  previous: object | null,
  current: object,
) {
  const change = { action, entity: 'order', entityId: orderId, before: previous, after: current } as const
  return recordChange(db, { ...step, ...change })
}

/** A separate table, because rows are deleted after a year. */
async function insertOrigins(db: Db, ids: number[], client: Client | null, now: Date): Promise<void> {
  if (!client || ids.length === 0) return
  const origins = ids.map((entryId) => ({ entryId, ...client, createdAt: now }))
  await db.insertInto('auditOrigins').values(origins).execute()
}

type Decided = Pick<RecordedChange, 'actorId' | 'entity' | 'entityId'> & { decisionId: string }

/** True if this decision was recorded: the request is a repeat. */
export async function isRecorded(db: Db, { actorId, entity, entityId, decisionId }: Decided) {
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

/** The least interval, and the most entries per hour. */
type Sparsely = { minutes: number; perHour: number }

/** For what people repeat. Returns false within these minutes, or above the hourly limit of the action. */
export async function recordSparsely(
  db: Db,
  entry: Omit<RecordedChange, 'actorId' | 'before'> & { actorId: string },
  { minutes, perHour }: Sparsely,
): Promise<boolean> {
  const { actorId, action, entity, entityId, now } = entry
  await lockEntries(db, actorId, action)
  const { rows } = await sql<{ same: boolean; recent: number }>`
    select coalesce(bool_or(entity = ${entity} and entity_id = ${entityId}
        and created_at > ${new Date(now.getTime() - minutes * MINUTE_MS)}), false) as same,
      count(*)::integer as recent
    from audit_log where actor_id = ${actorId} and action = ${action}
      and created_at > ${new Date(now.getTime() - HOUR_MS)}`.execute(db)
  const [found] = rows
  if (!found || found.same || found.recent >= perHour) return false
  await recordChange(db, { ...entry, before: null })
  return true
}

/** Records what the program noticed, not again within these minutes. */
export async function recordOnce(db: Db, entry: Omit<RecordedChange, 'actorId' | 'before'>, minutes: number) {
  await lockEntries(db, entry.entityId, entry.action)
  const noticed = { ...entry, actorId: null }
  if (!(await isFresh(db, noticed, minutes))) await recordChange(db, { ...noticed, before: null })
}

/** Records looks at these objects, each not again within these minutes. */
export async function recordLooks(
  db: Db,
  look: Pick<RecordedChange, 'entity' | 'now'> & { actorId: string; entityIds: readonly string[] },
  minutes: number,
): Promise<void> {
  const { actorId, entity, entityIds, now } = look
  await lockEntries(db, actorId, 'look')
  const { rows } = await sql<{ id: number }>`
    insert into audit_log (actor_id, action, entity, entity_id, after, created_at)
    select ${actorId}::uuid, 'look', ${entity}, looked_at, '{}', ${now}::timestamptz
    from unnest(${[...new Set(entityIds)]}::text[]) as looked_at
    where not exists (
      select from audit_log where actor_id = ${actorId} and action = 'look' and entity = ${entity}
        and entity_id = looked_at and created_at > ${new Date(now.getTime() - minutes * MINUTE_MS)}
    ) returning id`.execute(db)
  await insertOrigins(
    db,
    rows.map(({ id }) => id),
    clientOf(db),
    now,
  )
}

/** Serializes entries of one person and action. */
async function lockEntries(db: Db, actorId: string, action: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${actorId} ${action}`}, 0))`.execute(db)
}

/** True if the same entry was recorded within these minutes. */
export async function isFresh(
  db: Db,
  { actorId, action, entity, entityId, now }: Omit<RecordedChange, 'before' | 'after'>,
  minutes: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('auditLog')
    .select('id')
    .where('actorId', actorId === null ? 'is' : '=', actorId)
    .where('action', '=', action)
    .where('entity', '=', entity)
    .where('entityId', '=', entityId)
    .where('createdAt', '>', new Date(now.getTime() - minutes * MINUTE_MS))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
