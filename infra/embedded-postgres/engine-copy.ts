import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { DataLocation } from '#infra/embedded-postgres/data-location.ts'
import { makeLinks } from '#infra/embedded-postgres/engine-links.ts'

/**
 * Copies the engine (about 60 MB) beside the database, readable for all and writable only for us, and returns its
 * directory. An earlier copy is reused when version and owner match and it is complete.
 */
export function copyEngine(installed: string, place: DataLocation, say: (line: string) => void): string {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string }
  const copy = join(place.home, `engine-${version}-${process.platform}-${process.arch}`)
  if (isOurs(copy) && files(installed).every((file) => sameSize(join(installed, file), join(copy, file))))
    return copy
  say(
    `Copying the database engine to ${copy}: it cannot run in ${installed} as ${place.user?.name ?? 'this user'} …`,
  )
  removeCopies(place.home)
  const unfinished = mkdtempSync(join(place.home, 'engine-new-'))
  cpSync(join(installed, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(unfinished)
  openForReading(unfinished)
  renameSync(unfinished, copy)
  return copy
}

/**
 * Removes older versions and interrupted copies. The caller holds the data directory's lock, so they are not in use.
 */
function removeCopies(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith('engine-')) rmSync(join(home, name), { recursive: true, force: true })
  }
}

function isOurs(copy: string): boolean {
  const stat = lstatSync(copy, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return false
  return (stat.uid === 0 || stat.uid === process.getuid?.()) && (stat.mode & 0o022) === 0
}

function files(engine: string): string[] {
  return readdirSync(join(engine, 'native'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath.slice(engine.length), entry.name))
}

function sameSize(left: string, right: string): boolean {
  return lstatSync(left).size === lstatSync(right, { throwIfNoEntry: false })?.size
}

/** Sets modes explicitly: an install under a strict umask would give copies that only root can read. */
function openForReading(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) openForReading(path)
    else if (entry.isFile()) chmodSync(path, basename(directory) === 'bin' ? 0o755 : 0o644)
  }
}
