import { toBasketProduct } from '#app/cart/basket.ts'
import { shelfPath } from '#app/kit/paths.ts'
import { deliveryNow } from '#app/legal/delivery-texts.server.ts'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { pageMeta, pagePicture, siteOf } from '#app/seo/page-meta.ts'
import { breadcrumbList, jsonLd } from '#app/seo/structured-data.ts'
import { toShelfProduct } from '#app/storefront/product-data.ts'
import { type Shelf, ShelfPage } from '#app/storefront/shelf-page.tsx'
import { offersNow } from '#app/texts/site-texts.server.ts'
import { compareBox } from '#shop/catalogue/complete-box.ts'
import { COMPLETE_BOX_ID, isCustomisable, type Product } from '#shop/catalogue/product.ts'
import { belongsTo, filterProducts, shelfCounts, shelfFilter, shelfLabel } from '#shop/catalogue/shelf.ts'
import type { Route } from './+types/products.ts'

export const handle: PageHandle = {
  picture: 'products',

  band: 'haldi-300',
  cached: 'category',
  urls: 'categories',
  search: 'sitemap',
  landing: 'products',
  access: { get: 200 },
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<Shelf> {
  const page = context.get(requestContext)
  const products = await page.products.get()
  const filter = shelfFilter(new URL(request.url).searchParams.get('category'))
  const shown = filterProducts(products).filter((product) => belongsTo(product, filter))
  return {
    filter,
    counts: shelfCounts(products),
    products: shown.map(toShelfProduct),
    others: products
      .filter((product) => !shown.includes(product) && !isCustomisable(product))
      .map(toBasketProduct),
    featured: featured(products),
    shipping: (await deliveryNow(page)).promise,
    offers: await offersNow(page),
  }
}

function featured(products: readonly Product[]): Shelf['featured'] {
  const box = products.find((product) => product.id === COMPLETE_BOX_ID)
  const comparison = compareBox(products)
  return box && comparison ? { box: toShelfProduct(box), comparison } : null
}

const DESCRIPTION =
  'Millet meal mixes, twenty tastemakers and containers of sugarcane fibre, made by women-led self-help groups.'

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const filter = loaderData?.filter ?? 'all'
  const label = shelfLabel(filter)
  const page = { ...site, path: shelfPath(filter), image: pagePicture(handle.picture) }
  if (filter === 'all') return pageMeta({ ...page, title: 'Our Products', description: DESCRIPTION })
  const crumbs = [['Our Products', '/products'] as const, [label, page.path] as const]
  return [
    ...pageMeta({ ...page, title: `Our Products: ${label}`, description: `${label}. ${DESCRIPTION}` }),
    jsonLd(breadcrumbList(crumbs, site.origin)),
  ]
}

export default function Products({ loaderData }: Route.ComponentProps) {
  return <ShelfPage shelf={loaderData} />
}
