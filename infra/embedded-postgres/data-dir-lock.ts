import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { attempt } from '#shop/kernel/result.ts'

/** Keeps a reference to each lock. Garbage collection would release it. */
const locks = new Map<string, DatabaseSync>()

/**
 * Locks the data directory and returns the unlock. Throws with the holder's pid if it is locked.
 * Nothing else in the process may open `program.lock`: closing it releases the lock.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const { directory, lock } = openLock(dataDir)
  const pidFile = join(directory, 'program.pid')
  if (!tryLock(lock)) {
    lock.close()
    throw new Error(inUseMessage(directory, await findHolder(pidFile)))
  }
  locks.set(directory, lock)
  writePid(pidFile)
  return () => {
    if (locks.get(directory) !== lock) return
    locks.delete(directory)
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

export function holdsDataDir(dataDir: string): boolean {
  return existsSync(dataDir) && locks.has(realpathSync(dataDir))
}

function openLock(dataDir: string): { directory: string; lock: DatabaseSync } {
  try {
    mkdirSync(dataDir, { recursive: true })
    const directory = realpathSync(dataDir)
    const file = join(directory, 'program.lock')
    createPrivate(file)
    // Node has no flock. SQLite's kernel lock ends with the process, so it is never stale.
    const lock = new DatabaseSync(file)
    // Avoids a journal file, which a killed holder would leave behind.
    lock.exec('PRAGMA journal_mode = MEMORY')
    return { directory, lock }
  } catch (error) {
    throw new Error(`The data directory ${dataDir} cannot be used by this user: ${(error as Error).message}`)
  }
}

/** Creates a private file, since a user who can read it can lock it. Does not open an existing one (see above). */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Takes the kernel lock, which IMMEDIATE does atomically. Returns false if another process has it. */
function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    const busy = 5
    if ((error as { errcode?: number }).errcode === busy) return false
    throw error
  }
}

function writePid(pidFile: string): void {
  const temporary = `${pidFile}.${process.pid}`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, `${process.pid}\n`, { flag: 'wx' })
  renameSync(temporary, pidFile)
}

/** The holder writes its pid just after locking. */
const PID_WITHIN_MS = 10_000

/** Returns the holder's pid. Retries for a while if it is missing or dead. */
async function findHolder(pidFile: string): Promise<number | undefined> {
  const end = performance.now() + PID_WITHIN_MS
  while (performance.now() < end) {
    const pid = readPid(pidFile)
    if (pid !== undefined && isAlive(pid)) return pid
    await pause(20)
  }
  return readPid(pidFile)
}

function readPid(pidFile: string): number | undefined {
  return attempt(() => Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || undefined)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function inUseMessage(directory: string, pid: number | undefined): string {
  const holder = pid === undefined ? 'another program' : `another program (pid ${pid})`
  return `The data directory ${directory} is in use by ${holder}. Stop it first, or set DATA_DIR to another directory.`
}
