import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { DataLocation } from '#infra/embedded-postgres/data-location.ts'
import { spawnOptions } from '#infra/embedded-postgres/database-user.ts'

/** PostgreSQL's programs in `bin`, which the database user can run. */
export type Engine = { bin: string; major: string }

/** Returns the installed engine, or a copy beside the database if the database user cannot run it in place. */
export function findEngine(location: DataLocation, say: (line: string) => void): Engine {
  const source = installedPackage()
  makeLinks(source)
  const major = majorOf(source, location)
  if (major) return { bin: binOf(source), major }
  const copy = copyEngine(source, location, say)
  const copyMajor = majorOf(copy, location)
  if (!copyMajor)
    throw new Error(
      `The database engine does not run here (set DATABASE_URL to use another server): ${startError(copy, location)}`,
    )
  return { bin: binOf(copy), major: copyMajor }
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `The database engine ${name} is not installed: install it, or set DATABASE_URL to use another server.`,
    )
  }
}

function majorOf(engine: string, location: DataLocation): string | undefined {
  return /\(PostgreSQL\) (\d+)/.exec(version(engine, location).stdout ?? '')?.[1]
}

function startError(engine: string, location: DataLocation): string {
  const { error, stderr } = version(engine, location)
  return error?.message ?? stderr.trim()
}

function version(engine: string, location: DataLocation) {
  return spawnSync(join(binOf(engine), 'postgres'), ['-V'], {
    ...spawnOptions(location.user),
    encoding: 'utf8',
  })
}

function binOf(engine: string): string {
  return join(engine, 'native', 'bin')
}

/** Copies the engine (60 MB) beside the database, or reuses a complete copy of the same version. */
function copyEngine(source: string, location: DataLocation, say: (line: string) => void): string {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
  const copy = join(location.home, `engine-${version}-${process.platform}-${process.arch}`)
  if (isOurs(copy) && files(source).every((file) => isSameSize(join(source, file), join(copy, file))))
    return copy
  say(
    `Copying the database engine to ${copy}: it cannot run in ${source} as ${location.user?.name ?? 'this user'} …`,
  )
  removeCopies(location.home)
  const unfinished = mkdtempSync(join(location.home, 'engine-new-'))
  cpSync(join(source, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(unfinished)
  makeReadable(unfinished)
  renameSync(unfinished, copy)
  return copy
}

/** Removes older copies. The caller holds the data directory's lock, so they are not in use. */
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

function isSameSize(left: string, right: string): boolean {
  return lstatSync(left).size === lstatSync(right, { throwIfNoEntry: false })?.size
}

/** Sets modes explicitly: a strict umask would make copies that only root can read. */
function makeReadable(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, basename(directory) === 'bin' ? 0o755 : 0o644)
  }
}

/** Creates library links, which npm packages lack. Skips a read-only installation, whose engine is copied. */
function makeLinks(engine: string): void {
  const links = readFileSync(join(engine, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const path = join(engine, target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return
      throw error
    }
  }
}
