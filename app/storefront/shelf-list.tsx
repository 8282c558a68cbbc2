import { type FormEvent, memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { quantityIn, setInBasket } from '#app/cart/basket.ts'
import { storeBasket, storedBasket, useBasketQuantity } from '#app/cart/cart-store.ts'
import { useMaxUnits } from '#app/frame/use-root-data.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { ChipLink, ChipRow } from '#app/kit/chip.tsx'
import { DialogLink } from '#app/kit/dialog.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { pickerPath, productPath, shelfPath } from '#app/kit/paths.ts'
import { NotifyLink } from '#app/kit/product/price.tsx'
import { Stepper } from '#app/kit/product/stepper.tsx'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'
import { showToast } from '#app/kit/toasts.tsx'
import { FAMILIES } from '#app/storefront/labels.ts'
import { ProductCard } from '#app/storefront/product-card.tsx'
import type { CardProduct, ShelfProduct } from '#app/storefront/product-data.ts'
import { allergensSentence } from '#shop/catalogue/allergens.ts'
import { isCustomisable, isOutOfStock } from '#shop/catalogue/product.ts'
import {
  SHELF_FILTERS,
  type ShelfChip,
  type ShelfFilter,
  type ShelfGroup,
  shelfGroups,
} from '#shop/catalogue/shelf.ts'

const SHOW_AFTER_MS = 150

export function ShelfFilters({ active, counts }: { active: ShelfFilter; counts: Record<ShelfChip, number> }) {
  return (
    <div className="shelf-filters">
      <ChipRow label="Filter products by category">
        {SHELF_FILTERS.map(({ value, label }) => (
          <ChipLink
            key={value}
            to={shelfPath(value)}
            replace
            preventScrollReset
            prefetch
            active={value === active}
            count={counts[value]}
            picture={value in FAMILIES ? FAMILIES[value as keyof typeof FAMILIES].shape : undefined}
          >
            {label}
          </ChipLink>
        ))}
      </ChipRow>
    </div>
  )
}

type ShelfGridProps = { products: ShelfProduct[]; onInfo: (product: ShelfProduct) => void }

/** The shelf's cards, in groups if of several kinds. Memoised: rendering again would hydrate all cards at once. */
export const ShelfGrid = memo(function ShelfGrid({ products, onInfo }: ShelfGridProps) {
  const groups = shelfGroups(products)
  return groups.map((group) => (
    <div key={group.key} className="shelf-group">
      {groups.length > 1 && <h3 className="display text-xl">{group.label}</h3>}
      <div className={gridClass(group)}>
        {group.products.map((product) => (
          <Suspense key={product.id}>
            <ProductCard
              product={product}
              headingLevel={groups.length > 1 ? 4 : 3}
              overlay={<InfoLink product={product} onOpen={() => onInfo(product)} />}
            >
              <p className="product-card-allergens">{allergensSentence([product])}</p>
              <div className="product-card-actions">
                <CardActions product={product} />
              </div>
            </ProductCard>
          </Suspense>
        ))}
      </div>
    </div>
  ))
})

/** Returns the classes of a group. Packets are close together; two large packs share the full width. */
function gridClass({ isDense, products }: ShelfGroup<unknown>): string {
  return classNames(
    'shelf-grid',
    !isDense && 'shelf-grid-large',
    !isDense && products.length === 2 && 'shelf-grid-pair',
  )
}

/** The info icon on a tile. It opens the info dialog; without JavaScript it links to the product's page. */
export function InfoLink({ product, onOpen }: { product: { id: string; name: string }; onOpen: () => void }) {
  return (
    <DialogLink to={productPath(product)} onOpen={onOpen} className="icon-btn tile-info">
      <Icon name="info" />
      <VisuallyHidden>What is in {product.name}</VisuallyHidden>
    </DialogLink>
  )
}

/** Add to Basket, or a stepper once the product is in the basket. A mix links to its picker. */
function CardActions({ product }: { product: CardProduct }) {
  if (isOutOfStock(product)) {
    return (
      <>
        <Button type="button" look="line" size="sm" wide disabled>
          Out of Stock
        </Button>
        <NotifyLink product={product} className="mt-2" />
      </>
    )
  }
  if (isCustomisable(product)) {
    return (
      <ButtonLink to={pickerPath(product)} look="line" size="sm" wide>
        Add to Basket
        <VisuallyHidden>
          {' '}
          {product.name}: choose its {product.tastemakerPicks} tastemakers
        </VisuallyHidden>
      </ButtonLink>
    )
  }
  return <BasketQuantity product={product} />
}

/** Shows a button or a stepper, and moves the focus from one to the other. */
export function BasketQuantity({ product }: { product: CardProduct }) {
  const gridRef = useRef<HTMLDivElement>(null)
  const movesFocus = useRef(false)
  const max = useMaxQuantity(product)
  const quantity = useInBasket(product)
  const isIn = quantity > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when button and stepper swap
  useEffect(() => {
    if (!movesFocus.current) return
    movesFocus.current = false
    gridRef.current?.querySelector<HTMLElement>('button:last-of-type')?.focus({ preventScroll: true })
  }, [isIn])

  const setQuantity = (next: number) => {
    movesFocus.current = next > 0 !== isIn
    setBasket(product, next)
  }
  // The first tap may come before hydration has read a basket that already contains the product.
  const addOne = () => setQuantity(Math.min(max, quantityIn(storedBasket(), product) + 1))
  return (
    <div ref={gridRef}>
      {isIn && (
        <Stepper
          wide
          label={`Quantity of ${product.name} in the basket`}
          value={quantity}
          min={0}
          max={max}
          onChange={setQuantity}
        />
      )}
      {/* Stays in the page, because a press from before hydration is repeated after the basket has been read. */}
      <div hidden={isIn}>
        <CartForm number={product.number} quantity={1} onSend={addOne}>
          <Button look="line" size="sm" wide>
            Add to Basket
            <VisuallyHidden> {product.name}</VisuallyHidden>
          </Button>
        </CartForm>
      </div>
    </div>
  )
}

function useMaxQuantity(product: CardProduct): number {
  return Math.min(product.stockQuantity, useMaxUnits())
}

/** Returns the product's quantity in the basket, at most the available units. Returns 0 until hydration. */
export function useInBasket(product: CardProduct): number {
  return Math.min(useMaxQuantity(product), useBasketQuantity(product.number))
}

/** Sets a product's quantity in the basket. If the browser cannot store it, a toast says so. */
export function setBasket(product: CardProduct, quantity: number): void {
  const problem = storeBasket(setInBasket(storedBasket(), product, quantity))
  if (problem) showToast(problem)
}

export function ShelfLoading({ count }: { count: number }) {
  const places = Array.from({ length: count }, (_, index) => index)
  return (
    <div className="shelf-group">
      <p role="status" className="mb-5 text-ink-soft">
        Loading products...
      </p>
      <div className="shelf-grid" aria-hidden="true">
        {places.map((place) => (
          <div key={place} className="grid content-start gap-3">
            <span className="skeleton aspect-[4/4.6]" />
            <span className="skeleton h-4 w-2/3" />
            <span className="skeleton h-4 w-11/12" />
            <span className="skeleton h-11" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Returns true once `isWaiting` has lasted 150 ms, so that a fast load shows no placeholder. */
export function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), SHOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isWaiting && isSlow
}

type CartFormProps = { number: number; quantity: number; onSend: () => void; children: ReactNode }

/** A form that adds a product to the cart, also without JavaScript. */
export function CartForm({ number, quantity, onSend, children }: CartFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend()
  }
  return (
    <form method="post" action="/cart" onSubmit={send}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="quantity" value={quantity} />
      {children}
    </form>
  )
}
