import { Suspense, useEffect, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { useBuyNow } from '#app/cart/add-to-cart.ts'
import { toBasketProduct } from '#app/cart/basket.ts'
import { BasketBar, BasketStatus, useBasket } from '#app/cart/basket-bar.tsx'
import { changeCart } from '#app/cart/cart-store.ts'
import { useMaxUnits } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { productPath, shelfPath } from '#app/kit/paths.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { showToast } from '#app/kit/toasts.tsx'
import { deliveryNow } from '#app/legal/delivery-texts.server.ts'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { pageMeta, pagePicture, siteOf } from '#app/seo/page-meta.ts'
import { breadcrumbList, jsonLd } from '#app/seo/structured-data.ts'
import { BoxOrPlain, FeaturedBox } from '#app/storefront/complete-box.tsx'
import type { InfoDialog } from '#app/storefront/info-dialog.tsx'
import { OfferLines } from '#app/storefront/offer-lines.tsx'
import { type CardProduct, type ShelfProduct, toShelfProduct } from '#app/storefront/product-data.ts'
import { ShelfFilters, ShelfGrid, ShelfLoading, setBasket, useIsSlow } from '#app/storefront/shelf-list.tsx'
import { offersNow } from '#app/texts/site-texts.server.ts'
import { addLine } from '#shop/carts/cart.ts'
import { compareBox, PLAIN_MIX_MEALS } from '#shop/catalogue/complete-box.ts'
import { COMPLETE_BOX_ID, isCustomisable } from '#shop/catalogue/product.ts'
import {
  belongsTo,
  filterProducts,
  type ShelfChip,
  type ShelfFilter,
  shelfCounts,
  shelfFilter,
  shelfLabel,
} from '#shop/catalogue/shelf.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import type { Route } from './+types/products.ts'

export const handle: PageHandle = {
  sheet: 'shelf',
  picture: 'products',
  band: '--color-haldi-300',
  cached: 'category',
  urls: 'categories',
  search: 'sitemap',
  landing: 'products',
  access: { get: 200 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(requestContext)
  const products = await page.products.get()
  const filter = shelfFilter(new URL(request.url).searchParams.get('category'))
  const shelfProducts = filterProducts(products).filter((product) => belongsTo(product, filter))
  const box = products.find((product) => product.id === COMPLETE_BOX_ID)
  const comparison = compareBox(products)
  return {
    filter,
    counts: shelfCounts(products),
    products: shelfProducts.map(toShelfProduct),
    others: products
      .filter((product) => !shelfProducts.includes(product) && !isCustomisable(product))
      .map(toBasketProduct),
    /** The complete box and the products with which it is compared. Null while it is not on sale. */
    featured: box && comparison ? { box: toShelfProduct(box), comparison } : null,
    shipping: (await deliveryNow(page)).promise,
    offers: await offersNow(page),
  }
}

type Shelf = Route.ComponentProps['loaderData']

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

const PACKS = [
  { name: 'taste-sambar', isLarge: false },
  { name: 'taste-cocoa-cinnamon', isLarge: false },
  { name: 'mix-ragi', isLarge: true },
  { name: 'mix-bajra', isLarge: true },
  { name: 'taste-peri-peri', isLarge: false },
]

export default function ShelfPage({ loaderData: shelf }: Route.ComponentProps) {
  const [inDialog, setInDialog] = useState<ShelfProduct | null>(null)
  const next = useNextFilter()
  const { featured } = shelf
  return (
    <>
      <ShelfHero hasBox={featured !== null} />
      <OfferLines offers={shelf.offers} />
      <div className="wrap pb-10">
        <Suspense>
          {featured && <FeaturedBox {...featured} shipping={shelf.shipping} onInfo={setInDialog} />}
          {featured && <BoxOrPlain comparison={featured.comparison} />}
        </Suspense>
        <section aria-labelledby="shelf-title" className="pt-section">
          <h2 id="shelf-title" className="display text-3xl">
            {shelfLabel(next ?? shelf.filter)}
          </h2>
          <ShelfFilters active={next ?? shelf.filter} counts={shelf.counts} />
          <ShelfBody shelf={shelf} next={next} onInfo={setInDialog} />
        </section>
        <ShelfBasket shelf={shelf} />
      </div>
      <ShelfInfo product={inDialog} show={setInDialog} />
    </>
  )
}

type ShelfBodyProps = {
  shelf: Shelf
  next: ShelfFilter | null
  onInfo: (product: ShelfProduct) => void
}

function ShelfBody({ shelf, next, onInfo }: ShelfBodyProps) {
  const { filter, products, counts, featured } = shelf
  const tastemakerPrice = featured?.comparison.tastemakerPrice ?? null
  if (useIsSlow(next !== null)) {
    return <ShelfLoading count={next && next in counts ? counts[next as ShelfChip] : products.length} />
  }
  if (products.length === 0) return <ShelfEmpty filter={filter} />
  return (
    <>
      {filter === 'meal-mix' && (
        <aside className="meal-mix-note" aria-labelledby="meal-mix-note">
          <h3 id="meal-mix-note" className="text-lg font-bold">
            About Our Meal Mixes
          </h3>
          <p className="mt-1 max-w-read">
            Each pouch is {PLAIN_MIX_MEALS} meals of one millet with pulses and peanut, cooked in ten minutes
            with water. There is no masala inside: season it as you like
            {tastemakerPrice === null
              ? '.'
              : `, or with tastemakers at ${formatPrice(tastemakerPrice)} a packet.`}
          </p>
        </aside>
      )}
      <ShelfGrid products={products} onInfo={onInfo} />
    </>
  )
}

function ShelfBasket({ shelf }: { shelf: Shelf }) {
  const basket = useBasket([...shelf.products, ...shelf.others], useMaxUnits())
  return (
    <>
      <BasketStatus basket={basket} />
      <BasketBar
        basket={basket}
        onAdded={() => showToast('Added to cart', { to: '/cart', label: 'View cart' })}
      />
    </>
  )
}

type ShelfInfoProps = { product: ShelfProduct | null; show: (product: ShelfProduct | null) => void }

/** Loads the dialog when it is first opened. If that fails, opens the product's page instead. */
function ShelfInfo({ product, show }: ShelfInfoProps) {
  const [Info, setInfo] = useState<typeof InfoDialog | null>(null)
  const buy = useBuyNow()
  const navigate = useNavigate()
  useEffect(() => {
    if (!product) return
    import('#app/storefront/info-dialog.tsx').then(
      (loaded) => setInfo(() => loaded.InfoDialog),
      () => {
        show(null)
        void navigate(productPath(product))
      },
    )
  }, [product, show, navigate])
  const add = (item: CardProduct, quantity: number) => {
    const problem = changeCart((cart) => addLine(cart, { number: item.number, quantity, picks: {} }))
    if (problem) showToast(problem)
    else setBasket(item, 0)
    return problem === null
  }
  const buyNow = (item: CardProduct, quantity: number) => void buy(() => add(item, quantity))
  return Info && <Info product={product} onClose={() => show(null)} onBuyNow={buyNow} />
}

/** The filter that is being loaded, or null. */
function useNextFilter(): ShelfFilter | null {
  const { location } = useNavigation()
  if (location?.pathname !== '/products') return null
  return shelfFilter(new URLSearchParams(location.search).get('category'))
}

function ShelfEmpty({ filter }: { filter: ShelfFilter }) {
  return (
    <EmptyState
      className="py-12"
      headingLevel={3}
      picture="/illustrations/empty-basket.svg"
      title="No Products Found"
      action={
        <ButtonLink to={shelfPath(filter)} replace preventScrollReset>
          Reload Products
        </ButtonLink>
      }
    >
      {filter === 'all'
        ? 'No products are currently available.'
        : `No products found in the ${shelfLabel(filter)} category.`}
    </EmptyState>
  )
}

function ShelfHero({ hasBox }: { hasBox: boolean }) {
  return (
    <div className="shelf-hero">
      <div className="wrap shelf-hero-row">
        <div className="shelf-hero-text">
          <h1 className="display text-5xl">Our Products</h1>
          <p className="mt-4 max-w-[26rem] text-lg">
            {hasBox
              ? 'Two grains, twenty tastemakers, and bowls you can bury. Start with the box or pick things one at a time.'
              : 'Millet for everyday dinners, made by women-led self-help groups.'}
          </p>
        </div>
        <div className="shelf-hero-packs">
          {PACKS.map(({ name, isLarge }) => (
            <ProductPicture
              key={name}
              src={`/illustrations/${name}.svg`}
              alt=""
              priority={name === 'mix-ragi'}
              className={isLarge ? 'shelf-hero-large' : 'shelf-hero-small'}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
