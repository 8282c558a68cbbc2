import { sql } from 'kysely'
import type { PageViewCount } from '#shop/analytics/visit.ts'
import type { Db } from '#shop/ctx.ts'

/** Adds to the counts. Rows are locked in a fixed order to avoid deadlocks. */
export async function addPageViews(db: Db, counts: readonly PageViewCount[]): Promise<void> {
  if (counts.length === 0) return
  const key = ({ day, landing, source }: PageViewCount) => `${day} ${landing} ${source}`
  const ordered = counts.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
  await sql`insert into daily_visits (day, landing, source, visits)
    select * from unnest(${ordered.map(({ day }) => day)}::date[], ${ordered.map(({ landing }) => landing)}::text[],
      ${ordered.map(({ source }) => source)}::text[], ${ordered.map(({ visits }) => visits)}::int[])
    on conflict (day, landing, source) do update set visits = daily_visits.visits + excluded.visits`.execute(
    db,
  )
}
