/**
 * `npm run check-holes -- FILE`: compares the lock file with known vulnerabilities in FILE, a JSON file or a folder of
 * them (docs/operations.md, Packages). Lists findings and the dates by which they must be fixed. Exit code 1 if a
 * finding in production is overdue, 2 if FILE cannot be read or its newest entry is too old.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dueAt, findVulnerabilities, parseAdvisories, type Vulnerability } from '#bin/supply/holes.ts'
import { lockedPackages } from '#bin/supply/lock-file.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const DAY_MS = 86_400_000
/** The newest entry shows the age of the database, which gets entries every day. The file's date may be newer. */
const OLD_DAYS = 14

const [path] = process.argv.slice(2)
if (!path) fail('Usage: npm run check-holes -- FILE (docs/operations.md, Packages, says where to get it)')

function filesOf(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place]
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.json')).map((name) => join(place, name))
}

function read(place: string): Vulnerability[] {
  return filesOf(place).flatMap((file) => parseAdvisories(JSON.parse(readFileSync(file, 'utf8'))))
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

const vulnerabilities = readOrFail(path)
if (vulnerabilities.length === 0)
  fail(`${path} names no vulnerability of an npm package, so nothing was checked.`)
const now = Date.now()
const newest = Math.max(...vulnerabilities.map(({ published }) => published?.getTime() ?? 0))
const days = Math.floor((now - newest) / DAY_MS)
if (days > OLD_DAYS)
  fail(
    `The newest entry of ${path} is ${days} days old, ${OLD_DAYS} are allowed: get a new one (docs/operations.md, Packages).`,
  )
const packages = lockedPackages(PROJECT_ROOT)
const findings = findVulnerabilities(packages, vulnerabilities)
const isOverdue = (vulnerability: Vulnerability) => dueAt(vulnerability).getTime() < now
for (const { locked, vulnerability } of findings) {
  const where = locked.isDev ? 'only in development' : 'in production'
  const due = `${isOverdue(vulnerability) ? 'was to be closed' : 'to be closed'} by ${dueAt(vulnerability).toISOString().slice(0, 10)}`
  process.stdout.write(
    `${locked.name} ${locked.version} (${where}): ${vulnerability.id}, ${vulnerability.severity}, ${due}: ${vulnerability.summary}\n`,
  )
}
const inProduction = findings.filter(({ locked }) => !locked.isDev)
const overdue = inProduction.filter(({ vulnerability }) => isOverdue(vulnerability)).length
process.stdout.write(
  `${packages.length} packages against ${vulnerabilities.length} entries, the newest ${days} days old: ${findings.length} found, ${inProduction.length} in production, ${overdue} of these overdue.\n`,
)
process.exitCode = overdue > 0 ? 1 : 0
