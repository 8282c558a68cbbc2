import { data, redirect } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { REVIEWED } from '#app/kit/product-path.ts'
import { requestContext, shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { siteOf } from '#app/seo/page-meta.ts'
import { toPageProduct, toPicks } from '#app/storefront/page-product.ts'
import { productMeta } from '#app/storefront/product-meta.ts'
import { ProductMissing } from '#app/storefront/product-missing.tsx'
import { ProductPage, type ProductPageData } from '#app/storefront/product-page.tsx'
import { toCardProduct } from '#app/storefront/shelf-product.ts'
import type { TurnedDown } from '#app/storefront/use-mix.ts'
import { addRefusalMessage, addToCart, storageOf } from '#shop/carts/adding.ts'
import { MAX_PER_LINE } from '#shop/carts/cart.ts'
import { picksFromForm } from '#shop/carts/input.ts'
import { isCustomisable, type Product, relatedProducts } from '#shop/catalogue/product.ts'
import { listProducts, listReviews } from '#shop/catalogue/products.read.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { shippingPromise } from '#shop/pricing/quote.ts'
import { madeBy } from '#shop/programme/impact.read.ts'
import type { Route } from './+types/product.ts'

export const handle: PageHandle = { side: 'millet' }

const RELATED = 4

/** The page of one product by id or slug; null with 404 when there is none. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { reads, config } = shopCtx(context)
  const products = await listProducts(reads.catalogue)
  const product = byIdOrSlug(products, params.id)
  if (!product) return data(null, { status: 404 })
  const page: ProductPageData = {
    product: toPageProduct(product),
    picks: isCustomisable(product) ? toPicks(products) : [],
    reviews: await listReviews(reads.catalogue, product.id),
    makers: await madeBy(reads.catalogue, product.id),
    related: relatedProducts(product, products, RELATED).map(toCardProduct),
    shipping: shippingPromise(config.shipping, formatPrice),
    isReviewed: new URL(request.url).searchParams.has(REVIEWED),
  }
  return data<ProductPageData | null>(page)
}

function byIdOrSlug(products: readonly Product[], idOrSlug: string): Product | undefined {
  const wanted = idOrSlug.toLowerCase()
  return products.find((product) => product.id === wanted || product.slug === wanted)
}

/** The form without JavaScript: into the cart and on, or back to the page with nothing lost. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { ctx, cart } = context.get(requestContext)
  const products = await listProducts(ctx.db)
  const product = byIdOrSlug(products, params.id)
  if (!product) return data(null, { status: 404 })
  const form = await formOf(request)
  const quantity = Number(form.get('quantity') ?? 1)
  const picks = isCustomisable(product) ? picksFromForm(form) : {}
  const turnDown = (message: string) => data<TurnedDown>({ message, picks, quantity: 1 }, { status: 422 })
  const mostUnits = ctx.config.orderLimits.unitsPerProduct
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_PER_LINE) {
    return turnDown(`Choose a quantity from 1 to ${Math.max(1, Math.min(product.stockQuantity, mostUnits))}.`)
  }
  const line = { number: product.number, quantity, picks }
  const before = await cart.keep()
  const added = addToCart(before, line, product, toPicks(products), mostUnits, storageOf(ctx.actor))
  if (!added.ok) {
    return data<TurnedDown>({ message: addRefusalMessage(added), picks, quantity }, { status: 422 })
  }
  await cart.keep(added.value)
  const cookie = await cart.setCookie()
  const headers = withCookies(cookie ? [cookie] : [])
  return redirect(leadsToCheckout(form, request) ? '/checkout' : '/cart', { status: 303, headers })
}

function leadsToCheckout(form: FormData, request: Request): boolean {
  return form.get('intent') === 'buy' || new URL(request.url).searchParams.get('then') === 'checkout'
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Product Not Found' }, { name: 'robots', content: 'noindex' }]
  return productMeta(loaderData.product, loaderData.reviews, siteOf(matches))
}

export default function ProductRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ProductMissing />
  return <ProductPage page={loaderData} turnedDown={actionData ?? null} />
}
