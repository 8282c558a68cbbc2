import { type AlertKind, alertKind, MANY_REFUSALS } from '#shop/audit/alert.ts'
import {
  claimAlert,
  countRefusals,
  entriesAfter,
  type FollowedEntry,
  lockPosition,
  movePosition,
} from '#shop/audit/followers.sql.ts'
import { findAccount, listOwners } from '#shop/audit/staff.read.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

const PER_BATCH = 500

/** Queues emails to owners about new entries. Refusals, exports and refused values: one per hour and cause. */
export async function queueAlerts(ctx: Pick<Ctx, 'db' | 'now' | 'jobs'>): Promise<void> {
  while ((await queueBatch(ctx)) === PER_BATCH);
}

/** Returns the number of entries handled. */
function queueBatch({ db: outside, now, jobs }: Pick<Ctx, 'db' | 'now' | 'jobs'>): Promise<number> {
  return transact({ db: outside }, async (db) => {
    const position = await lockPosition(db, 'alerts')
    if (position === null) return 0
    const entries = await entriesAfter(db, position, PER_BATCH)
    for (const entry of entries) {
      const cause = await causeOf(db, entry)
      if (!cause || !(await claimAlert(db, cause, now))) continue
      for (const { id: ownerId } of await listOwners(db))
        await jobs.send(db, { queue: 'audit-alert', data: { entryId: entry.id, ownerId } })
    }
    const last = entries.at(-1)
    if (last) await movePosition(db, 'alerts', last.seq)
    return entries.length
  })
}

/** Returns the cause by which alerts are limited, or null if the entry causes none. */
async function causeOf(db: Db, entry: FollowedEntry): Promise<string | null> {
  const kind = alertKind(entry)
  if (kind === null) return null
  const { actorId, entityId, createdAt } = entry
  if (kind === 'refusals') {
    if (actorId === null || !(await findAccount(db, { id: actorId }))?.isStaff) return null
    if ((await countRefusals(db, actorId, createdAt)) < MANY_REFUSALS) return null
  }
  const scopes: Record<AlertKind, string> = {
    // The entry's id makes each entry a new cause: a legitimate change must not hide the next one.
    device: `${actorId} ${entry.id}`,
    roles: `${entityId} ${entry.id}`,
    settings: `${entry.id}`,
    refusals: `${actorId}`,
    export: `${actorId} ${entityId}`,
    moved: entityId,
    webhook: `${entry.id}`,
  }
  return `${kind} ${scopes[kind]}`
}
