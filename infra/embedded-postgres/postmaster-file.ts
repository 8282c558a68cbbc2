import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A running server's entry in its data directory (PostgreSQL: `postmaster.pid`). */
export type PostmasterFile = { pid: number; socketDir: string; ready: boolean }

/** The cluster's file; undefined when the server never started or shut down cleanly. */
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

/** The path of that file. */
export function postmasterFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
