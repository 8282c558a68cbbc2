import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startVisitCounter } from '#server/visit-counter.ts'
import { recentPeriod } from '#shop/analytics/period.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { reportRows } from '#tests/report-rows.ts'

const { db } = await testDatabase()
const request = (url: string, headers: Record<string, string> = {}) => {
  const all = {
    Host: 'shop.test',
    'User-Agent': 'Mozilla/5.0 Firefox/133.0',
    Accept: 'text/html',
    ...headers,
  }
  return { url, rawHeaders: Object.entries(all).flat() } as unknown as IncomingMessage
}
const landingOf = (path: string) => (path === '/' ? 'home' : path === '/products' ? 'products' : undefined)
const quiet = { warn: () => {} }

let weeks = 0

/** Returns helpers for a week that no other test uses: its clock, a counter and the stored counts. */
function ownWeek() {
  weeks += 1
  const now = new Date(NOW.getTime() + 7 * weeks * DAY_MS)
  return {
    now,
    start: (log: { warn(problem: unknown): void } = quiet) =>
      startVisitCounter({ db, now: () => now, landingOf, log, everyMs: 3_600_000 }),
    readCounts: async () => {
      const rows = await reportRows(db, 'visits', recentPeriod('7d', now))
      return Object.fromEntries(rows.map(({ source, landing, visits }) => [`${source} ${landing}`, visits]))
    },
  }
}

it('stores its counts once, and adds to the counts of other processes', async () => {
  const { start, readCounts } = ownWeek()
  const counters = [start(), start()]
  for (const counter of counters) {
    counter.note(request('/'))
    counter.note(request('/', { REFERER: 'https://www.google.com/' }))
    counter.note(request('/', { dnt: '1' }))
  }
  await Promise.all(counters.map((counter) => counter.stop()))
  await Promise.all(counters.map((counter) => counter.stop()))
  expect(await readCounts()).toEqual({ 'direct home': 2, 'search home': 2 })
})

it('counts visits by newsletter, up to a maximum number of slugs', async () => {
  const { now, start, readCounts } = ownWeek()
  const message = {
    subject: 'Ragi',
    preheader: '',
    body: 'Ragi',
    ordered: 'any',
    state: 'all',
    status: 'sending',
  }
  await db
    .insertInto('newsletters')
    .values({ ...message, slug: '2026-11-7', createdAt: now, updatedAt: now, startedAt: now })
    .execute()
  const visits = async () => {
    const rows = await db.selectFrom('newsletterVisits').select('visits').execute()
    return rows.map((row) => row.visits)
  }
  const counter = start()
  const visitFrom = (slug: string) => counter.note(request(`/?utm_source=newsletter&utm_campaign=${slug}`))
  visitFrom('2026-11-7')
  for (let made = 0; made < 1_500; made += 1) visitFrom(`made-up-${made}`)
  visitFrom('2026-11-7')
  await counter.stop()
  expect(await visits()).toEqual([1])
  expect(Object.values(await readCounts()).reduce((sum, visits) => Number(sum) + Number(visits), 0)).toBe(
    1_502,
  )
})

it('keeps counts that could not be stored, and stores them later', async () => {
  const { start, readCounts } = ownWeek()
  const failures: unknown[] = []
  const counter = start({ warn: (problem) => void failures.push(problem) })
  counter.note(request('/products'))
  await sql`alter table daily_visits rename to daily_visits_away`.execute(db)
  await counter.stop()
  expect(failures).toHaveLength(1)
  await sql`alter table daily_visits_away rename to daily_visits`.execute(db)
  await counter.stop()
  expect(await readCounts()).toEqual({ 'direct products': 1 })
})
