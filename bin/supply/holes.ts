/** Known vulnerabilities of npm packages, as OSV and GitHub publish them, and which packages they are about. */
import semver from 'semver'
import { z } from 'zod'
import type { Locked } from '#bin/supply/lock-file.ts'

export type Hole = {
  id: string
  severity: string
  summary: string
  packageName: string
  /** When it became known; null when the entry does not say. */
  published: Date | null
  /** True for a version that has it. */
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

/** The holes of npm packages in a file's JSON: one entry or a list. Throws for an entry of another form. */
export function holesIn(json: unknown): Hole[] {
  const entries = Array.isArray(json) ? json : [json]
  return entries.flatMap((entry) => {
    const fromGithub = github.safeParse(entry)
    if (fromGithub.success) return ofGithub(fromGithub.data)
    const fromOsv = osv.safeParse(entry)
    if (fromOsv.success) return ofOsv(fromOsv.data)
    throw new Error(`Not an advisory of OSV or GitHub: ${JSON.stringify(entry).slice(0, 120)}`)
  })
}

function ofGithub({
  ghsa_id: id,
  withdrawn_at,
  published_at,
  summary,
  severity,
  vulnerabilities,
}: z.infer<typeof github>): Hole[] {
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

function ofOsv({
  id,
  withdrawn,
  published,
  summary = '',
  database_specific,
  affected,
}: z.infer<typeof osv>): Hole[] {
  if (withdrawn) return []
  const severity = (database_specific?.severity ?? 'unknown').toLowerCase()
  return affected.flatMap(({ package: about, ranges = [], versions = [] }) => {
    if (about?.ecosystem !== 'npm') return []
    const spans = ranges.filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM')
    // Malicious packages are published without versions: all of them.
    const isWhole = spans.length === 0 && versions.length === 0
    const isIn = (version: string) =>
      isWhole || versions.includes(version) || spans.some(({ events }) => isWithin(version, events))
    return [{ id, severity, summary, packageName: about.name, published: dateOf(published), isIn }]
  })
}

function dateOf(written: string | null | undefined): Date | null {
  const date = new Date(written ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

/** Events in the order of their versions begin and end the span that has the hole. */
function isWithin(version: string, events: Event[]): boolean {
  const versionOf = ({ introduced, fixed, last_affected }: Event) =>
    introduced === '0' ? '0.0.0-0' : loose(introduced ?? fixed ?? last_affected ?? '')
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

/** Some entries name a version by fewer numbers, such as '99'. */
function loose(version: string): string {
  return semver.valid(version) ?? semver.coerce(version)?.version ?? '0.0.0-0'
}

/** A version before a release counts as one of the range that it lies in. */
function satisfies(version: string, range: string): boolean {
  return semver.satisfies(version, range, { includePrerelease: true })
}

export type Found = { locked: Locked; hole: Hole }

/** The holes of these packages, production's first. */
export function holesOf(packages: readonly Locked[], holes: readonly Hole[]): Found[] {
  const byName = new Map<string, Hole[]>()
  for (const hole of holes) byName.set(hole.packageName, [...(byName.get(hole.packageName) ?? []), hole])
  return packages
    .flatMap((locked) =>
      (byName.get(locked.name) ?? [])
        .filter((hole) => hole.isIn(locked.version))
        .map((hole) => ({ locked, hole })),
    )
    .sort((hole, other) => Number(hole.locked.isDev) - Number(other.locked.isDev))
}

/**
 * Days from its publication in which a hole of a package of production is closed (docs/operations.md, Packages). An
 * unknown severity counts as high.
 */
const DAYS_TO_MEND: Record<string, number> = { critical: 7, high: 14, moderate: 30, medium: 30, low: 90 }
const DAY_MS = 86_400_000

/** The date by which the vulnerability has to be fixed; at once if its publication date is unknown. */
export function dueAt({ severity, published }: Pick<Hole, 'severity' | 'published'>): Date {
  const days = DAYS_TO_MEND[severity] ?? DAYS_TO_MEND.high ?? 0
  return published ? new Date(published.getTime() + days * DAY_MS) : new Date(0)
}
