import type { PageRegistry } from '#app/request/page-handle.ts'
import type { Features } from '#shop/ctx.ts'

/** `changedAt` only where it is known. */
export type SitemapEntry = { path: string; changedAt?: Date }

/** Pages that search engines should show, besides products, categories and recipes. */
export function listedPaths({ pages }: Pick<PageRegistry, 'pages'>, features: Features): string[] {
  return pages.flatMap(({ path, handle: { search, feature } }) =>
    search === 'sitemap' && !path.includes(':') && (!feature || features[feature]) ? path : [],
  )
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}

export function sitemapXml(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${escaped(`${origin}${path}`)}</loc>${changed}</url>`
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', OPEN, ...urls, '</urlset>', ''].join('\n')
}

const OPEN = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
