import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'

type Options = { primary: Pick<Pool, 'query'>; replica: Pick<Pool, 'query'>; say: (line: string) => void }

const CHECK_MS = 1_000
const POLL_MS = 20
const MAX_LAG_MS = 5_000
const MAX_WAIT_MS = 1_000

/** Compares the primary's write position with the replica's replay position, every second and after a change. */
export function watchReplica({ primary, replica, say }: Options) {
  let changes = 0
  let currentAt = -1
  let isRecent = false
  let isStopped = false
  let wake = () => {}
  const waiting = new Set<() => void>()

  const setRecent = (isNowRecent: boolean, reason: string) => {
    if (isRecent !== isNowRecent)
      say(isNowRecent ? 'the read replica is used' : `the read replica is not used: ${reason}`)
    isRecent = isNowRecent
  }
  /** Polls the replica until it has replayed the primary's position, or another change is noted. */
  const pollReplica = async () => {
    const changesBefore = changes
    const position = await writePosition(primary)
    // Without the primary's position, keep the last result.
    if (position === null) return
    const began = performance.now()
    while (!isStopped) {
      const replayed = await hasReplayed(replica, position)
      if (replayed instanceof Error) return setRecent(false, replayed.message)
      if (replayed) return markCurrent(changesBefore)
      if (performance.now() - began > MAX_LAG_MS) setRecent(false, `it is more than ${MAX_LAG_MS} ms behind`)
      if (changes !== changesBefore && isRecent) return
      await pause(POLL_MS)
    }
  }
  const markCurrent = (changesBefore: number) => {
    setRecent(true, '')
    currentAt = changesBefore
    if (changesBefore === changes) for (const finish of waiting) finish()
  }
  const run = async () => {
    while (!isStopped) {
      const changesBefore = changes
      await pollReplica()
      if (changesBefore === changes && !isStopped) await waitForChange()
    }
  }
  const waitForChange = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CHECK_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const noteChange = () => {
    changes += 1
    wake()
  }
  const running = run()
  return {
    /** True if the replica has all writes before the last `noteChange`. */
    isCurrent: () => isRecent && currentAt === changes,
    /** True if the replica answers and is at most `MAX_LAG_MS` behind. */
    isRecent: () => isRecent,
    /** Marks the replica as outdated until it has replayed the latest write. */
    noteChange,
    /** Resolves when the replica has the writes before this call, or after `MAX_WAIT_MS`. */
    async catchUp() {
      noteChange()
      if (!isRecent) return
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
    const { rows } = await primary.query('select pg_current_wal_insert_lsn()::text as position')
    return rows[0].position
  } catch {
    return null
  }
}

/** Returns an error if the server fails or is no replica. */
async function hasReplayed(replica: Options['replica'], position: string): Promise<boolean | Error> {
  try {
    const { rows } = await replica.query(
      'select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed',
      [position],
    )
    return rows[0].is_replica ? rows[0].replayed === true : new Error('it is no replica')
  } catch (error) {
    return error as Error
  }
}
