/** The only place that writes the audit log. */
import { sql } from 'kysely'
import { type Audited, difference } from '#shop/audit/change.ts'
import { withoutPersonal } from '#shop/audit/recorded-fields.ts'
import type { Client, Db } from '#shop/ctx.ts'
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { clientOf } from '#shop/transaction.ts'

export type RecordedChange = {
  /** The person who made the change; null for the system. */
  actorId: string | null
  /** A verb: 'create', 'update', 'delete', 'approve', 'move'… */
  action: string
  entity: Audited
  entityId: string
  /** The object's state, or the relevant part, as JSON; null when it did not exist. */
  before: object | null
  after: object | null
  now: Date
  /** Only outside a transaction, which knows it by itself. */
  client?: Client | null
}

/**
 * Records a change in the transaction that makes it, without personal values. Equal fields of both states are left out;
 * without a difference nothing is recorded.
 */
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

/** Apart from the entries, since it is deleted after a year. */
async function insertOrigins(db: Db, ids: number[], client: Client | null, now: Date): Promise<void> {
  if (!client || ids.length === 0) return
  const origins = ids.map((entryId) => ({ entryId, ...client, createdAt: now }))
  await db.insertInto('auditOrigins').values(origins).execute()
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

/** What a repeated action is counted by, and how often it is recorded at most. */
type Sparsely = { minutes: number; perHour: number }

/**
 * Records what a person does again and again, such as trying a page: not again within these minutes, and at most so
 * often in an hour by all their actions of the same name. True when it was recorded. In a transaction.
 */
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

/** Records what the program noticed about a thing, not again within these minutes. In a transaction. */
export async function recordOnce(
  db: Db,
  entry: Omit<RecordedChange, 'actorId' | 'before'>,
  minutes: number,
): Promise<void> {
  await lockEntries(db, entry.entityId, entry.action)
  const noticed = { ...entry, actorId: null }
  if (!(await isFresh(db, noticed, minutes))) await recordChange(db, { ...noticed, before: null })
}

/** Records that a person looks at these things, each not again within these minutes. In a transaction. */
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

/** Two requests at the same moment count one after the other. */
async function lockEntries(db: Db, actorId: string, action: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${actorId} ${action}`}, 0))`.execute(db)
}

/** True when nothing must be recorded: the same was, within these minutes. A look without the lock. */
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
