import { shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { shelfPath } from '#app/ui/storefront/shelf-filters.tsx'
import { type Shelf, ShelfPage } from '#app/ui/storefront/shelf-page.tsx'
import { toShelfProduct } from '#app/ui/storefront/shelf-product.ts'
import { compareBox } from '#shop/catalogue/complete-box.ts'
import { COMPLETE_BOX_ID, type Product } from '#shop/catalogue/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { belongsTo, shelfCounts, shelfFilter, shelved } from '#shop/catalogue/shelf.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { shippingPromise } from '#shop/pricing/quote.ts'
import type { Route } from './+types/products.ts'

export const handle: PageHandle = { side: 'millet', band: 'haldi-300' }

export async function loader({ request, context }: Route.LoaderArgs): Promise<Shelf & { origin: string }> {
  const { db, config } = shopCtx(context)
  const products = await listProducts(db)
  const filter = shelfFilter(new URL(request.url).searchParams.get('category'))
  return {
    origin: config.origin,
    filter,
    counts: shelfCounts(products),
    products: shelved(products)
      .filter((product) => belongsTo(product, filter))
      .map(toShelfProduct),
    featured: featured(products),
    shipping: shippingPromise(config.shipping, formatPrice),
  }
}

function featured(products: Product[]): Shelf['featured'] {
  const box = products.find((product) => product.id === COMPLETE_BOX_ID)
  const comparison = compareBox(products)
  return box && comparison ? { box: toShelfProduct(box), comparison } : null
}

const DESCRIPTION =
  'Millet meal mixes, twenty tastemakers and biodegradable containers, made by women-led self-help groups.'

export function meta({ loaderData }: Route.MetaArgs) {
  const address = `${loaderData?.origin ?? ''}${shelfPath(loaderData?.filter ?? 'all')}`
  return [
    { title: 'Our Products' },
    { name: 'description', content: DESCRIPTION },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: 'Our Products' },
    { property: 'og:description', content: DESCRIPTION },
    { property: 'og:url', content: address },
  ]
}

export default function Products({ loaderData }: Route.ComponentProps) {
  return <ShelfPage shelf={loaderData} />
}
