import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** At most `most` tries in `seconds`. */
export type Limit = { most: number; seconds: number }

export type Limits = {
  /**
   * Counts a try of `what` by `who` (a client address, an e-mail address). Answers with the seconds to wait when there
   * were too many, otherwise 0.
   */
  wait(what: string, who: string, limit: Limit): Promise<number>
}

/** Limits counted in the database, so that they hold across processes. Switched off they never make anybody wait. */
export function createLimits(db: Kysely<DB>, options: { enabled: boolean; now: () => Date }): Limits {
  return {
    async wait(what, who, limit) {
      if (!options.enabled) return 0
      const now = options.now()
      await db.deleteFrom('requestLimits').where('windowEndsAt', '<', now).execute()
      const { count, windowEndsAt } = await countTry(db, keyOf(what, who), limit, now)
      return count > limit.most ? Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000)) : 0
    },
  }
}

/** Addresses are personal: only a hash of them is kept, until the window ends. */
function keyOf(what: string, who: string): string {
  return `${what}:${createHash('sha256').update(who).digest('base64url')}`
}

async function countTry(db: Kysely<DB>, key: string, { seconds }: Limit, now: Date) {
  const windowEndsAt = new Date(now.getTime() + seconds * 1000)
  return db
    .insertInto('requestLimits')
    .values({ key, count: 1, windowEndsAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: sql`request_limits.count + 1` }))
    .returning(['count', 'windowEndsAt'])
    .executeTakeFirstOrThrow()
}
