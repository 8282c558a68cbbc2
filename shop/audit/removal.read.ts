import { listChanges } from '#shop/audit/audit.read.ts'
import { type AuditEntity, isObject } from '#shop/audit/change.ts'
import type { Db } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'

type Removal = { entity: AuditEntity; entityId: string; action: string; now: Date }

/** Returns a record as it was before its last change. Null unless that change was `action`, within the last hour. */
export async function findRemoval(db: Db, { entity, entityId, action, now }: Removal) {
  const [entry] = await listChanges(db, { entity, entityId, limit: 1 })
  if (entry?.action !== action || now.getTime() - entry.createdAt.getTime() > HOUR_MS) return null
  return isObject(entry.before) ? { before: entry.before, at: entry.createdAt } : null
}
