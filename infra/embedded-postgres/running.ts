import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DataLocation, findDataLocation } from '#infra/embedded-postgres/data-location.ts'
import { removeSocketDir } from '#infra/embedded-postgres/socket-dir.ts'
import { attempt } from '#shop/kernel/result.ts'

export type RunningDatabase = { location: DataLocation; url: string }

export function findRunningDatabase(dataDir: string): RunningDatabase | undefined {
  if (!existsSync(dataDir)) return undefined
  const location = findDataLocation(realpathSync(dataDir), () => {})
  const file = readPostmasterFile(location.cluster)
  // The file of a crashed server names a socket that no longer exists.
  if (!file?.ready || !existsSync(join(file.socketDir, '.s.PGSQL.5432'))) return undefined
  return { location, url: urlOf(file.socketDir) }
}

type PostmasterFile = { pid: number; socketDir: string; ready: boolean }

/** Returns undefined if the server has never started, or if it shut down cleanly. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(postmasterFileOf(cluster), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return { pid: Number(lines[0]), socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

function postmasterFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** Returns the server's URL. It sets every parameter, so that PG* variables change nothing. */
export function urlOf(socketDir: string): string {
  const query = new URLSearchParams({ host: socketDir, port: '5432', user: 'shop', sslmode: 'disable' })
  return `postgres:///postgres?${query}`
}

const TIMEOUT_MS = 60_000

/**
 * Stops orphaned servers and removes `postmaster.pid`, which would block the start. The caller holds the lock.
 * Throws if an orphan remains after a minute.
 */
export async function waitForOrphans(cluster: string, say: (line: string) => void): Promise<void> {
  const staleFile = readPostmasterFile(cluster)
  const pids = orphanProcesses(cluster)
  if (pids.length > 0) {
    say(`Waiting for the database server of an earlier start to end (pid ${staleFile?.pid ?? pids[0]}) …`)
    await waitUntilUnused(cluster)
  }
  rmSync(postmasterFileOf(cluster), { force: true })
  if (staleFile) removeSocketDir(staleFile.socketDir)
}

/** Checks repeatedly, because a starting server has not written its file yet. */
async function waitUntilUnused(cluster: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
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

/** Pids of PostgreSQL processes in a cluster, found by their working directory. */
export function orphanProcesses(cluster: string): number[] {
  return process.platform === 'linux' ? orphansByProc(cluster) : orphansByLsof(cluster)
}

function orphansByProc(cluster: string): number[] {
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

/** False also for processes that have ended, or that this user may not inspect. */
function isPostgresIn(pid: string, cluster: string): boolean {
  return (
    attempt(() => readlinkSync(`/proc/${pid}/cwd`)) === cluster &&
    attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8')) === 'postgres\n'
  )
}

/** Sends SIGINT, the fast shutdown, as the watchdog would have done. */
function endServer(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
