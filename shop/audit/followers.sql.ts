import { sql } from 'kysely'
import type { AuditEntry } from '#shop/audit/change.ts'
import type { Db } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { countRows } from '#shop/lists.read.ts'

export type Follower = 'alerts' | 'lines'

/** Locks and returns the follower's last handled link. Null while another process holds the lock. */
export async function lockPosition(db: Db, follower: Follower): Promise<number | null> {
  const row = await db
    .selectFrom('auditPositions')
    .select('seq')
    .where('follower', '=', follower)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.seq ?? null
}

export async function movePosition(db: Db, follower: Follower, seq: number): Promise<void> {
  await db.updateTable('auditPositions').set({ seq }).where('follower', '=', follower).execute()
}

/** False if owners were alerted to this cause within the hour. */
export async function claimAlert(db: Db, cause: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into audit_alerts as alert (cause, told_at) values (${cause}, ${now})
    on conflict (cause) do update set told_at = excluded.told_at
      where alert.told_at <= ${new Date(now.getTime() - HOUR_MS)}
    returning cause`.execute(db)
  return rows.length > 0
}

export type FollowedEntry = Pick<AuditEntry, 'id' | 'actorId' | 'action' | 'entityId' | 'createdAt'> & {
  seq: number
  isNewDevice: boolean
}

export async function entriesAfter(db: Db, seq: number, limit: number): Promise<FollowedEntry[]> {
  const { rows } = await sql<FollowedEntry>`
    select link.seq, entry.id, actor_id, action, entity_id, created_at,
      coalesce(after -> 'newDevice' = 'true', false) as is_new_device
    from audit_chain link join audit_log entry on entry.id = link.entry_id
    where link.seq > ${seq} order by link.seq limit ${limit}`.execute(db)
  return rows
}

/** Counts refused pages and wrong passwords in the hour up to `until`. */
export async function countRefusals(db: Db, actorId: string, until: Date): Promise<number> {
  const refusals = db.selectFrom('auditLog').where('actorId', '=', actorId)
  return countRows(
    refusals
      .where('action', 'in', ['refused', 'sign in refused'])
      .where('createdAt', '>', new Date(until.getTime() - HOUR_MS))
      .where('createdAt', '<=', until),
  )
}
