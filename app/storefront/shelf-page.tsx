import { useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { changeCart } from '#app/cart/cart-store.ts'
import { showToast } from '#app/kit/toasts.ts'
import { type Basket, EMPTY_BASKET, pourInto, quantityIn, setInBasket } from '#app/storefront/basket.ts'
import { BasketBar, BasketStatus } from '#app/storefront/basket-bar.tsx'
import { changeBasket, useBasket } from '#app/storefront/basket-store.ts'
import { BoxOrPlain } from '#app/storefront/box-or-plain.tsx'
import { FeaturedBox } from '#app/storefront/featured-box.tsx'
import { InfoDialog } from '#app/storefront/info-dialog.tsx'
import { MealMixNote } from '#app/storefront/meal-mix-note.tsx'
import { OfferLines } from '#app/storefront/offer-lines.tsx'
import { ShelfEmpty } from '#app/storefront/shelf-empty.tsx'
import { ShelfFilters } from '#app/storefront/shelf-filters.tsx'
import { ShelfGrid } from '#app/storefront/shelf-grid.tsx'
import { ShelfHero } from '#app/storefront/shelf-hero.tsx'
import { ShelfLoading, useLasting } from '#app/storefront/shelf-loading.tsx'
import type { CardProduct, ShelfProduct } from '#app/storefront/shelf-product.ts'
import { BROWSER_FULL } from '#shop/carts/adding.ts'
import { addLine } from '#shop/carts/cart.ts'
import type { BoxComparison } from '#shop/catalogue/complete-box.ts'
import { type ShelfChip, type ShelfFilter, shelfFilter, shelfLabel } from '#shop/catalogue/shelf.ts'

export type Shelf = {
  filter: ShelfFilter
  counts: Record<ShelfChip, number>
  products: ShelfProduct[]
  /** The complete box and what it is compared with; null while it is not sold. */
  featured: { box: ShelfProduct; comparison: BoxComparison } | null
  shipping: string
  /** What first orders get, in the words of the policy. */
  offers: string[]
}

export function ShelfPage({ shelf }: { shelf: Shelf }) {
  const [shown, setShown] = useState<ShelfProduct | null>(null)
  const basket = useBasket()
  const coming = useComingFilter()
  const { featured } = shelf
  return (
    <>
      <ShelfHero />
      <OfferLines offers={shelf.offers} />
      <div className="wrap pb-10">
        {featured && <FeaturedBox {...featured} shipping={shelf.shipping} onInfo={setShown} />}
        {featured && <BoxOrPlain comparison={featured.comparison} />}
        <section aria-labelledby="shelf-title" className="pt-section">
          <h2 id="shelf-title" className="display text-3xl">
            {shelfLabel(coming ?? shelf.filter)}
          </h2>
          <ShelfFilters active={coming ?? shelf.filter} counts={shelf.counts} />
          <ShelfBody
            shelf={shelf}
            coming={coming}
            basketOf={(id) => quantityIn(basket, id)}
            onInfo={setShown}
          />
        </section>
        <BasketStatus basket={basket} />
        <BasketBar basket={basket} onAddToCart={() => pour(basket)} />
      </div>
      <ShelfInfo shown={shown} onClose={() => setShown(null)} />
    </>
  )
}

type ShelfBodyProps = {
  shelf: Shelf
  coming: ShelfFilter | null
  basketOf: (id: string) => number
  onInfo: (product: ShelfProduct) => void
}

function ShelfBody({ shelf, coming, basketOf, onInfo }: ShelfBodyProps) {
  const { filter, products, counts, featured } = shelf
  if (useLasting(coming !== null)) {
    return <ShelfLoading count={coming && coming in counts ? counts[coming as ShelfChip] : products.length} />
  }
  if (products.length === 0) return <ShelfEmpty filter={filter} />
  return (
    <>
      {filter === 'meal-mix' && (
        <MealMixNote tastemakerPrice={featured?.comparison.tastemakerPrice ?? null} />
      )}
      <ShelfGrid products={products} quantityOf={basketOf} onQuantity={putAside} onInfo={onInfo} />
    </>
  )
}

function ShelfInfo({ shown, onClose }: { shown: ShelfProduct | null; onClose: () => void }) {
  const basket = useBasket()
  const navigate = useNavigate()
  const quantity = shown ? quantityIn(basket, shown.id) : 0
  const buyNow = (product: CardProduct) => {
    const isKept = changeCart((cart) =>
      addLine(cart, { number: product.number, quantity: Math.max(1, quantity), picks: {} }),
    )
    if (!isKept) return showToast(BROWSER_FULL)
    putAside(product, 0)
    void navigate('/checkout')
  }
  return (
    <InfoDialog
      product={shown}
      quantity={quantity}
      onClose={onClose}
      onQuantity={putAside}
      onBuyNow={buyNow}
    />
  )
}

/** The filter that is being loaded, or null. */
function useComingFilter(): ShelfFilter | null {
  const { location } = useNavigation()
  if (location?.pathname !== '/products') return null
  return shelfFilter(new URLSearchParams(location.search).get('category'))
}

function putAside(product: CardProduct, quantity: number) {
  changeBasket((basket) => setInBasket(basket, product, quantity))
}

function pour(basket: Basket) {
  if (!changeCart((cart) => pourInto(cart, basket))) return showToast(BROWSER_FULL)
  changeBasket(() => EMPTY_BASKET)
  showToast('Added to cart', { to: '/cart', label: 'View cart' })
}
