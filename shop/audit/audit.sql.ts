/** The only place that writes the audit log. */
import { sql } from 'kysely'
import { type AuditEntity, difference } from '#shop/audit/change.ts'
import { withoutPersonal } from '#shop/audit/recorded-fields.ts'
import type { Client, Ctx, Db } from '#shop/ctx.ts'
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { clientOf } from '#shop/transaction.ts'

export type RecordedChange = {
  /** Null for the system. */
  actorId: string | null
  /** A verb: 'create', 'update', 'delete', 'approve', 'move'… */
  action: string
  entity: AuditEntity
  entityId: string
  /** Null if the object did not exist. */
  before: object | null
  after: object | null
  /** Fields whose values the log may hold, in addition to those of recorded-fields.ts. */
  publicFields?: readonly string[]
  now: Date
  /** Needed only outside a transaction, because a transaction knows its client. */
  client?: Client | null
}

/** The size of an index entry is limited, and an id may be a path that a client sent. */
const MAX_ENTITY_ID = 200

/** Records a change in its transaction, without personal values. Records nothing if the states are equal. */
export async function recordChange(db: Db, change: RecordedChange): Promise<void> {
  const states = difference(change.before, change.after)
  if (!states) return
  const { actorId, action, entity, now, client = clientOf(db) } = change
  const entityId = change.entityId.slice(0, MAX_ENTITY_ID)
  const changed = withoutPersonal(entity, states, change.publicFields)
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

type ByActor = Pick<Ctx, 'actor' | 'now'>

/** Records a change by the actor of `ctx`. A null state: the object did not exist. */
export function recordAction(
  db: Db,
  { actor, now }: ByActor,
  action: string,
  entity: AuditEntity,
  entityId: string,
  previous: object | null,
  current: object | null,
  publicFields?: readonly string[],
) {
  const actorId = actor.kind === 'person' ? actor.id : null
  const entry = { actorId, action, entity, entityId, before: previous, after: current, now }
  return recordChange(db, publicFields ? { ...entry, publicFields } : entry)
}

/** Returns a function that records changes of an entity. The values of the declared `fields` are about no person. */
export function recorderOf(entity: AuditEntity, fields: object) {
  const publicFields = Object.keys(fields)
  return (
    db: Db,
    ctx: ByActor,
    action: string,
    id: string,
    previous: object | null,
    current: object | null,
  ) => recordAction(db, ctx, action, entity, id, previous, current, publicFields)
}

/** Inserts networks and devices into a table of their own, because they are deleted after a year. */
async function insertOrigins(db: Db, ids: number[], client: Client | null, now: Date): Promise<void> {
  if (!client || ids.length === 0) return
  const origins = ids.map((entryId) => ({ entryId, ...client, createdAt: now }))
  await db.insertInto('auditOrigins').values(origins).execute()
}

type DecisionKey = Pick<RecordedChange, 'actorId' | 'entity' | 'entityId'> & { decisionId: string }

/** True if this decision is already recorded, so that the request is a repeat. */
export async function isRecorded(db: Db, { actorId, entity, entityId, decisionId }: DecisionKey) {
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

/** Minimum interval between equal entries, and maximum entries per hour. */
type RecordLimits = { minutes: number; perHour: number }

/** Records an action that people may repeat. Returns false if a limit prevented it. */
export async function recordWithinLimits(
  db: Db,
  entry: Omit<RecordedChange, 'actorId' | 'before'> & { actorId: string },
  { minutes, perHour }: RecordLimits,
): Promise<boolean> {
  const { actorId, action, entity, entityId, now } = entry
  await lockEntries(db, actorId, action)
  const { rows } = await sql<{ same: boolean; recent: number }>`
    select coalesce(bool_or(entity = ${entity} and entity_id = ${entityId}
        and created_at > ${new Date(now.getTime() - minutes * MINUTE_MS)}), false) as same,
      count(*)::integer as recent
    from audit_log where actor_id = ${actorId} and action = ${action}
      and created_at > ${new Date(now.getTime() - HOUR_MS)}`.execute(db)
  const [counts] = rows
  if (!counts || counts.same || counts.recent >= perHour) return false
  await recordChange(db, { ...entry, before: null })
  return true
}

/** Records an entry of the system, unless an equal one was recorded within these minutes. */
export async function recordOnce(db: Db, entry: Omit<RecordedChange, 'actorId' | 'before'>, minutes: number) {
  await lockEntries(db, entry.entityId, entry.action)
  const systemEntry = { ...entry, actorId: null }
  if (!(await isRecent(db, systemEntry, minutes))) await recordChange(db, { ...systemEntry, before: null })
}

/** Records views of these objects, except those already recorded within these minutes. */
export async function recordViews(
  db: Db,
  view: Pick<RecordedChange, 'entity' | 'now'> & { actorId: string; entityIds: readonly string[] },
  minutes: number,
): Promise<void> {
  const { actorId, entity, entityIds, now } = view
  await lockEntries(db, actorId, 'look')
  const { rows } = await sql<{ id: number }>`
    insert into audit_log (actor_id, action, entity, entity_id, after, created_at)
    select ${actorId}::uuid, 'look', ${entity}, looked_at, '{}', ${now}::timestamptz
    from unnest(${[...new Set(entityIds)]}::text[]) as looked_at
    where not exists (
      select from audit_log where actor_id = ${actorId} and action = 'look' and entity = ${entity}
        and entity_id = looked_at and created_at > ${new Date(now.getTime() - minutes * MINUTE_MS)}
    ) returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await insertOrigins(db, ids, clientOf(db), now)
}

/** Serializes entries of one person and action. */
async function lockEntries(db: Db, actorId: string, action: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${actorId} ${action}`}, 0))`.execute(db)
}

/** True if the same entry was recorded within these minutes. */
export async function isRecent(
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
