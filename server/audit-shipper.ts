import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Log } from '#infra/logging/log.ts'
import { type LineWriter, shipLines } from '#shop/audit/ship-lines.ts'

type Options = {
  db: Kysely<DB>
  writers: readonly LineWriter[]
  log: Pick<Log, 'error'>
  everyMs?: number
}

/**
 * Writes new entries of the audit log outside the database while the process runs. What cannot be written now, is later.
 * Of several processes one at a time writes.
 */
export function startAuditShipper({ db, writers, log, everyMs = 1_000 }: Options): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const write: LineWriter = async (lines) => {
    for (const writer of writers) await writer(lines)
  }
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        await shipLines({ db }, write)
      } catch (error) {
        log.error({ err: error }, 'audit log could not be written outside; it is tried again')
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const working = writers.length > 0 ? work() : Promise.resolve()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
