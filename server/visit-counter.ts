import type { IncomingMessage } from 'node:http'
import type { Log } from '#infra/logging/log.ts'
import {
  type LandingPage,
  PAGE_VIEW_HEADERS,
  type PageView,
  type PageViewCount,
  type PageViewHeaders,
  pageViewOf,
} from '#shop/analytics/visit.ts'
import { recordPageViews } from '#shop/analytics/visits.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'

/** Counts visits in memory and stores sums every few seconds. */
type VisitCounter = { note(request: IncomingMessage): void; stop(): Promise<void> }

/** Maximum number of kinds of visits that are counted separately. */
const MAX_KINDS = 1_000

type Options = {
  db: Db
  now: () => Date
  log: Pick<Log, 'warn'>
  everyMs?: number
  /** Undefined for paths that are not counted. */
  landingOf: (path: string) => LandingPage | undefined
}

export function startVisitCounter({ db, now, log, landingOf, everyMs = 5_000 }: Options): VisitCounter {
  let counts = new Map<string, PageViewCount>()
  let storing = Promise.resolve()
  const add = (view: PageView & { day: string }, visits: number) => {
    // Anyone can invent slugs of newsletters. They must not fill the memory.
    const { newsletter: _, ...unnamed } = view
    const visit: typeof view = counts.size < MAX_KINDS ? view : unnamed
    const key = `${visit.day} ${visit.landing} ${visit.source} ${visit.newsletter ?? ''}`
    const existing = counts.get(key)
    if (existing) existing.visits += visits
    else counts.set(key, { ...visit, visits })
  }
  const store = async () => {
    if (counts.size === 0) return
    const toStore = [...counts.values()]
    counts = new Map()
    try {
      await recordPageViews({ db }, toStore)
    } catch (error) {
      // If the database is unavailable, the counts are stored with the next counts.
      for (const { visits, ...visit } of toStore) add(visit, visits)
      log.warn({ err: error }, 'could not write visits; they will be written later')
    }
  }
  const storeNext = () => {
    storing = storing.then(store)
    return storing
  }
  const clock = setInterval(() => void storeNext(), everyMs)
  return {
    note({ url = '/', rawHeaders }) {
      const landing = landingOf(url.split('?', 1)[0] ?? '')
      const visit = landing && pageViewOf(landing, url, visitHeaders(rawHeaders))
      if (visit) add({ ...visit, day: dayOf(now()) }, 1)
    },
    async stop() {
      clearInterval(clock)
      await storeNext()
    },
  }
}

/** Reads the raw headers, because Node's headers object costs more than sending a cached page. */
function visitHeaders(raw: readonly string[]): PageViewHeaders {
  const headers: Record<string, string> = {}
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ''
    if (PAGE_VIEW_HEADERS.has(name)) headers[name] = raw[at + 1] ?? ''
  }
  return headers
}
