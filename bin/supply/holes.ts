/** Known vulnerabilities of npm packages, as OSV and GitHub publish them. */
import semver from 'semver'
import { z } from 'zod'
import type { LockedPackage } from '#bin/supply/lock-file.ts'

export type Vulnerability = {
  id: string
  severity: string
  summary: string
  packageName: string
  /** When it was published; null if the entry does not say. */
  published: Date | null
  /** True for a vulnerable version. */
  isIn: (version: string) => boolean
}

const event = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
})
type Event = z.infer<typeof event>

/** https://ossf.github.io/osv-schema/: an entry of OSV and of GitHub's advisory database. */
const osv = z.object({
  id: z.string(),
  summary: z.string().optional(),
  withdrawn: z.string().nullish(),
  published: z.string().nullish(),
  database_specific: z.object({ severity: z.string().optional() }).optional(),
  affected: z.array(
    z.object({
      package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
      ranges: z.array(z.object({ type: z.string(), events: z.array(event) })).optional(),
      versions: z.array(z.string()).optional(),
    }),
  ),
})

/** An entry of GitHub's REST interface (`GET /advisories?ecosystem=npm`). */
const github = z.object({
  ghsa_id: z.string(),
  summary: z.string(),
  severity: z.string(),
  withdrawn_at: z.string().nullish(),
  published_at: z.string().nullish(),
  vulnerabilities: z.array(
    z.object({
      package: z.object({ ecosystem: z.string(), name: z.string() }),
      vulnerable_version_range: z.string().nullable(),
    }),
  ),
})

/** Returns the vulnerabilities in a file's JSON, one entry or a list. Throws for an entry of another format. */
export function parseAdvisories(json: unknown): Vulnerability[] {
  const entries = Array.isArray(json) ? json : [json]
  return entries.flatMap((entry) => {
    const fromGithub = github.safeParse(entry)
    if (fromGithub.success) return fromGithubEntry(fromGithub.data)
    const fromOsv = osv.safeParse(entry)
    if (fromOsv.success) return fromOsvEntry(fromOsv.data)
    throw new Error(`Not an advisory of OSV or GitHub: ${JSON.stringify(entry).slice(0, 120)}`)
  })
}

function fromGithubEntry({
  ghsa_id: id,
  withdrawn_at,
  published_at,
  summary,
  severity,
  vulnerabilities,
}: z.infer<typeof github>): Vulnerability[] {
  if (withdrawn_at) return []
  return vulnerabilities
    .filter((affected) => affected.package.ecosystem === 'npm')
    .map(({ package: { name }, vulnerable_version_range: range }) => {
      const wanted = (range ?? '*').replaceAll(',', ' ')
      if (semver.validRange(wanted) === null) throw new Error(`${id}: not a range: ${wanted}`)
      const published = dateOf(published_at)
      return {
        id,
        severity,
        summary,
        packageName: name,
        published,
        isIn: (version) => satisfies(version, wanted),
      }
    })
}

function fromOsvEntry({
  id,
  withdrawn,
  published,
  summary = '',
  database_specific,
  affected,
}: z.infer<typeof osv>): Vulnerability[] {
  if (withdrawn) return []
  const severity = (database_specific?.severity ?? 'unknown').toLowerCase()
  return affected.flatMap(({ package: about, ranges = [], versions = [] }) => {
    if (about?.ecosystem !== 'npm') return []
    const npmRanges = ranges.filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM')
    // Entries of malicious packages have no versions: all are affected.
    const isWhole = npmRanges.length === 0 && versions.length === 0
    const isIn = (version: string) =>
      isWhole || versions.includes(version) || npmRanges.some(({ events }) => isWithin(version, events))
    return [{ id, severity, summary, packageName: about.name, published: dateOf(published), isIn }]
  })
}

function dateOf(text: string | null | undefined): Date | null {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

/** True if the version is in a vulnerable range. The events, in version order, begin and end the range. */
function isWithin(version: string, events: Event[]): boolean {
  const versionOf = ({ introduced, fixed, last_affected }: Event) =>
    introduced === '0' ? '0.0.0-0' : parseLoosely(introduced ?? fixed ?? last_affected ?? '')
  const sorted = [...events].sort((event, other) => semver.compare(versionOf(event), versionOf(other)))
  let isInside = false
  for (const event of sorted) {
    const at = versionOf(event)
    if (event.introduced !== undefined && semver.gte(version, at)) isInside = true
    else if (event.fixed !== undefined && semver.gte(version, at)) isInside = false
    else if (event.last_affected !== undefined && semver.gt(version, at)) isInside = false
  }
  return isInside
}

/** Parses a version that may have fewer numbers, such as '99'. */
function parseLoosely(version: string): string {
  return semver.valid(version) ?? semver.coerce(version)?.version ?? '0.0.0-0'
}

/** True if the version is in the range. Prereleases count too. */
function satisfies(version: string, range: string): boolean {
  return semver.satisfies(version, range, { includePrerelease: true })
}

export type Finding = { locked: LockedPackage; vulnerability: Vulnerability }

/** Returns the vulnerabilities of these packages, those of production first. */
export function findVulnerabilities(
  packages: readonly LockedPackage[],
  vulnerabilities: readonly Vulnerability[],
): Finding[] {
  const byName = new Map<string, Vulnerability[]>()
  for (const vulnerability of vulnerabilities)
    byName.set(vulnerability.packageName, [...(byName.get(vulnerability.packageName) ?? []), vulnerability])
  return packages
    .flatMap((locked) =>
      (byName.get(locked.name) ?? [])
        .filter((vulnerability) => vulnerability.isIn(locked.version))
        .map((vulnerability) => ({ locked, vulnerability })),
    )
    .sort((finding, other) => Number(finding.locked.isDev) - Number(other.locked.isDev))
}

/**
 * Days from publication in which a vulnerability in production must be fixed (docs/operations.md, Packages). An
 * unknown severity counts as high.
 */
const DAYS_TO_FIX: Record<string, number> = { critical: 7, high: 14, moderate: 30, medium: 30, low: 90 }
const DAY_MS = 86_400_000

/**
 * Returns the date by which the vulnerability must be fixed. It is due at once if its publication date is
 * unknown.
 */
export function dueAt({ severity, published }: Pick<Vulnerability, 'severity' | 'published'>): Date {
  const days = DAYS_TO_FIX[severity] ?? DAYS_TO_FIX.high ?? 0
  return published ? new Date(published.getTime() + days * DAY_MS) : new Date(0)
}
