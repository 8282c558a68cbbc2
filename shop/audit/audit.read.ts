/** The audit log for the admin's page and API. The caller has checked that the actor is an admin. */
import { type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import {
  type AuditEntity,
  type AuditEntry,
  CLOSED_ACCOUNT,
  ENTRY_KINDS,
  isObject,
  type Json,
  type StateChange,
} from '#shop/audit/change.ts'
import type { AuditFilters } from '#shop/audit/search.ts'
import type { Db } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'

export type AuditFilter = Partial<AuditFilters> & {
  /** Leaves out views, for the history of one object. */
  withoutViews?: boolean
  limit: number
  /** Only entries older than the one with this id. */
  before?: number | undefined
}

const PEOPLE: readonly string[] = ['user', 'worker']

/** Lists entries, newest first. */
export async function listChanges(db: Db, filter: AuditFilter): Promise<AuditEntry[]> {
  let query = db
    .selectFrom('auditLog')
    .leftJoin('users', 'users.id', 'auditLog.actorId')
    .leftJoin('auditOrigins', 'auditOrigins.entryId', 'auditLog.id')
    .select(['auditLog.id', 'actorId', 'action', 'entity', 'entityId', 'before', 'after'])
    .select(['auditLog.createdAt', 'network', 'device'])
    .select('users.fullName as actorName')
  if (filter.kind === 'changes') query = query.where('action', 'not in', Object.values(ENTRY_KINDS).flat())
  else if (filter.kind) query = query.where('action', 'in', [...ENTRY_KINDS[filter.kind]])
  if (filter.withoutViews) query = query.where('action', '<>', 'look')
  if (filter.entity) query = query.where('entity', '=', filter.entity)
  if (filter.entityId) query = query.where('entityId', '=', filter.entityId)
  if (filter.actorId) query = query.where('actorId', '=', filter.actorId)
  if (filter.before !== undefined) query = query.where('auditLog.id', '<', filter.before)
  const rows = await query.orderBy('auditLog.id', 'desc').limit(filter.limit).execute()
  const names = await namesOf(db, rows)
  return rows.map((row) => ({
    ...row,
    name: names.get(row.entityId) ?? nameIn(row),
    entity: row.entity as AuditEntity,
    before: row.before as Json,
    after: row.after as Json,
  }))
}

/** Returns an object's name as stored in the entry, for deleted objects and for entries about several objects. */
function nameIn(row: Record<keyof StateChange | 'entity' | 'entityId', unknown>) {
  if (PEOPLE.includes(`${row.entity}`)) return isUuid(`${row.entityId}`) ? CLOSED_ACCOUNT : null
  const { name, taskName, code } = { ...(row.before as object), ...(row.after as object) } as Record<
    string,
    unknown
  >
  return [name, taskName, code].find((value) => typeof value === 'string') ?? null
}

/** Names of the objects in these entries, by id. */
async function namesOf(db: Db, entries: readonly { entity: string; entityId: string }[]) {
  const readNames = async (table: keyof DB, name: RawBuilder<string>, entities: readonly string[]) => {
    const ids = entries.filter(({ entity, entityId }) => entities.includes(entity) && isUuid(entityId))
    const uniqueIds = [...new Set(ids.map(({ entityId }) => entityId))]
    if (uniqueIds.length === 0) return []
    const { rows } = await sql<{ id: string; name: string }>`
      select id, ${name} as name from ${sql.table(table)} where id = any(${uniqueIds}::uuid[])`.execute(db)
    return rows
  }
  const found = await Promise.all([
    readNames('products', sql.ref('name'), ['product']),
    readNames('users', sql.ref('fullName'), PEOPLE),
    readNames('staffInvitations', sql.ref('email'), ['invitation']),
    readNames('shgGroups', sql.ref('name'), ['group']),
    readNames('coupons', sql.ref('code'), ['coupon']),
    readNames('reviews', sql`'Review by ' || author_name`, ['review']),
    readNames('workLogs', sql.ref('taskName'), ['task']),
    readNames('contactMessages', sql.ref('ticket'), ['message']),
    readNames('newsletters', sql.ref('subject'), ['newsletter']),
  ])
  return new Map(found.flat().map(({ id, name }) => [id, name]))
}

/** Lists people with entries. Refusals alone do not count, because any customer can cause them. */
export async function listChangers(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'fullName as name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('auditLog')
          .select('id')
          .whereRef('actorId', '=', 'users.id')
          .where('action', 'not in', ['refused', 'sign in stopped']),
      ),
    )
    .orderBy('fullName')
    .limit(100)
    .execute()
}

type Removal = { entity: AuditEntity; entityId: string; action: string; now: Date }

/** Returns a record as it was before its last change. Null unless that change was `action`, within the last hour. */
export async function findRemoval(db: Db, { entity, entityId, action, now }: Removal) {
  const [entry] = await listChanges(db, { entity, entityId, limit: 1 })
  if (entry?.action !== action || now.getTime() - entry.createdAt.getTime() > HOUR_MS) return null
  return isObject(entry.before) ? { before: entry.before, at: entry.createdAt } : null
}
