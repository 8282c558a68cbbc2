import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { postmasterFileOf, readPostmasterFile } from '#infra/embedded-postgres/postmaster-file.ts'
import { removeSocketDir } from '#infra/embedded-postgres/socket-dir.ts'

const PATIENCE_MS = 60_000

/**
 * After a server that did not end in order: waits until none of its processes lives in the cluster, then removes its
 * `postmaster.pid`, which PostgreSQL would otherwise believe if a new process has got that pid. The caller holds the
 * data directory, so a server still there is an orphan and is asked to end. Throws when it stays for a minute.
 */
export async function waitForOrphans(cluster: string, say: (line: string) => void): Promise<void> {
  const left = readPostmasterFile(cluster)
  const pids = orphanProcesses(cluster)
  if (pids.length > 0) {
    say(`Waiting for the database server of an earlier start to end (pid ${left?.pid ?? pids[0]}) …`)
    await untilVacant(cluster)
  }
  rmSync(postmasterFileOf(cluster), { force: true })
  if (left) removeSocketDir(left.socketDir)
}

/** Asks again at each look: one that is only starting has not written its file yet. Once asked, asking changes nothing. */
async function untilVacant(cluster: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (let pids = orphanProcesses(cluster); pids.length > 0; pids = orphanProcesses(cluster)) {
    const server = readPostmasterFile(cluster)?.pid
    if (server && pids.includes(server)) endServer(server)
    if (performance.now() > deadline) {
      throw new Error(
        `${cluster} is still in use by a database server (pid ${pids.join(', ')}): end it first.`,
      )
    }
    await pause(20)
  }
}

/** The pids of PostgreSQL processes living in a cluster: each of them has it as its working directory. */
export function orphanProcesses(cluster: string): number[] {
  return process.platform === 'linux' ? orphansByProc(cluster) : orphansByLsof(cluster)
}

export function orphansByProc(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPostgresIn(name, cluster))
    .map(Number)
}

export function orphansByLsof(cluster: string): number[] {
  const { stdout } = spawnSync('lsof', ['-t', '-a', '-c', 'postgres', '-d', 'cwd', cluster], {
    encoding: 'utf8',
  })
  return (stdout ?? '').split('\n').filter(Boolean).map(Number)
}

/** Processes come and go while we look, and those of other users are closed to us: neither is an occupant. */
function isPostgresIn(pid: string, cluster: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === cluster &&
      readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
    )
  } catch {
    return false
  }
}

/** SIGINT is the fast shutdown, as the watchdog would have sent it. */
function endServer(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
