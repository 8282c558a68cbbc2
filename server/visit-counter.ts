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

/** Kinds of visits counted apart. */
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
  let telling = Promise.resolve()
  const add = (seen: PageView & { day: string }, visits: number) => {
    // Any text can be a slug, so invented ones must not fill the memory.
    const { newsletter: _, ...unnamed } = seen
    const visit: typeof seen = counts.size < MAX_KINDS ? seen : unnamed
    const key = `${visit.day} ${visit.landing} ${visit.source} ${visit.newsletter ?? ''}`
    const counted = counts.get(key)
    if (counted) counted.visits += visits
    else counts.set(key, { ...visit, visits })
  }
  const store = async () => {
    if (counts.size === 0) return
    const toStore = [...counts.values()]
    counts = new Map()
    try {
      await recordPageViews({ db }, toStore)
    } catch (error) {
      // Stores the counts with the next ones if the database is unavailable.
      for (const { visits, ...visit } of toStore) add(visit, visits)
      log.warn({ err: error }, 'could not write visits; they are written later')
    }
  }
  const tellNext = () => {
    telling = telling.then(store)
    return telling
  }
  const clock = setInterval(() => void tellNext(), everyMs)
  return {
    note({ url = '/', rawHeaders }) {
      const landing = landingOf(url.split('?', 1)[0] ?? '')
      const visit = landing && pageViewOf(landing, url, visitHeaders(rawHeaders))
      if (visit) add({ ...visit, day: dayOf(now()) }, 1)
    },
    async stop() {
      clearInterval(clock)
      await tellNext()
    },
  }
}

/** Node's headers object costs more than sending a cached page. */
function visitHeaders(raw: readonly string[]): PageViewHeaders {
  const found: Record<string, string> = {}
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ''
    if (PAGE_VIEW_HEADERS.has(name)) found[name] = raw[at + 1] ?? ''
  }
  return found
}
