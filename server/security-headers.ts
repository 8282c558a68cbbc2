import { createHash } from 'node:crypto'

const COMMON_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
}

const YEAR_S = 31_536_000

/** Headers of every answer; `origin` is the shop's own address. */
export function commonHeaders(origin: string): Record<string, string> {
  if (!origin.startsWith('https:')) return COMMON_HEADERS
  return { ...COMMON_HEADERS, 'strict-transport-security': `max-age=${YEAR_S}` }
}

/**
 * `scripts` are the sources that allow the page's own inline scripts: a nonce or hashes. `forms` are sites that a form
 * of the page may lead on to.
 */
function policy(scripts: string, forms: readonly string[] = []): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...forms].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}

export function nonceCsp(nonce: string, forms: readonly string[] = []): string {
  return policy(`'nonce-${nonce}'`, forms)
}

/**
 * A page that is kept cannot carry a nonce: its scripts are named by their hashes instead. Only scripts that carry
 * the nonce of this rendering count, so that a script slipped in by content would stay forbidden.
 */
export function withoutNonce(html: string, nonce: string): { html: string; csp: string } {
  const script = new RegExp(`<script([^>]*) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g')
  const hashes: string[] = []
  const stripped = html.replace(script, (_, before: string, after: string, body: string) => {
    if (body !== '') hashes.push(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
    return `<script${before}${after}>${body}</script>`
  })
  return { html: stripped.replaceAll(` nonce="${nonce}"`, ''), csp: policy(hashes.join(' ')) }
}
