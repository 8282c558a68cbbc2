import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { keyOf as derivedKey } from '#infra/keys/key-ring.ts'
import type { Db, Job } from '#shop/ctx.ts'
import type { Recipient } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'

/** Maximum emails in 24 hours to an address that anyone may have typed. */
export const MAX_PER_DAY = 3
/** The last email of a day is reserved for account links, so that contact forms cannot lock owners out. */
const MAX_NOTICES = MAX_PER_DAY - 1

export type EmailBudget = ReturnType<typeof emailBudget>

/**
 * Counts emails per mailbox in the caller's transaction. Spellings of the same address share a count. Stores
 * only a keyed hash of the address, for a day.
 */
export function emailBudget({ secret, now }: { secret: string; now: () => Date }) {
  const key = derivedKey(secret, 'counters')
  const keyOf = (email: string) =>
    createHmac('sha256', key)
      .update(`recipient ${mailboxOf(email)}`)
      .digest('base64url')
  return {
    /** Counts an email. True if it may be queued. Emails that the mailbox's owner requested are not limited. */
    async claim(db: Db, queue: Job['queue'], { email, askedBy }: Recipient) {
      if (askedBy === 'owner') return true
      const at = now()
      const max = queue === 'mail' ? MAX_PER_DAY : MAX_NOTICES
      await deleteOld(db, at)
      return countOne(db, { recipient: keyOf(email), max, at })
    },
    /** Call when a link in an email was used, which shows that the owner wanted the emails. */
    async reset(db: Db, email: string) {
      await db.deleteFrom('strangerEmails').where('recipient', '=', keyOf(email)).execute()
    },
  }
}

type Claim = { recipient: string; max: number; at: Date }

/** Counts in one statement, so that simultaneous requests cannot exceed `max`. */
async function countOne(db: Db, { recipient, max, at }: Claim): Promise<boolean> {
  const since = new Date(at.getTime() - DAY_MS)
  const recent = sql`array(select earlier from unnest(stranger_emails.queued_at) earlier where earlier > ${since}::timestamptz)`
  const { rows } = await sql`
    insert into stranger_emails (recipient, queued_at, last_at)
    values (${recipient}, array[${at}::timestamptz], ${at}::timestamptz)
    on conflict (recipient) do update
    set queued_at = ${recent} || ${at}::timestamptz, last_at = excluded.last_at
    where cardinality(${recent}) < ${max}::int
    returning recipient`.execute(db)
  return rows.length > 0
}

/** Skips locked rows, which avoids deadlocks. */
async function deleteOld(db: Db, at: Date): Promise<void> {
  const old = db
    .selectFrom('strangerEmails')
    .select('recipient')
    .where('lastAt', '<', new Date(at.getTime() - DAY_MS))
    .limit(100)
    .forUpdate()
    .skipLocked()
  await db.deleteFrom('strangerEmails').where('recipient', 'in', old).execute()
}

/** Returns the address in lower case, without a plus tag and Gmail's dots. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const [untagged = ''] = name.split('+', 1)
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
