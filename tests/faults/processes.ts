import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Returns all descendants of a process. */
export function descendantsOf(pid: number): number[] {
  const parents = parentsByPid()
  const pids = [pid]
  for (const ancestor of pids) {
    for (const [child, parent] of parents) if (parent === ancestor) pids.push(child)
  }
  return pids.slice(1)
}

/** True while the process exists and is no zombie. */
export function isRunning(pid: number): boolean {
  return parentsByPid().has(pid)
}

/** Polls until the condition is true. Throws after a minute. `what` names the condition in the error. */
export async function waitUntil(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`timed out: ${what}`)
    // Pauses, because some conditions read all of /proc.
    await pause(20)
  }
}

/**
 * Returns each process's parent, without zombies. Reads /proc if it exists, because small Linux systems have no
 * ps.
 */
function parentsByPid(): Map<number, number> {
  return existsSync('/proc/self/stat') ? parentsByProc() : parentsByPs()
}

function parentsByProc(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const [state, parent] = /^\d+$/.test(name) ? statOf(name) : []
    if (state !== undefined && state !== 'Z') parents.set(Number(name), Number(parent))
  }
  return parents
}

/** Returns state and parent. They follow the command's name, which is in brackets and may contain any character. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

function parentsByPs(): Map<number, number> {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  return new Map(
    rows
      .filter(([, , state]) => state && !state.startsWith('Z'))
      .map(([pid, parent]) => [Number(pid), Number(parent)]),
  )
}
