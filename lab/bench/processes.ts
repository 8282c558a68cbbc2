import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

const MB = 1024

/**
 * The memory in MB of a process and its descendants; shared pages count once (PSS, from /proc/PID/smaps_rollup). Linux
 * only.
 */
export function memoryOf(pid: number): number {
  const family = [pid, ...childrenOf(pid)]
  return family.reduce((sum, each) => sum + pss(each), 0) / MB
}

/** Processor time of a process in ms, in steps of ten. Linux only. */
export function processorTime(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  // The program's name is in brackets and may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Resolves once a process has used less than a twentieth of a core for two seconds. Linux only. */
export async function waitUntilIdle(pid: number): Promise<void> {
  for (let used = processorTime(pid); ; ) {
    await pause(2_000)
    const now = processorTime(pid)
    if (now - used < 100) return
    used = now
  }
}

/** The parent process of a PostgreSQL server. */
export async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return parentOf(rows[0]?.pid ?? 0)
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const children = all.filter((each) => parentOf(each) === pid)
  return children.flatMap((child) => [child, ...childrenOf(child)])
}

function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  // The program's name is in brackets and may contain any character.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function pss(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** Returns an empty text when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
