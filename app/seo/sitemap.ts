import { productPath, recipePath, shelfPath } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listedPaths, type SitemapEntry, sitemapXml } from '#app/seo/crawlers.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { listProductChanges } from '#shop/catalogue/products.read.ts'
import { SHELF_FILTERS } from '#shop/catalogue/shelf.ts'
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
