import { lazy } from 'react'
import { data, redirect } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { pageAfterChange } from '#app/cart/cart-action.server.ts'
import { withMix } from '#app/cart/mix-store.ts'
import { textOf } from '#app/kit/form-fields.ts'
import { REVIEWED } from '#app/kit/paths.ts'
import { boundQuantity } from '#app/kit/product/stepper.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { mixesCookie, readMixesCookie } from '#app/request/cookies.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { documentTitle } from '#app/seo/document-title.ts'
import { siteOf } from '#app/seo/page-meta.ts'
import { toPicks } from '#app/storefront/product-data.ts'
import { type ProductPageData, productPageData } from '#app/storefront/product-page.server.ts'
import { ProductPage } from '#app/storefront/product-page.tsx'
import { productMeta } from '#app/storefront/product-schema.ts'
import type { MixRefusal } from '#app/storefront/use-mix.ts'
import { type AddRefusal, addRefusalMessage, addToCart, storageOf } from '#shop/carts/adding.ts'
import { type CartLine, MAX_PER_LINE } from '#shop/carts/cart.ts'
import { picksFromForm } from '#shop/carts/input.ts'
import { isCustomisable, type Product } from '#shop/catalogue/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import type { Route } from './+types/product.ts'

export const handle: PageHandle = {
  sheet: 'product',
  cached: 'exact',
  query: [REVIEWED],
  urls: 'products',
  search: 'sitemap',
  landing: 'product',
  access: { at: '/product/{product}', get: 200, post: 422 },
}

const ProductMissing = lazy(() => import('#app/storefront/product-missing.tsx'))

const LINE_BOUNDS = { min: 1, max: MAX_PER_LINE }

/** Loads the page of a product by id or slug. Null with status 404 if there is none. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = context.get(requestContext)
  const { reads } = page.ctx
  // The cached products may not yet include a review that was just written.
  const isReviewed = new URL(request.url).searchParams.has(REVIEWED)
  const products = isReviewed ? await listProducts(reads.catalogue) : await page.products.get()
  const product = byIdOrSlug(products, params.id)
  if (!product) return data(null, { status: 404 })
  const content = await productPageData(page, product, products)
  const mix = readMixesCookie(request).find(({ number }) => number === product.number) ?? null
  return data<ProductPageData | null>({ ...content, isReviewed, mix })
}

function byIdOrSlug(products: readonly Product[], idOrSlug: string): Product | undefined {
  const lowerCase = idOrSlug.toLowerCase()
  return products.find((product) => product.id === lowerCase || product.slug === lowerCase)
}

/** Handles the form without JavaScript: adds to the cart and redirects, or shows the page with the same choice. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { ctx, cart } = context.get(requestContext)
  const products = await listProducts(ctx.db)
  const product = byIdOrSlug(products, params.id)
  if (!product) return data(null, { status: 404 })
  const form = await formOf(request)
  const typed = textOf(form, 'quantity') || '1'
  const quantity = Number(cleanValue(typed))
  const picks = isCustomisable(product) ? picksFromForm(form) : {}
  const cookiesToStore = (mix: CartLine) =>
    isCustomisable(product) ? [mixesCookie(request, withMix(readMixesCookie(request), mix))] : []
  const refuse = (message: string, about: MixRefusal['about']) => {
    const mix = { number: product.number, quantity: boundQuantity(quantity, LINE_BOUNDS), picks }
    const headers = withCookies(cookiesToStore(mix))
    return data<MixRefusal>({ message, picks, quantity: typed, about }, { status: 422, headers })
  }
  const maxUnits = ctx.config.orderLimits.unitsPerProduct
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_PER_LINE) {
    const max = Math.max(1, Math.min(product.stockQuantity, maxUnits))
    return refuse(`Choose a quantity from 1 to ${max}.`, 'quantity')
  }
  const line = { number: product.number, quantity, picks }
  const current = await cart.save()
  const added = addToCart(current, line, product, toPicks(products), maxUnits, storageOf(ctx.actor))
  if (!added.ok) return refuse(addRefusalMessage(added), refusedPart(added, product))
  await cart.save(added.value)
  const cookie = await cart.setCookie()
  const clearedMix = cookiesToStore({ number: product.number, quantity: 1, picks: {} })
  const headers = withCookies([...(cookie ? [cookie] : []), ...clearedMix])
  const then = form.get('intent') === 'buy' ? 'checkout' : new URL(request.url).searchParams.get('then')
  const next = pageAfterChange(request, then === 'checkout' ? '/checkout' : '/cart')
  return redirect(next, { status: 303, headers })
}

function refusedPart(refusal: AddRefusal, { number }: Product): MixRefusal['about'] {
  if ('number' in refusal) return refusal.number === number ? 'quantity' : refusal.number
  return refusal.reason === 'wrong_picks' || refusal.reason === 'pick_not_sold' ? 'picks' : null
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  if (loaderData) return productMeta(loaderData.product, site, loaderData.terms)
  const title = documentTitle('Product Not Found', site.brand)
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

export default function ProductRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ProductMissing />
  return <ProductPage page={loaderData} refusal={actionData ?? null} />
}
