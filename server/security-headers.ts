import { createHash } from 'node:crypto'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Settings } from '#infra/config/settings.ts'
import { providerOrigins } from '#infra/config/sign-in-settings.ts'

/** The path for reports of the policy (server/csp-reports.ts). */
export const REPORTS_PATH = '/csp-reports'

const COMMON_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'reporting-endpoints': `csp="${REPORTS_PATH}"`,
}

const YEAR_S = 31_536_000

/** The policy of JSON, pictures and other files, which load and run nothing. */
const FILE_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers of every response. Pages replace the policy. */
export function commonHeaders({
  origin,
  hstsSubdomains,
}: Pick<Settings, 'origin' | 'hstsSubdomains'>): Record<string, string> {
  const headers = { ...COMMON_HEADERS, 'content-security-policy': FILE_POLICY }
  if (!origin.startsWith('https:')) return headers
  const hsts = `max-age=${YEAR_S}${hstsSubdomains ? '; includeSubDomains' : ''}`
  return { ...headers, 'strict-transport-security': hsts }
}

export function isHtml(contentType: string | null | undefined): boolean {
  return contentType?.startsWith('text/html') ?? false
}

type Parts = { forms?: readonly string[]; styles?: string }

/** Allows style attributes by hash. `scripts`: a nonce or hashes. `forms`: other sites that forms may lead to. */
function policy(scripts: string, html: string, { forms = [], styles = '' }: Parts) {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    `style-src 'self'${styles}`,
    `style-src-attr ${styleAttributes(html)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...forms].join(' '),
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // app/kit/trusted-types.ts
    'trusted-types default',
    `report-uri ${REPORTS_PATH}`,
    'report-to csp',
  ].join('; ')
}

/** Matches only attributes, because React escapes quotes in texts. */
const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/g
const IFRAME_DOCUMENT = /<iframe [^<>]*srcDoc="([^"]*)"/g
const ESCAPED: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

function styleAttributes(html: string): string {
  const documents = [...html.matchAll(IFRAME_DOCUMENT)].map(([, document = '']) => unescaped(document))
  const found = [html, ...documents].flatMap((document) => [...document.matchAll(STYLE_ATTRIBUTE)])
  const styles = new Set(found.map(([, style = '']) => unescaped(style)))
  if (styles.size === 0) return "'none'"
  return ["'unsafe-hashes'", ...[...styles].map(hashOf)].join(' ')
}

export function unescaped(value: string): string {
  return value.replace(/&(?:amp|quot|#x27|lt|gt);/g, (found) => ESCAPED[found] ?? found)
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

export function nonceCsp(nonce: string, html: string, forms: readonly string[] = []): string {
  return policy(`'nonce-${nonce}'`, html, { forms })
}

/** Returns the other sites to which a page's forms may lead. Browsers apply form-action to redirects, too. */
export function formOrigins(
  targets: PageHandle['formTargets'],
  { signIn, cards }: Pick<Settings, 'signIn' | 'cards'>,
): string[] {
  if (targets === 'sign-in') return providerOrigins(signIn)
  return targets === 'card-provider' && cards.razorpay ? [cards.razorpay.url] : []
}

/**
 * Replaces this rendering's nonces by hashes, since a cached page cannot contain a nonce. A script without the
 * nonce gets no hash, so an injected script stays forbidden.
 */
export function withoutNonce(html: string, nonce: string): { html: string; csp: string } {
  const element = new RegExp(`<(script|style)([^>]*) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</\\1>`, 'g')
  const hashes = { script: [] as string[], style: [] as string[] }
  const stripped = html.replace(
    element,
    (_, name: 'script' | 'style', head: string, after: string, body: string) => {
      if (body !== '') hashes[name].push(hashOf(body))
      return `<${name}${head}${after}>${body}</${name}>`
    },
  )
  const bare = stripped.replaceAll(` nonce="${nonce}"`, '')
  const styles = hashes.style.map((hash) => ` ${hash}`).join('')
  return { html: bare, csp: policy(hashes.script.join(' '), bare, { styles }) }
}
