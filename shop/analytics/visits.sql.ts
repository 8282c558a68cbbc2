import { sql } from 'kysely'
import type { PageViewCount } from '#shop/analytics/visit.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

/** Adds to the counts. Rows are locked in a fixed order to avoid deadlocks. */
export async function addPageViews(db: Db, counts: readonly PageViewCount[]): Promise<void> {
  if (counts.length === 0) return
  const sums = sumBy(counts, ({ day, landing, source }) => `${day} ${landing} ${source}`)
  await sql`insert into daily_visits (day, landing, source, visits)
    select * from unnest(${sums.map(({ day }) => day)}::date[], ${sums.map(({ landing }) => landing)}::text[],
      ${sums.map(({ source }) => source)}::text[], ${sums.map(({ visits }) => visits)}::int[])
    on conflict (day, landing, source) do update set visits = daily_visits.visits + excluded.visits`.execute(
    db,
  )
}

/** Ignores unknown slugs. Rows are locked in a fixed order, as above. */
async function addNewsletterVisits(db: Db, counts: readonly PageViewCount[]): Promise<void> {
  const newsletterCounts = counts.filter(({ newsletter }) => newsletter !== undefined)
  if (newsletterCounts.length === 0) return
  const sums = sumBy(newsletterCounts, ({ day, newsletter }) => `${newsletter} ${day}`)
  await sql`insert into newsletter_visits (newsletter_id, day, visits)
    select newsletters.id, counted.day, counted.visits
    from unnest(${sums.map(({ newsletter }) => newsletter)}::text[], ${sums.map(({ day }) => day)}::date[],
      ${sums.map(({ visits }) => visits)}::int[]) as counted (slug, day, visits)
    join newsletters on newsletters.slug = counted.slug and newsletters.started_at is not null
    order by newsletters.id, counted.day
    on conflict (newsletter_id, day) do update set visits = newsletter_visits.visits + excluded.visits`.execute(
    db,
  )
}

function sumBy(counts: readonly PageViewCount[], keyOf: (count: PageViewCount) => string): PageViewCount[] {
  const sums = new Map<string, PageViewCount>()
  for (const count of counts) {
    const sum = sums.get(keyOf(count))
    sums.set(keyOf(count), { ...count, visits: count.visits + (sum?.visits ?? 0) })
  }
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}

/** Adds all visits that a process counted, in one transaction. */
export async function recordPageViews(ctx: Pick<Ctx, 'db'>, counts: readonly PageViewCount[]): Promise<void> {
  await transact(ctx, async (db) => {
    await addPageViews(db, counts)
    await addNewsletterVisits(db, counts)
  })
}
