import { lazy, Suspense } from 'react'
import { data, redirect } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { withMix } from '#app/cart/kept-mixes.ts'
import { Breadcrumbs } from '#app/kit/breadcrumbs.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { REVIEWED } from '#app/kit/paths.ts'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { boundQuantity } from '#app/kit/stepper.tsx'
import { deliveryNow } from '#app/legal/delivery-texts.server.ts'
import { requestContext } from '#app/request/context.server.ts'
import { mixesCookie, readMixesCookie } from '#app/request/cookies.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { siteOf } from '#app/seo/page-meta.ts'
import { BuyForm } from '#app/storefront/buy-form.tsx'
import { ProductCard } from '#app/storefront/product-card.tsx'
import {
  type CardProduct,
  type PageProduct,
  type PageReview,
  type PickProduct,
  toCardProduct,
  toPageProduct,
  toPageReview,
  toPicks,
} from '#app/storefront/product-data.ts'
import { ProductHead, ProductTabs } from '#app/storefront/product-info.tsx'
import { productMeta } from '#app/storefront/product-meta.ts'
import { ProductMissing } from '#app/storefront/product-missing.tsx'
import { Reviews } from '#app/storefront/reviews.tsx'
import type { TurnedDown } from '#app/storefront/use-mix.ts'
import type { DeliveryTexts } from '#app/texts/documents.ts'
import { type AddRefusal, addRefusalMessage, addToCart, storageOf } from '#shop/carts/adding.ts'
import { type CartLine, MAX_PER_LINE } from '#shop/carts/cart.ts'
import { picksFromForm } from '#shop/carts/input.ts'
import { isCustomisable, isOutOfStock, type Product, relatedProducts } from '#shop/catalogue/product.ts'
import { listProducts, listReviews } from '#shop/catalogue/products.read.ts'
import type { CategorySlug } from '#shop/catalogue/taxonomy.ts'
import { productOffer } from '#shop/pricing/first-order-offer.ts'
import { madeBy } from '#shop/programme/impact.read.ts'
import type { Route } from './+types/product.ts'

const GROUPS: Note = {
  title: 'Who you are buying from',
  text: 'Made by a women-led self-help group: the women who roast, mix and pack it run the work and are paid for it. About 10 crore women in India belong to such groups (DAY-NRLM, Ministry of Rural Development, 2024).',
  picture: '/illustrations/value-work.svg',
}

const WATER: Note = {
  title: 'Less on the road',
  text: 'You add water you already have, so no bottle and no half litre of water has to be shipped to you.',
  picture: '/illustrations/glass-mint.svg',
}

const FIBRE: Note = {
  title: 'What “biodegradable” says here, and what it does not',
  text: 'It says what they are made of: plant fibre, with no plastic film. We hold no laboratory report and no certificate (IS/ISO 17088) of how fast or how completely they break down, so we promise neither. Once there is one, it will be linked here.',
  picture: '/illustrations/value-soil.svg',
}

export const handle: PageHandle = {
  cached: 'exact',
  query: [REVIEWED],
  urls: 'products',
  search: 'sitemap',
  landing: 'product',
  access: { at: '/product/{product}', get: 200, post: 422 },
}

const RELATED = 4

const ONE_LINE = { min: 1, max: MAX_PER_LINE }

// Few products are out of stock: the others' pages do without its code.
const StockNotice = lazy(() => import('#app/storefront/out-of-stock.tsx'))

/** The page of one product by id or slug; null with 404 when there is none. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = context.get(requestContext)
  const { reads, config } = page.ctx
  // A review just written may not have been announced yet.
  const isReviewed = new URL(request.url).searchParams.has(REVIEWED)
  const products = isReviewed ? await listProducts(reads.catalogue) : await page.products.get()
  const product = byIdOrSlug(products, params.id)
  if (!product) return data(null, { status: 404 })
  const shown: ProductPageData = {
    product: toPageProduct(product),
    picks: isCustomisable(product) ? toPicks(products) : [],
    reviews: (await listReviews(reads.catalogue, product.id)).map(toPageReview),
    makers: await madeBy(reads.catalogue, product.id),
    related: relatedProducts(product, products, RELATED).map(toCardProduct),
    delivery: await deliveryNow(page),
    offer: productOffer(product, config.offers),
    isReviewed,
    mix: readMixesCookie(request).find(({ number }) => number === product.number) ?? null,
  }
  return data<ProductPageData | null>(shown)
}

function byIdOrSlug(products: readonly Product[], idOrSlug: string): Product | undefined {
  const wanted = idOrSlug.toLowerCase()
  return products.find((product) => product.id === wanted || product.slug === wanted)
}

/** The form without JavaScript: adds to the cart and redirects, or shows the page again with the same choice. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { ctx, cart } = context.get(requestContext)
  const products = await listProducts(ctx.db)
  const product = byIdOrSlug(products, params.id)
  if (!product) return data(null, { status: 404 })
  const form = await formOf(request)
  const typed = textOf(form, 'quantity') || '1'
  const quantity = Number(typed)
  const picks = isCustomisable(product) ? picksFromForm(form) : {}
  const keepMix = (mix: CartLine) =>
    isCustomisable(product) ? [mixesCookie(request, withMix(readMixesCookie(request), mix))] : []
  const turnDown = (message: string, about: TurnedDown['about']) => {
    const kept = keepMix({ number: product.number, quantity: boundQuantity(quantity, ONE_LINE), picks })
    const headers = withCookies(kept)
    return data<TurnedDown>({ message, picks, quantity: typed, about }, { status: 422, headers })
  }
  const maxUnits = ctx.config.orderLimits.unitsPerProduct
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_PER_LINE) {
    const most = Math.max(1, Math.min(product.stockQuantity, maxUnits))
    return turnDown(`Choose a quantity from 1 to ${most}.`, 'quantity')
  }
  const line = { number: product.number, quantity, picks }
  const before = await cart.keep()
  const added = addToCart(before, line, product, toPicks(products), maxUnits, storageOf(ctx.actor))
  if (!added.ok) return turnDown(addRefusalMessage(added), refusedPart(added, product))
  await cart.keep(added.value)
  const cookie = await cart.setCookie()
  const forgotten = keepMix({ number: product.number, quantity: 1, picks: {} })
  const headers = withCookies([...(cookie ? [cookie] : []), ...forgotten])
  return redirect(leadsToCheckout(form, request) ? '/checkout' : '/cart', { status: 303, headers })
}

/** The part of the form that a refusal is about. */
function refusedPart(refusal: AddRefusal, { number }: Product): TurnedDown['about'] {
  if ('number' in refusal) return refusal.number === number ? 'quantity' : refusal.number
  return refusal.reason === 'wrong_picks' || refusal.reason === 'pick_not_sold' ? 'picks' : null
}

function leadsToCheckout(form: FormData, request: Request): boolean {
  return form.get('intent') === 'buy' || new URL(request.url).searchParams.get('then') === 'checkout'
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Product Not Found' }, { name: 'robots', content: 'noindex' }]
  return productMeta(loaderData.product, siteOf(matches))
}

export default function ProductRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ProductMissing />
  return <ProductPage page={loaderData} turnedDown={actionData ?? null} />
}

type ProductPageData = {
  product: PageProduct
  /** The tastemakers to choose from; empty for products without a choice. */
  picks: PickProduct[]
  reviews: PageReview[]
  related: CardProduct[]
  /** The groups that made it. */
  makers: { name: string; place: string }[]
  delivery: DeliveryTexts
  /** The first-order offer, where it covers the product. */
  offer: string | null
  /** True when the visitor comes from writing a review. */
  isReviewed: boolean
  /** The mix that a form without JavaScript sent last. */
  mix: CartLine | null
}

function ProductPage({ page, turnedDown }: { page: ProductPageData; turnedDown: TurnedDown | null }) {
  const { product, picks, reviews, related, makers, delivery, offer, isReviewed, mix } = page
  return (
    <div className="wrap product-page">
      <Breadcrumbs crumbs={[{ label: 'Products', to: '/products' }, { label: product.name }]} />
      <BuyForm key={product.id} product={product} picks={picks} turnedDown={turnedDown} rendered={mix}>
        <ProductHead product={product} delivery={delivery} offer={offer} />
      </BuyForm>
      {isOutOfStock(product) && <StockNotice key={`${product.id}-notice`} productId={product.id} />}
      <Suspense>
        <ProductTabs key={`${product.id}-tabs`} product={product} picks={picks} mix={mix} />
      </Suspense>
      <Suspense>
        <ImpactNote category={product.category} />
        <MadeBy groups={makers} />
        <Reviews product={product} reviews={reviews} isReviewed={isReviewed} />
        <RelatedProducts products={related} />
      </Suspense>
    </div>
  )
}

/** Up to four products that go with this one. */
function RelatedProducts({ products }: { products: CardProduct[] }) {
  if (products.length === 0) return null
  return (
    <section className="related-products lazy-layout" aria-labelledby="related-title">
      <h2 id="related-title" className="display text-2xl">
        You May Also Like
      </h2>
      <div className="shelf-grid related-grid">
        {products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
    </section>
  )
}

type MadeByProps = { groups: { name: string; place: string }[] }

/** The groups that made this product, by name and place; null while no batch is known. */
function MadeBy({ groups }: MadeByProps) {
  if (groups.length === 0) return null
  return (
    <section className="made-by" aria-labelledby="made-by">
      <h2 id="made-by" className="display text-2xl">
        Groups that made it
      </h2>
      <ul>
        {groups.map(({ name, place }) => (
          <li key={name}>
            <b>{name}</b>, {place}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Note = { title: string; text: string; picture: string }

/** The effects of buying this, with figures that can be checked. */
function ImpactNote({ category }: { category: CategorySlug }) {
  const note = category === 'hydration' ? WATER : category === 'biodegradable' ? FIBRE : GROUPS
  return (
    <aside className="impact-note lazy-layout" aria-labelledby="impact-note">
      <ProductPicture src={note.picture} alt="" />
      <div>
        <h2 id="impact-note" className="display text-2xl">
          {note.title}
        </h2>
        <p className="mt-3 max-w-read">{note.text}</p>
      </div>
    </aside>
  )
}
