import { randomBytes } from 'node:crypto'
import { FRIEND_MARK, NOTICE_MARK, READ_ONLY_NOTICE } from '#app/frame/inserted-notices.ts'
import { type CachedResponse, type PageCache, toPage } from '#infra/page-cache/page-cache.ts'
import { deferHydration, speculationRules } from '#server/defer-hydration.ts'
import { isHtml, withoutNonce } from '#server/security-headers.ts'

type PageResponse =
  | { page: CachedResponse }
  | { status: number; headers: Record<string, string>; body: Buffer }

/** The text of each stylesheet of a page, by its address. */
export type Sheets = Readonly<Record<string, string>>

export type CachedPages = ReturnType<typeof createCachedPages>

type Options = {
  cache: PageCache
  renderPublic: (url: string, nonce: string) => Promise<Response>
  isOutage: () => boolean
  common: Record<string, string>
  sheets: Sheets
  /** Paths of cached pages, which browsers may prefetch: '/product/:id'. */
  paths: readonly string[]
}

/** Renders public pages once per catalogue version. While the database is down, sends them with a notice. */
export function createCachedPages({ cache, renderPublic, isOutage, common, sheets, paths }: Options) {
  const rules = speculationRules(paths)
  const running = new Map<string, Promise<PageResponse>>()
  const render = async (key: string, version: number): Promise<PageResponse> => {
    const nonce = randomBytes(16).toString('base64url')
    const rendered = await renderPublic(key, nonce)
    const body = Buffer.from(await rendered.arrayBuffer())
    const { 'x-request-id': id, ...headers } = plainHeaders(rendered.headers, common)
    if (rendered.status === 404) cache.forget(key)
    if (rendered.status !== 200)
      return { status: rendered.status, headers: id ? { ...headers, 'x-request-id': id } : headers, body }
    headers['cache-control'] = 'public, max-age=0, must-revalidate'
    if (!isHtml(headers['content-type'])) return { page: await cache.store(key, version, headers, body) }
    const deferred = deferHydration(body.toString(), nonce, rules)
    const { html, csp } = withoutNonce(withInlineStyles(deferred, sheets, nonce), nonce)
    headers['content-security-policy'] = csp
    return { page: await cache.store(key, version, headers, Buffer.from(html)) }
  }
  // Simultaneous requests share one rendering.
  const renderOnce = (key: string) => {
    const { version } = cache
    const renderKey = `${version} ${key}`
    const rendering = running.get(renderKey) ?? render(key, version).finally(() => running.delete(renderKey))
    running.set(renderKey, rendering)
    return rendering
  }
  return {
    isOutage,
    find: (key: string) => (isOutage() ? undefined : cache.find(key)),
    async answer(key: string): Promise<PageResponse> {
      // API clients would not read the notice, so they get current data only.
      const last = key.startsWith('/api/') ? cache.find(key) : cache.findAny(key)
      if (last && isOutage()) return { page: await withNotice(last) }
      const answer = await renderOnce(key)
      if ('page' in answer) return isOutage() ? { page: await withNotice(answer.page) } : answer
      return last && answer.status === 503 ? { page: await withNotice(last) } : answer
    },
  }
}

const SHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g
const EARLY_FETCH = /<link rel="preload"[^>]* as="(?:font|image)"[^>]*>/g

/** Replaces links to stylesheets by their text. Drops hints to preload fonts and images, which would delay the page. */
export function withInlineStyles(html: string, sheets: Sheets, nonce: string): string {
  let styles = ''
  const unstyled = html.replace(EARLY_FETCH, '').replace(SHEET, (link, href: string) => {
    if (sheets[href] === undefined) return link
    styles += `<style nonce="${nonce}" data-sheet="${href}">${sheets[href]}</style>`
    return ''
  })
  // At the end of the head, because previews of shared links read only the beginning of a page.
  return unstyled.replace('</head>', () => `${styles}</head>`)
}

function plainHeaders(headers: Headers, common: Record<string, string>): Record<string, string> {
  const merged = { ...common, ...Object.fromEntries(headers) }
  for (const name of ['set-cookie', 'content-length', 'content-encoding']) delete merged[name]
  return { ...merged, vary: 'Accept-Encoding' }
}

function withNotice(page: CachedResponse): Promise<CachedResponse> {
  return withInserted(page, NOTICE_MARK, READ_ONLY_NOTICE)
}

/** Inserts a friend's offer, which depends on the browser's cookie. The response is therefore private. */
export async function withFriendOffer(page: CachedResponse, strip: string): Promise<CachedResponse> {
  const variant = await withInserted(page, FRIEND_MARK, strip)
  if (variant === page) return page
  variant.headers['cache-control'] = 'private, max-age=0, must-revalidate'
  return variant
}

const inserted = new WeakMap<CachedResponse, Map<string, Promise<CachedResponse>>>()
/** Browsers can claim any percentage in their cookie, so the number of variants is limited. */
const MAX_VARIANTS = 3

/** Replaces the mark in HTML pages, once per variant. */
function withInserted(page: CachedResponse, mark: string, html: string): Promise<CachedResponse> {
  if (!isHtml(page.headers['content-type'])) return Promise.resolve(page)
  const variants = inserted.get(page) ?? new Map<string, Promise<CachedResponse>>()
  inserted.set(page, variants)
  const earlier = variants.get(html)
  if (earlier) return earlier
  const variant = toPage({ ...page.headers }, Buffer.from(page.identity.toString().replace(mark, html)))
  variants.set(html, variant)
  const [oldest] = variants.size > MAX_VARIANTS ? variants.keys() : []
  if (oldest !== undefined) variants.delete(oldest)
  return variant
}
