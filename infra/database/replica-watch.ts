import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'

type Options = { primary: Pick<Pool, 'query'>; replica: Pick<Pool, 'query'>; say: (line: string) => void }

const CHECK_MS = 1_000
const POLL_MS = 20
const MAX_LAG_MS = 5_000
const MAX_WAIT_MS = 1_000

/** Compares the primary's written with the replica's replayed log position, every second and after a change. */
export function watchReplica({ primary, replica, say }: Options) {
  let changes = 0
  let currentAt = -1
  let isClose = false
  let isStopped = false
  let wake = () => {}
  const waiting = new Set<() => void>()

  const setClose = (isNowClose: boolean, reason: string) => {
    if (isClose !== isNowClose)
      say(isNowClose ? 'the read replica is used' : `the read replica is not used: ${reason}`)
    isClose = isNowClose
  }
  /** Polls the replica until it has replayed the primary's position, or another change comes. */
  const follow = async () => {
    const seen = changes
    const place = await writePosition(primary)
    // Without the primary's position the last result stays.
    if (place === null) return
    const began = performance.now()
    while (!isStopped) {
      const reached = await hasReplayed(replica, place)
      if (reached instanceof Error) return setClose(false, reached.message)
      if (reached) return arrive(seen)
      if (performance.now() - began > MAX_LAG_MS) setClose(false, `it is more than ${MAX_LAG_MS} ms behind`)
      if (changes !== seen && isClose) return
      await pause(POLL_MS)
    }
  }
  const arrive = (seen: number) => {
    setClose(true, '')
    currentAt = seen
    if (seen === changes) for (const finish of waiting) finish()
  }
  const run = async () => {
    while (!isStopped) {
      const seen = changes
      await follow()
      if (seen === changes && !isStopped) await rest()
    }
  }
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CHECK_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const changed = () => {
    changes += 1
    wake()
  }
  const running = run()
  return {
    /** True when the replica has everything written before the last `changed`. */
    isCurrent: () => isClose && currentAt === changes,
    /** True when the replica answers and is at most `MAX_LAG_MS` behind. */
    isClose: () => isClose,
    /** The replica is not current until it has replayed this write. */
    changed,
    /** Resolves when the replica has the writes before this call, or after `MAX_WAIT_MS`. */
    async caughtUp() {
      changed()
      if (!isClose) return
      await new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          waiting.delete(finish)
          resolve()
        }
        const timer = setTimeout(finish, MAX_WAIT_MS)
        waiting.add(finish)
      })
    },
    async stop() {
      isStopped = true
      wake()
      await running
    },
  }
}

async function writePosition(primary: Options['primary']): Promise<string | null> {
  try {
    const { rows } = await primary.query('select pg_current_wal_insert_lsn()::text as place')
    return rows[0].place
  } catch {
    return null
  }
}

/** Returns an error if the server is no replica. */
async function hasReplayed(replica: Options['replica'], place: string): Promise<boolean | Error> {
  try {
    const { rows } = await replica.query(
      'select pg_is_in_recovery() as repeats, pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
      [place],
    )
    return rows[0].repeats ? rows[0].reached === true : new Error('it is no replica')
  } catch (error) {
    return error as Error
  }
}
