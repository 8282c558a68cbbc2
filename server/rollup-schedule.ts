import type { Log } from '#infra/logging/log.ts'
import { MARKS_PER_BATCH, refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { markBestsellers } from '#shop/catalogue/products.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'

type Options = { db: Db; now: () => Date; log: Pick<Log, 'warn'>; everyMs?: number }

/** A pause is at least this many times as long as the work before. */
const PAUSE_FACTOR = 4

export function pauseAfter(workedMs: number, everyMs: number): number {
  return Math.max(everyMs, PAUSE_FACTOR * workedMs)
}

/**
 * Refreshes rollups and bestsellers in pauses that grow with the work, because purchases come first.
 * Every process runs a schedule, and a lock lets a single one work.
 */
export function startRollupSchedule({ db, now, log, everyMs = 2_000 }: Options): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let currentWork = Promise.resolve()
  let markedOn: Day | null = null
  const work = async () => {
    const began = performance.now()
    try {
      while (!isStopped && (await refreshBatch()) >= MARKS_PER_BATCH);
      await markDaily()
    } catch (error) {
      log.warn({ err: error }, 'could not recount figures; changed days stay marked')
    }
    if (!isStopped) timer = setTimeout(start, pauseAfter(performance.now() - began, everyMs))
  }
  const refreshBatch = async () => {
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
    currentWork = work()
  }
  start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await currentWork
    },
  }
}
