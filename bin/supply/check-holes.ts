/**
 * `npm run check-holes -- FILE`: compares the lock file with known vulnerabilities in FILE, a JSON file or a folder of them
 * (docs/operations.md, Packages). Lists what it finds; exit code 1 when a package of production has a hole, 2 when
 * FILE cannot be read.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Hole, holesIn, holesOf } from '#bin/supply/holes.ts'
import { lockedPackages } from '#bin/supply/lock-file.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const DAY_MS = 86_400_000
const OLD_DAYS = 30

const [path] = process.argv.slice(2)
if (!path) fail('Usage: npm run check-holes -- FILE (docs/operations.md, Packages, says where to get it)')

function filesOf(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place]
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.json')).map((name) => join(place, name))
}

function read(place: string): { holes: Hole[]; newest: number } {
  const files = filesOf(place)
  const holes = files.flatMap((file) => holesIn(JSON.parse(readFileSync(file, 'utf8'))))
  return { holes, newest: files.reduce((last, file) => Math.max(last, statSync(file).mtimeMs), 0) }
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

const { holes, newest } = readOrFail(path)
if (holes.length === 0) fail(`${path} names no vulnerability of an npm package, so nothing was checked.`)
const packages = lockedPackages(PROJECT_ROOT)
const found = holesOf(packages, holes)
for (const { locked, hole } of found) {
  const where = locked.isDev ? 'only in development' : 'in production'
  process.stdout.write(
    `${locked.name} ${locked.version} (${where}): ${hole.id}, ${hole.severity}: ${hole.summary}\n`,
  )
}
const running = found.filter(({ locked }) => !locked.isDev).length
process.stdout.write(
  `${packages.length} packages against ${holes.length} entries: ${found.length} found, ${running} in production.\n`,
)
const days = Math.floor((Date.now() - newest) / DAY_MS)
if (days > OLD_DAYS) process.stdout.write(`The newest file of ${path} is ${days} days old: get a new one.\n`)
process.exitCode = running > 0 ? 1 : 0
