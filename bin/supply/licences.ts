/**
 * `npm run licences`: counts the packages of each licence, and lists those whose licence is not allowed, with exit
 * code 1. Reads the lock file, so packages of other platforms count.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAllowed } from '#bin/supply/licence-rules.ts'
import { type LockedPackage, lockedPackages } from '#bin/supply/lock-file.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

/** Licences that packages name only in their files. */
const LICENCES_IN_FILES: Record<string, string> = { 'png-js': 'MIT', 'humanize-number': 'MIT', only: 'MIT' }

type Manifest = { license?: string | { type?: string }; licenses?: { type?: string }[] }

/** Returns the licence in the lock file, or in the package's manifest in its older formats. */
function licenceOf({ path, name, licence }: LockedPackage): string {
  if (licence !== null) return licence
  const file = join(PROJECT_ROOT, path, 'package.json')
  const own = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
  const declared = typeof own.license === 'string' ? own.license : own.license?.type
  return (
    declared ?? own.licenses?.map(({ type }) => type).join(' OR ') ?? LICENCES_IN_FILES[name] ?? 'unknown'
  )
}

const byLicence = new Map<string, LockedPackage[]>()
for (const locked of lockedPackages(PROJECT_ROOT)) {
  const licence = licenceOf(locked)
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), locked])
}
const sorted = [...byLicence].sort(([, first], [, second]) => second.length - first.length)
for (const [licence, packages] of sorted) {
  const inProduction = packages.filter(({ isDev }) => !isDev).length
  process.stdout.write(`${licence}: ${packages.length} packages, ${inProduction} of them in production\n`)
}
const refused = sorted.filter(([licence]) => !isAllowed(licence))
for (const [licence, packages] of refused) {
  for (const { name, version } of packages)
    process.stderr.write(
      `${name} ${version} is under ${licence}, which bin/supply/licence-rules.ts does not allow\n`,
    )
}
process.exitCode = refused.length > 0 ? 1 : 0
