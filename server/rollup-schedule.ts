import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Log } from '#infra/logging/log.ts'
import { MARKS_PER_BATCH, refreshRollups } from '#shop/analytics/refresh-rollups.ts'

export type RollupSchedule = { stop(): Promise<void> }

type Options = { db: Kysely<DB>; now: () => Date; log: Pick<Log, 'warn'>; everyMs?: number }

/** A turn of counting is followed by a rest of at least so many times its length. */
const REST = 4

/** How long nothing is counted, in ms. */
export function restAfter(workedMs: number, everyMs: number): number {
  return Math.max(everyMs, REST * workedMs)
}

/**
 * Counts again, every few seconds, what has changed, and rests the longer the longer that took: a day that is counted
 * again gets longer with each of its orders, and buying comes first. Every process runs one; a turn taken in the
 * database lets one of them work. Not a job per order: a hundred orders a second would queue a hundred jobs for the same
 * day.
 */
export function startRollupSchedule({ db, now, log, everyMs = 2_000 }: Options): RollupSchedule {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()
  const work = async () => {
    const began = performance.now()
    try {
      while (!isStopped && (await refreshed()) >= MARKS_PER_BATCH);
    } catch (error) {
      log.warn({ err: error }, 'figures could not be counted; what has changed is still marked')
    }
    if (!isStopped) timer = setTimeout(start, restAfter(performance.now() - began, everyMs))
  }
  const refreshed = async () => {
    const counted = await refreshRollups({ db, now: now() })
    return counted.ok ? counted.value : 0
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
