import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#infra/logging/log.ts'
import { type LineWriter, shipLines } from '#shop/audit/ship-lines.ts'
import type { Db } from '#shop/ctx.ts'

/** The longest pause between failed attempts. */
const MAX_PAUSE_MS = 60_000

type Options = { db: Db; writers: readonly LineWriter[]; log: Pick<Log, 'error'>; everyMs?: number }

/** Writes new audit entries outside the database, retrying failures. One process at a time writes. */
export function startAuditShipper({ db, writers, log, everyMs = 1_000 }: Options): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const write: LineWriter = async (lines) => {
    for (const writer of writers) await writer(lines)
  }
  const work = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        await shipLines({ db }, write)
        failures = 0
      } catch (error) {
        failures += 1
        log.error({ err: error }, 'cannot write the audit log outside the database; retrying')
      }
      // Retries ever more slowly, so that errors of a full disk do not fill the log.
      const pause = Math.min(everyMs * 2 ** failures, Math.max(everyMs, MAX_PAUSE_MS))
      await sleep(failures === 0 ? everyMs : pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const loop = writers.length > 0 ? work() : Promise.resolve()
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
