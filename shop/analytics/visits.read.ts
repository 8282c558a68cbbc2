import { sql } from 'kysely'
import type { Span } from '#shop/analytics/period.ts'
import { within } from '#shop/analytics/sales.read.ts'
import type { LandingPage, PageViewSums, Source } from '#shop/analytics/visit.ts'
import type { Db } from '#shop/ctx.ts'

/**
 * Visits of a span by source and by landing page, highest counts first. The caller has checked that the actor is an
 * admin.
 */
export async function pageViewSums(db: Db, span: Span): Promise<PageViewSums> {
  const { rows } = await sql<{ source: Source; landing: LandingPage; visits: number }>`
    select source, landing, sum(visits)::int as visits from daily_visits where ${within(span)}
    group by source, landing`.execute(db)
  const sources = sumBy(rows, ({ source }) => source)
  const landings = sumBy(rows, ({ landing }) => landing)
  return {
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
    sources: sources.map(([source, visits]) => ({ source, visits })),
    landings: landings.map(([landing, visits]) => ({ landing, visits })),
  }
}

function sumBy<Row extends { visits: number }, Key extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): [Key, number][] {
  const sums = new Map<Key, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.visits)
  return [...sums].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
}
