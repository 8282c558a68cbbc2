import { alertKind } from '#shop/audit/alert.ts'
import type { Json } from '#shop/audit/change.ts'
import { countRefusals } from '#shop/audit/followers.sql.ts'
import { changedFields } from '#shop/audit/words.ts'
import type { Db } from '#shop/ctx.ts'

/** Returns the contents of an alert's email. Null if the recipient is not an owner now or the entry needs no alert. */
export async function findAlert(db: Db, { entryId, ownerId }: { entryId: number; ownerId: string }) {
  const row = await db
    .selectFrom('auditLog')
    .innerJoin('users as owner', (join) =>
      join.on('owner.id', '=', ownerId).on('owner.staffRole', '=', 'owner'),
    )
    .leftJoin('users as actor', 'actor.id', 'auditLog.actorId')
    .leftJoin('users as person', (join) =>
      join.onRef('auditLog.entityId', '=', (eb) => eb.cast('person.id', 'text')),
    )
    .select(['owner.email as to', 'actor.fullName as actorName', 'person.fullName as personName'])
    .leftJoin('auditOrigins as origin', 'origin.entryId', 'auditLog.id')
    .select(['action', 'actorId', 'auditLog.createdAt', 'entityId', 'before', 'after', 'network', 'device'])
    .where('auditLog.id', '=', entryId)
    .executeTakeFirst()
  if (!row) return null
  const { action, actorId, createdAt, entityId, before: previous, after: current, ...names } = row
  // Sign-ins are queued for an alert only from a new device.
  const kind = alertKind({ action, isNewDevice: true })
  if (kind === null) return null
  const refusals = kind === 'refusals' && actorId ? await countRefusals(db, actorId, createdAt) : 0
  const changes = ['roles', 'settings', 'moved', 'webhook'].includes(kind)
    ? changedFields({ before: previous as Json, after: current as Json }).filter(
        (field) => field.before !== field.after,
      )
    : []
  return { ...names, changes, kind, at: createdAt, list: kind === 'export' ? entityId : '', refusals }
}
