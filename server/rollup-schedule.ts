import type { Log } from '#infra/logging/log.ts'
import { repeat } from '#server/repeat.ts'
import { MARKS_PER_BATCH, refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { markBestsellers } from '#shop/catalogue/products.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'

type Options = { db: Db; now: () => Date; log: Pick<Log, 'warn'>; everyMs?: number }

/** Refreshes rollups and bestsellers. Every process runs a schedule, and a lock lets only one process work. */
export function startRollupSchedule({ db, now, log, everyMs = 2_000 }: Options): { stop(): Promise<void> } {
  let markedOn: Day | null = null
  const refreshBatch = async () => {
    const counted = await refreshRollups({ db, now: now() })
    return counted.ok ? counted.value : 0
  }
  const markDaily = async () => {
    const today = dayOf(now())
    if (today === markedOn) return
    await markBestsellers({ db, now: now() })
    markedOn = today
  }
  const work = async (isStopped: () => boolean) => {
    while (!isStopped() && (await refreshBatch()) >= MARKS_PER_BATCH);
    if (!isStopped()) await markDaily()
  }
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'could not recount figures; changed days stay marked')
  return repeat(work, { everyMs, onError })
}
