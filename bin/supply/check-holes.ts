/**
 * `npm run check-holes -- FILE`: compares the lock file with known vulnerabilities in FILE, a JSON file or a folder of
 * them (docs/operations.md, Packages). Lists what it finds and until when it has to be closed. Exit code 1 when a hole
 * in production is overdue, 2 when FILE cannot be read or its newest entry is too old to say anything.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dueAt, type Hole, holesIn, holesOf } from '#bin/supply/holes.ts'
import { lockedPackages } from '#bin/supply/lock-file.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const DAY_MS = 86_400_000
/** The registry gets new entries every day, so the newest one dates the file; copying it does not make it newer. */
const OLD_DAYS = 14

const [path] = process.argv.slice(2)
if (!path) fail('Usage: npm run check-holes -- FILE (docs/operations.md, Packages, says where to get it)')

function filesOf(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place]
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.json')).map((name) => join(place, name))
}

function read(place: string): Hole[] {
  return filesOf(place).flatMap((file) => holesIn(JSON.parse(readFileSync(file, 'utf8'))))
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}

function readOrFail(place: string): ReturnType<typeof read> {
  try {
    return read(place)
  } catch (error) {
    return fail(`${place} could not be read: ${(error as Error).message}`)
  }
}

const holes = readOrFail(path)
if (holes.length === 0) fail(`${path} names no vulnerability of an npm package, so nothing was checked.`)
const now = Date.now()
const newest = Math.max(...holes.map(({ published }) => published?.getTime() ?? 0))
const days = Math.floor((now - newest) / DAY_MS)
if (days > OLD_DAYS)
  fail(
    `The newest entry of ${path} is ${days} days old, ${OLD_DAYS} are allowed: get a new one (docs/operations.md, Packages).`,
  )
const packages = lockedPackages(PROJECT_ROOT)
const found = holesOf(packages, holes)
const isOverdue = (hole: Hole) => dueAt(hole).getTime() < now
for (const { locked, hole } of found) {
  const where = locked.isDev ? 'only in development' : 'in production'
  const due = `${isOverdue(hole) ? 'was to be closed' : 'to be closed'} by ${dueAt(hole).toISOString().slice(0, 10)}`
  process.stdout.write(
    `${locked.name} ${locked.version} (${where}): ${hole.id}, ${hole.severity}, ${due}: ${hole.summary}\n`,
  )
}
const running = found.filter(({ locked }) => !locked.isDev)
const overdue = running.filter(({ hole }) => isOverdue(hole)).length
process.stdout.write(
  `${packages.length} packages against ${holes.length} entries, the newest ${days} days old: ${found.length} found, ${running.length} in production, ${overdue} of these overdue.\n`,
)
process.exitCode = overdue > 0 ? 1 : 0
