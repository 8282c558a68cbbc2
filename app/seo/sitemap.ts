import { productPath, recipePath, shelfPath } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle, PageRegistry } from '#app/request/page-handle.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { listProductChanges } from '#shop/catalogue/products.read.ts'
import { SHELF_FILTERS } from '#shop/catalogue/shelf.ts'
import type { Features } from '#shop/ctx.ts'
import type { Route } from './+types/sitemap.ts'

export const handle: PageHandle = { cached: 'exact', search: 'open', access: { get: 200 } }

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, pages } = context.get(requestContext)
  const { reads, config } = ctx
  const products = await listProductChanges(reads.catalogue)
  const entries: SitemapEntry[] = [
    ...listedPaths(pages, config.features).map((path) => ({ path })),
    ...SHELF_FILTERS.filter(({ value }) => value !== 'all').map(({ value }) => ({ path: shelfPath(value) })),
    ...products.map(({ id, updatedAt }) => ({ path: productPath({ id }), changedAt: updatedAt })),
    ...RECIPES.map(({ id }) => ({ path: recipePath(id) })),
  ]
  const headers = { 'content-type': 'application/xml; charset=utf-8' }
  return new Response(sitemapXml(entries, config.origin), { headers })
}

/** `changedAt`: omitted if unknown. */
export type SitemapEntry = { path: string; changedAt?: Date }

/** Returns the pages that search engines should show, in addition to products, categories and recipes. */
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

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

export function sitemapXml(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${escapeXml(`${origin}${path}`)}</loc>${changed}</url>`
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', URLSET_START, ...urls, '</urlset>', ''].join('\n')
}

const URLSET_START = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
