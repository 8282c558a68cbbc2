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

/** The locks of this process. Also keeps them from the garbage collector, which would close and so free them. */
const held = new Map<string, DatabaseSync>()

/**
 * Takes the data directory (made if missing) for this process and returns what gives it back. Throws an Error of
 * one line, naming the directory and the holder's pid, when another program has it.
 *
 * Node has no flock, but SQLite, which it carries, locks its files by the kernel: exactly one of several
 * starters wins, and the lock ends with its process however that dies, so it is never stale and pids may be reused.
 * Nothing is written to the file. No other code of the holder may open `program.lock`: closing it frees the lock.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const { directory, lock } = openLock(dataDir)
  const pidFile = join(directory, 'program.pid')
  if (!taken(lock)) {
    lock.close()
    throw new Error(inUse(directory, await holder(pidFile)))
  }
  held.set(directory, lock)
  writePid(pidFile)
  return () => {
    if (held.get(directory) !== lock) return
    held.delete(directory)
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

/** True when this process holds the lock of the directory. */
export function holdsDataDir(dataDir: string): boolean {
  return existsSync(dataDir) && held.has(realpathSync(dataDir))
}

function openLock(dataDir: string): { directory: string; lock: DatabaseSync } {
  try {
    mkdirSync(dataDir, { recursive: true })
    const directory = realpathSync(dataDir)
    const file = join(directory, 'program.lock')
    createPrivate(file)
    const lock = new DatabaseSync(file)
    // Otherwise beginning a transaction on the empty file writes a journal, and a killed holder leaves it.
    lock.exec('PRAGMA journal_mode = MEMORY')
    return { directory, lock }
  } catch (error) {
    throw new Error(`The data directory ${dataDir} cannot be used by this user: ${(error as Error).message}`)
  }
}

/** Private, because a user who may read the file may also lock it. An existing file is not opened: see above. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** IMMEDIATE takes one kernel lock in one step: of two starters in the same instant one gets it. */
function taken(lock: DatabaseSync): boolean {
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
  const fresh = `${pidFile}.${process.pid}`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, `${process.pid}\n`, { flag: 'wx' })
  renameSync(fresh, pidFile)
}

/** The holder writes its pid just after it has the lock, so a dead or missing one is looked at again for a while. */
async function holder(pidFile: string): Promise<number | undefined> {
  for (let look = 0; look < 50; look++) {
    const pid = readPid(pidFile)
    if (pid !== undefined && isAlive(pid)) return pid
    await pause(10)
  }
  return readPid(pidFile)
}

function readPid(pidFile: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function inUse(directory: string, pid: number | undefined): string {
  const who = pid === undefined ? 'another program' : `another program (pid ${pid})`
  return `The data directory ${directory} is in use by ${who}. Stop it first, or set DATA_DIR to another directory.`
}
