import type { VisitCount } from '#shop/analytics/visit.ts'
import { addVisits } from '#shop/analytics/visits.sql.ts'
import type { Ctx } from '#shop/ctx.ts'

/** Adds the visits that a process has counted since it last told; each combination at most once. */
export async function recordVisits({ db }: Pick<Ctx, 'db'>, counts: readonly VisitCount[]): Promise<void> {
  await addVisits(db, counts)
}
