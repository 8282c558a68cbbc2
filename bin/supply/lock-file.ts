import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { neededInProduction } from '#bin/production-packages.mjs'

/** A package of the lock file. `isDev`: only builds and tests need it. */
export type LockedPackage = {
  path: string
  name: string
  version: string
  licence: string | null
  isDev: boolean
}

type Entry = { version?: string; license?: string; link?: boolean; name?: string }

/** Returns the packages in the text of a package-lock.json, including other platforms'. */
export function packagesIn(lockFile: string): LockedPackage[] {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, Entry> }
  const needed = neededInProduction(packages)
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '' || entry.link || !entry.version) return []
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { version, license } = entry
    return [{ path, name, version, licence: license ?? null, isDev: !needed.has(path) }]
  })
}

/** Returns the packages of the shop in this folder. */
export function lockedPackages(root: string): LockedPackage[] {
  return packagesIn(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}
