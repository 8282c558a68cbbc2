import {
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { addLineToCart, useBuyNow } from '#app/cart/add-to-cart.ts'
import { useMaxUnits } from '#app/frame/use-root-data.ts'
import { Button, type ButtonLook, buttonClass } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { Stepper, typedQuantityIn } from '#app/kit/product/stepper.tsx'
import { showToast } from '#app/kit/toasts.tsx'
import { isOutOfStock, type Product, type Sellable } from '#shop/catalogue/product.ts'

/** Quantity and Add to Cart; with `buyNow` also Buy Now. Without JavaScript the form posts to the cart's page. */
export function AddBox({ product, buyNow }: { product: Sellable; buyNow?: boolean }) {
  const [quantity, setQuantity] = useState(1)
  const [refusal, setRefusal] = useState<string | null>(null)
  const refusalId = useId()
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => setQuantity((current) => typedQuantityIn(form.current) || current), [])
  const buy = useBuyNow()
  const isOut = isOutOfStock(product)
  const maxUnits = useMaxUnits()

  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const addLine = () => {
      const message = addLineToCart({ number: product.number, quantity, picks: {} }, product, [], maxUnits)
      setRefusal(message)
      return message === null
    }
    if (submitter?.getAttribute('value') === '/checkout') void buy(addLine)
    else if (addLine()) showToast(`Added ${quantity} × ${product.name}`, { to: '/cart', label: 'View cart' })
  }

  return (
    <form
      ref={form}
      method="post"
      action="/cart"
      onSubmit={add}
      aria-describedby={refusal ? refusalId : undefined}
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="number" value={product.number} />
      <div className="flex flex-wrap gap-3">
        <Stepper
          label={`Quantity of ${product.name}`}
          name="quantity"
          value={quantity}
          max={Math.max(1, Math.min(product.stockQuantity, maxUnits))}
          disabled={isOut}
          onChange={setQuantity}
        />
        <Button disabled={isOut} className="add-box-button">
          {isOut ? 'Out of Stock' : 'Add to Cart'}
        </Button>
        {buyNow && !isOut && (
          <Button look="line" name="then" value="/checkout" className="add-box-button">
            Buy Now
          </Button>
        )}
      </div>
      <p id={refusalId} role="status" className="add-box-refusal">
        {refusal}
      </p>
    </form>
  )
}

export function RatingLine({ product: { rating, reviewCount, isSampleRating } }: { product: Product }) {
  if (rating === null) return <p className="text-sm">No reviews yet</p>
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
      <Icon name="star" size="s" className="fill-current" />
      <Link to="/replenish#reviews" className="link">
        {rating} out of 5, {reviewCount} {reviewCount === 1 ? 'review' : 'reviews'}
      </Link>
      {isSampleRating && <span>(demonstration)</span>}
    </p>
  )
}

type ScrollLinkProps = { to: `#${string}`; look?: ButtonLook['look']; children: ReactNode }

/** A button that scrolls to a section of the page and focuses it. Without JavaScript it is a plain link. */
export function ScrollLink({ to, look, children }: ScrollLinkProps) {
  return (
    <a href={to} className={buttonClass({ look })} onClick={scrollToSection}>
      {children}
    </a>
  )
}

function scrollToSection(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const target = document.querySelector<HTMLElement>(event.currentTarget.hash)
  if (!target) return
  event.preventDefault()
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.scrollIntoView({ behavior: isReduced ? 'auto' : 'smooth' })
  target.focus({ preventScroll: true })
}

export function boxColour(slug: string): string {
  return slug === 'unflavoured-30-sticks' ? '--color-mint-300' : '--color-nimbu-300'
}

/** Returns the name without brand and box size: 'Flavoured' for 'Replenish Flavoured Box of 30 Sticks'. */
export function shortName(name: string): string {
  return boxName(name).replace(/\s+Box of .*$/, '')
}

/** Returns the name without 'Replenish': 'Flavoured Box of 30 Sticks'. */
export function boxName(name: string): string {
  return name.replace(/^Replenish\s+/, '')
}
