import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { urlOf } from '#infra/embedded-postgres/address.ts'
import { type DataLocation, findDataLocation } from '#infra/embedded-postgres/data-location.ts'
import { readPostmasterFile } from '#infra/embedded-postgres/postmaster-file.ts'

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
