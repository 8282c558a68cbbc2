/** One address of the sitemap; `changedAt` only where it is known. */
export type SitemapEntry = { path: string; changedAt?: Date }

/** Pages that anybody may open and search engines should show, besides products, categories and recipes. */
export const PUBLIC_PATHS = [
  '/',
  '/products',
  '/about',
  '/impact',
  '/play-with-food',
  '/contact',
  '/hydration',
  '/replenish',
  '/hydration/impact',
  '/hydration/contact',
  '/privacy-policy',
  '/terms',
  '/shipping',
  '/returns',
] as const

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

/** The sitemap protocol's XML. */
export function sitemapXml(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${escaped(`${origin}${path}`)}</loc>${changed}</url>`
  })
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', OPEN, ...urls, '</urlset>', '']
  return lines.join('\n')
}

const OPEN = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
