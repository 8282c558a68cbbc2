import { productPath, recipePath, shelfPath } from '#app/kit/paths.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { PUBLIC_PATHS, type SitemapEntry, sitemapXml } from '#app/seo/sitemap-entries.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { listProductChanges } from '#shop/catalogue/products.read.ts'
import { SHELF_FILTERS } from '#shop/catalogue/shelf.ts'
import { isOpen } from '#shop/features.ts'
import type { Route } from './+types/sitemap.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { reads, config } = shopCtx(context)
  const products = await listProductChanges(reads.catalogue)
  const entries: SitemapEntry[] = [
    ...PUBLIC_PATHS.filter((path) => isOpen(path, config.features)).map((path) => ({ path })),
    ...SHELF_FILTERS.filter(({ value }) => value !== 'all').map(({ value }) => ({ path: shelfPath(value) })),
    ...products.map(({ id, updatedAt }) => ({ path: productPath({ id }), changedAt: updatedAt })),
    ...RECIPES.map(({ id }) => ({ path: recipePath(id) })),
  ]
  const headers = { 'content-type': 'application/xml; charset=utf-8' }
  return new Response(sitemapXml(entries, config.origin), { headers })
}
