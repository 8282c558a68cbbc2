import type { PageViewCount } from '#shop/analytics/visit.ts'
import { addNewsletterVisits, addPageViews } from '#shop/analytics/visits.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

/** Adds all of a process's visits or, when it throws, none. */
export async function recordPageViews(ctx: Pick<Ctx, 'db'>, counts: readonly PageViewCount[]): Promise<void> {
  await transact(ctx, async (db) => {
    await addPageViews(db, counts)
    await addNewsletterVisits(db, counts)
  })
}
