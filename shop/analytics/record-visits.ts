import type { PageViewCount } from '#shop/analytics/visit.ts'
import { addPageViews } from '#shop/analytics/visits.sql.ts'
import type { Ctx } from '#shop/ctx.ts'

/** Adds the visits that a process has counted since its last call; each combination at most once. */
export async function recordPageViews(
  { db }: Pick<Ctx, 'db'>,
  counts: readonly PageViewCount[],
): Promise<void> {
  await addPageViews(db, counts)
}
