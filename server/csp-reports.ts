/** Reports of the Content-Security-Policy. Each kind is logged once an hour, since anybody can send reports. */
import { z } from 'zod'
import type { Log } from '#infra/logging/log.ts'
import type { Metrics } from '#infra/metrics/metrics.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import type { Limit, RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { HOUR_MS, HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { attempt } from '#shop/kernel/result.ts'

/** A report has a few hundred bytes. Browsers may send several reports together. */
export const REPORT_BYTES = 16 * 1024
const REPORTS_AT_ONCE = 20
/** Per network. A broken page sends only a few reports. */
const REPORTS: Limit = { max: 60, seconds: HOUR_SECONDS }
/** Maximum number of remembered kinds of violations. */
const MAX_REMEMBERED = 500
const MAX_LENGTH = 200

const text = z.string().max(4_096)
/** A list, as the Reporting API sends it to `report-to`. */
const reportToSchema = z.array(
  z.object({
    type: text,
    body: z
      .object({
        effectiveDirective: text,
        documentURL: text,
        blockedURL: text.nullish(),
        sourceFile: text.nullish(),
        lineNumber: z.number().nullish(),
      })
      .optional(),
  }),
)
/** One report, as browsers without the Reporting API send it to `report-uri`. */
const reportUriSchema = z.object({
  'csp-report': z.object({
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'document-uri': text,
    'blocked-uri': text.optional(),
    'source-file': text.optional(),
    'line-number': z.number().optional(),
  }),
})

type Violation = { directive: string; page: string; blocked: string; source: string }

/** Returns the reports, with paths and origins instead of whole addresses, or null if they are invalid. */
export function parseReports(body: string): Violation[] | null {
  const json: unknown = attempt(() => JSON.parse(body))
  const list = reportToSchema.safeParse(json)
  if (list.success) {
    const bodies = list.data.slice(0, REPORTS_AT_ONCE).flatMap((report) => report.body ?? [])
    return bodies.map((report) => ({
      directive: directiveOf(report.effectiveDirective),
      page: pathOf(report.documentURL),
      blocked: originOf(report.blockedURL ?? ''),
      source: `${pathOf(report.sourceFile ?? '')}:${report.lineNumber ?? 0}`,
    }))
  }
  const single = reportUriSchema.safeParse(json)
  if (!single.success) return null
  const report = single.data['csp-report']
  return [
    {
      directive: directiveOf(report['effective-directive'] ?? report['violated-directive'] ?? ''),
      page: pathOf(report['document-uri']),
      blocked: originOf(report['blocked-uri'] ?? ''),
      source: `${pathOf(report['source-file'] ?? '')}:${report['line-number'] ?? 0}`,
    },
  ]
}

type Options = {
  log: Pick<Log, 'warn'>
  metrics: Pick<Metrics, 'countPolicyRefusal'>
  limits: Pick<RateLimiter, 'consume'>
  now: () => Date
}

export function policyReports({ log, metrics, limits, now }: Options) {
  const loggedKinds = new Map<string, number>()
  const isNew = (kind: string) => {
    const at = now().getTime()
    const loggedAt = loggedKinds.get(kind)
    if (loggedAt !== undefined && at - loggedAt < HOUR_MS) return false
    loggedKinds.delete(kind)
    const oldest = loggedKinds.size >= MAX_REMEMBERED ? loggedKinds.keys().next().value : undefined
    if (oldest !== undefined) loggedKinds.delete(oldest)
    loggedKinds.set(kind, at)
    return true
  }
  return async (request: Request): Promise<Response> => {
    if (Number(request.headers.get('content-length') ?? 0) > REPORT_BYTES)
      return new Response(null, { status: 413 })
    const network = networkOf(request.headers.get('x-real-ip') ?? '')
    const wait = await limits.consume('policy reports', network, REPORTS)
    if (wait > 0) return new Response(null, { status: 429, headers: { 'retry-after': String(wait) } })
    const body = await request.text()
    const violations = body.length > REPORT_BYTES ? null : parseReports(body)
    if (!violations) return new Response(null, { status: 422 })
    for (const violation of violations) {
      const isOurs = !isExtension(violation.blocked) && !isExtension(violation.source)
      metrics.countPolicyRefusal(isOurs ? violation.directive : 'extension')
      if (isOurs && isNew(JSON.stringify(violation)))
        log.warn(violation, 'a browser reported a violation of the page policy')
    }
    return new Response(null, { status: 204 })
  }
}

/** True for browser extensions. Browsers report their violations as if the page had caused them. */
function isExtension(from: string): boolean {
  return /^[a-z-]+-extension\b/.test(from)
}

const DIRECTIVES = [
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'worker-src',
  'manifest-src',
  'media-src',
  'require-trusted-types-for',
  'trusted-types',
]

/** Returns a directive of the policy or 'other', so that reports cannot invent labels of the metric. */
function directiveOf(reported: string): string {
  const name = reported.trim().split(/\s/, 1)[0] ?? ''
  return DIRECTIVES.includes(name) ? name : 'other'
}

/** Returns the path. Hides segments unlike the shop's own, which may be ids, tokens or personal data. */
function pathOf(address: string): string {
  if (!URL.canParse(address)) return address === '' ? '' : 'unknown'
  const { protocol, pathname } = new URL(address)
  if (!/^https?:$/.test(protocol)) return protocol.replace(':', '')
  const isSafe = (part: string) =>
    /^[a-z][a-z-]{0,19}(-[\w-]{7})?(\.[a-z]{2,5})?$/i.test(part) && !/\d{3}/.test(part)
  return pathname
    .split('/')
    .map((part) => (part === '' || isSafe(part) ? part : '…'))
    .join('/')
    .slice(0, MAX_LENGTH)
}

/** Returns a keyword such as 'inline', or the origin of a URL. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return blocked === '' ? '' : 'unknown'
  const { protocol, origin } = new URL(blocked)
  return /^https?:$/.test(protocol) ? origin.slice(0, MAX_LENGTH) : protocol.replace(':', '')
}
