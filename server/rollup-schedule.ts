import type { Log } from '#infra/logging/log.ts'
import { MARKS_PER_BATCH, refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { markBestsellers } from '#shop/catalogue/products.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'

type Options = { db: Db; now: () => Date; log: Pick<Log, 'warn'>; everyMs?: number }

/** Pauses at least this many times the length of a round. */
const REST = 4

export function pauseAfter(workedMs: number, everyMs: number): number {
  return Math.max(everyMs, REST * workedMs)
}

/**
 * Refreshes rollups and bestsellers in pauses that grow with the work, because purchases come first.
 * Every process runs a schedule, and a lock lets a single one work.
 */
export function startRollupSchedule({ db, now, log, everyMs = 2_000 }: Options): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()
  let markedOn: Day | null = null
  const work = async () => {
    const began = performance.now()
    try {
      while (!isStopped && (await refreshed()) >= MARKS_PER_BATCH);
      await markDaily()
    } catch (error) {
      log.warn({ err: error }, 'could not recount figures; changed days stay marked')
    }
    if (!isStopped) timer = setTimeout(start, pauseAfter(performance.now() - began, everyMs))
  }
  const refreshed = async () => {
    const counted = await refreshRollups({ db, now: now() })
    return counted.ok ? counted.value : 0
  }
  const markDaily = async () => {
    const today = dayOf(now())
    if (isStopped || today === markedOn) return
    await markBestsellers({ db, now: now() })
    markedOn = today
  }
  const start = () => {
    working = work()
  }
  start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await working
    },
  }
}
