/**
 * `npm run licences`: how many packages have which licence, and the packages of each that is not allowed. These end it
 * with exit code 1. By the lock file, so packages of other platforms count.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAllowed } from '#bin/supply/licence-rules.ts'
import { type Locked, lockedPackages } from '#bin/supply/lock-file.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

/** Packages that name their licence in their files alone; each was read. */
const READ: Record<string, string> = { 'png-js': 'MIT', 'humanize-number': 'MIT', only: 'MIT' }

type Manifest = { license?: string | { type?: string }; licenses?: { type?: string }[] }

/** The licence in the lock file, or in the package itself in the forms of old packages. */
function licenceOf({ path, name, licence }: Locked): string {
  if (licence !== null) return licence
  const file = join(PROJECT_ROOT, path, 'package.json')
  const own = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
  const said = typeof own.license === 'string' ? own.license : own.license?.type
  return said ?? own.licenses?.map(({ type }) => type).join(' OR ') ?? READ[name] ?? 'unknown'
}

const byLicence = new Map<string, Locked[]>()
for (const locked of lockedPackages(PROJECT_ROOT)) {
  const licence = licenceOf(locked)
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), locked])
}
const sorted = [...byLicence].sort(([, first], [, second]) => second.length - first.length)
for (const [licence, packages] of sorted) {
  const running = packages.filter(({ isDev }) => !isDev).length
  process.stdout.write(`${licence}: ${packages.length} packages, ${running} of them in production\n`)
}
const refused = sorted.filter(([licence]) => !isAllowed(licence))
for (const [licence, packages] of refused) {
  for (const { name, version } of packages)
    process.stderr.write(
      `${name} ${version} is under ${licence}, which bin/supply/licence-rules.ts does not allow\n`,
    )
}
process.exitCode = refused.length > 0 ? 1 : 0
