/** The audit log for the admin's page and API. The caller has checked that the actor is an admin. */
import { sql } from 'kysely'
import { type AuditEntry, type Audited, ENTRY_KINDS, type EntryKind, type Json } from '#shop/audit/change.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'

export type AuditFilter = {
  kind?: EntryKind | undefined
  entity?: Audited | undefined
  entityId?: string | undefined
  actorId?: string | undefined
  /** Leaves out who looked: for the history of one thing. */
  withoutLooks?: boolean
  limit: number
  /** Only entries older than this one, by id. */
  before?: number | undefined
}

/** Matching entries, newest first. */
export async function listChanges(db: Db, filter: AuditFilter): Promise<AuditEntry[]> {
  let query = db
    .selectFrom('auditLog')
    .leftJoin('users', 'users.id', 'auditLog.actorId')
    .select([
      'auditLog.id',
      'actorId',
      'action',
      'entity',
      'entityId',
      'before',
      'after',
      'network',
      'device',
    ])
    .select(['auditLog.createdAt', 'users.fullName as actorName'])
  if (filter.kind === 'changes') query = query.where('action', 'not in', Object.values(ENTRY_KINDS).flat())
  else if (filter.kind) query = query.where('action', 'in', [...ENTRY_KINDS[filter.kind]])
  if (filter.withoutLooks) query = query.where('action', '<>', 'look')
  if (filter.entity) query = query.where('entity', '=', filter.entity)
  if (filter.entityId) query = query.where('entityId', '=', filter.entityId)
  if (filter.actorId) query = query.where('actorId', '=', filter.actorId)
  if (filter.before !== undefined) query = query.where('auditLog.id', '<', filter.before)
  const rows = await query.orderBy('auditLog.id', 'desc').limit(filter.limit).execute()
  const names = await namesOf(db, rows)
  return rows.map((row) => ({
    ...row,
    name: names.get(row.entityId) ?? nameIn(row.after as Json) ?? nameIn(row.before as Json),
    entity: row.entity as Audited,
    before: row.before as Json,
    after: row.after as Json,
  }))
}

/** The name in the entry itself: the object may be deleted, or the entry may be about several created at once. */
function nameIn(state: Json): string | null {
  if (state === null || typeof state !== 'object' || Array.isArray(state)) return null
  const { name, taskName, code } = state
  const [called] = [name, taskName, code].filter((one) => typeof one === 'string')
  return called ?? null
}

/** The names of the products, people, coupons, tasks, messages and newsletters in these entries, by id. */
async function namesOf(
  db: Db,
  entries: readonly { entity: string; entityId: string }[],
): Promise<Map<string, string>> {
  const ids = (...entities: Audited[]) => [
    ...new Set(
      entries
        .filter(({ entity, entityId }) => entities.includes(entity as Audited) && isUuid(entityId))
        .map(({ entityId }) => entityId),
    ),
  ]
  const named = async (
    table: 'products' | 'users' | 'coupons' | 'contactMessages' | 'workLogs' | 'newsletters' | 'shgGroups',
    column: string,
    wanted: string[],
  ) =>
    wanted.length === 0
      ? []
      : db
          .selectFrom(table)
          .select(['id', sql.ref<string>(column).as('name')])
          .where('id', 'in', wanted)
          .execute()
  const found = await Promise.all([
    named('products', 'name', ids('product')),
    named('users', 'full_name', ids('user', 'worker')),
    named('shgGroups', 'name', ids('group')),
    named('coupons', 'code', ids('coupon')),
    named('workLogs', 'task_name', ids('task')),
    named('contactMessages', 'ticket', ids('message')),
    named('newsletters', 'subject', ids('newsletter')),
  ])
  return new Map(found.flat().map(({ id, name }) => [id, name]))
}

/** Everyone with an entry in the log but refusals, which any customer can have, sorted by name, for its filter. */
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
