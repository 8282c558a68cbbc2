import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { urlOf } from '#infra/embedded-postgres/address.ts'
import { type DataLocation, findDataLocation } from '#infra/embedded-postgres/data-location.ts'

/** The running database of a data directory: its place and address. */
export type Running = { place: DataLocation; url: string }

/** The running database of a data directory; undefined when none runs there. */
export function runningDatabase(dataDir: string): Running | undefined {
  if (!existsSync(dataDir)) return undefined
  const place = findDataLocation(realpathSync(dataDir), () => {})
  const file = readPostmasterFile(place.cluster)
  // The file of a crashed server names a socket that no longer exists.
  if (!file?.ready || !existsSync(join(file.socketDir, '.s.PGSQL.5432'))) return undefined
  return { place, url: urlOf(file.socketDir) }
}

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
