import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { urlOf } from '#infra/embedded-postgres/address.ts'
import { type DataLocation, findDataLocation } from '#infra/embedded-postgres/data-location.ts'

export type Running = { place: DataLocation; url: string }

export function runningDatabase(dataDir: string): Running | undefined {
  if (!existsSync(dataDir)) return undefined
  const place = findDataLocation(realpathSync(dataDir), () => {})
  const file = readPostmasterFile(place.cluster)
  // The file of a crashed server names a socket that no longer exists.
  if (!file?.ready || !existsSync(join(file.socketDir, '.s.PGSQL.5432'))) return undefined
  return { place, url: urlOf(file.socketDir) }
}

export type PostmasterFile = { pid: number; socketDir: string; ready: boolean }

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

export function postmasterFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
