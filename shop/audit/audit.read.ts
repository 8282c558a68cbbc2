/** The audit log for the admin's screen and API. The caller has checked that an admin asks. */
import type { AuditEntry, Audited, Json } from '#shop/audit/change.ts'
import type { Db } from '#shop/ctx.ts'

export type AuditFilter = {
  entity?: Audited | undefined
  entityId?: string | undefined
  actorId?: string | undefined
  limit: number
  /** Entries older than this one follow. */
  before?: number | undefined
}

/** Entries, newest first. */
export async function listChanges(db: Db, filter: AuditFilter): Promise<AuditEntry[]> {
  let query = db
    .selectFrom('auditLog')
    .leftJoin('users', 'users.id', 'auditLog.actorId')
    .selectAll('auditLog')
    .select('users.fullName as actorName')
  if (filter.entity) query = query.where('entity', '=', filter.entity)
  if (filter.entityId) query = query.where('entityId', '=', filter.entityId)
  if (filter.actorId) query = query.where('actorId', '=', filter.actorId)
  if (filter.before !== undefined) query = query.where('auditLog.id', '<', filter.before)
  const rows = await query.orderBy('auditLog.id', 'desc').limit(filter.limit).execute()
  return rows.map((row) => ({
    ...row,
    entity: row.entity as Audited,
    before: row.before as Json,
    after: row.after as Json,
  }))
}
