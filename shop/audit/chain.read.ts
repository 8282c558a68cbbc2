/** The chain of the audit log, for its verification and for its followers (alerts and lines). */
import { sql } from 'kysely'
import type { AuditEntry } from '#shop/audit/change.ts'
import type { Db } from '#shop/ctx.ts'

/** Hashed values are strings exactly as the database formats them. */
export type ChainLink = Pick<AuditEntry, 'actorId' | 'action' | 'entityId' | 'network' | 'device'> & {
  seq: number
  entryId: number
  linkedMicros: string
  previous: Buffer
  hash: Buffer
  id: string | null
  entity: string
  createdMicros: string
  before: string | null
  after: string | null
}

/** Lists the links after `seq`, in order. */
export async function linksAfter(db: Db, seq: number, limit: number): Promise<ChainLink[]> {
  // The camel-case plugin would rename fields inside JSON.
  const { rows } = await sql<ChainLink>`
    select link.seq, link.entry_id as "entryId", link.previous, link.hash,
      (extract(epoch from link.linked_at) * 1000000)::bigint::text as "linkedMicros",
      entry.id::text, entry.actor_id::text as "actorId", entry.action, entry.entity, entry.entity_id as "entityId",
      (extract(epoch from entry.created_at) * 1000000)::bigint::text as "createdMicros",
      entry.before::text, entry.after::text, origin.network, origin.device
    from audit_chain link left join audit_log entry on entry.id = link.entry_id
      left join audit_origins origin on origin.entry_id = entry.id
    where link.seq > ${seq} order by link.seq limit ${limit}`.execute(db.withoutPlugins())
  return rows
}

/** Returns the number of the first link whose previous hash is this one, or null. */
export async function linkAfterHash(db: Db, hash: Buffer): Promise<number | null> {
  const row = await db
    .selectFrom('auditChain')
    .select('seq')
    .where('previous', '=', hash)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? null
}

export async function hasHash(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('auditChain')
    .select('seq')
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the first entry without a link, or null. Entries that the shop wrote always have one. */
export async function firstUnlinked(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('auditLog')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('auditChain').select('seq').whereRef('auditChain.entryId', '=', 'auditLog.id'))),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
