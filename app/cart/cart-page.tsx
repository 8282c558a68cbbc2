import { CartLineRow } from '#app/cart/cart-line-row.tsx'
import { CartSummary } from '#app/cart/cart-summary.tsx'
import { ChangedSince } from '#app/cart/change-note.tsx'
import { ClearCart } from '#app/cart/clear-cart.tsx'
import { CART_TITLE } from '#app/cart/focus-cart-title.ts'
import { ShippingNote } from '#app/cart/shipping-note.tsx'
import { UnavailableLine } from '#app/cart/unavailable-line.tsx'
import { useLiveCart } from '#app/cart/use-live-cart.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { TwoColumns } from '#app/kit/two-columns.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { countItems } from '#shop/carts/cart.ts'
import { type CartView, priceCartView } from '#shop/carts/cart-view.ts'
import { changeNote, parseSnapshot } from '#shop/carts/price-snapshot.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import { formatAmount } from '#shop/kernel/money.ts'

export type CartPageProps = {
  shown: CartView
  isSignedIn: boolean
  /** Why the last change was refused. */
  problem: string | null
}

export function CartPage({ shown, isSignedIn, problem }: CartPageProps) {
  const cart = useLiveCart(shown.cart)
  const priced = priceCartView(shown, cart)
  return (
    <div className="wrap pt-6 pb-section">
      <title>Your Cart</title>
      <h1 id={CART_TITLE} tabIndex={-1} className="display text-4xl">
        Your Cart
      </h1>
      {problem && (
        <Banner tone="danger" className="mt-5">
          {problem}
        </Banner>
      )}
      <p role="status" className="sr-only">
        {`${countItems(cart)} items, ${formatAmount(priced.quote.total)} in all`}
      </p>
      {cart.length === 0 ? <EmptyCart /> : <FilledCart {...{ shown, priced, isSignedIn }} />}
    </div>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      className="mt-8"
      picture="/illustrations/empty-basket.svg"
      title="Your cart is empty"
      action={<ButtonLink to="/products">Browse Products</ButtonLink>}
    >
      Looks like you haven't added any products to your cart yet.
    </EmptyState>
  )
}

type FilledCartProps = { shown: CartView; priced: PricedCart; isSignedIn: boolean }

function FilledCart({ shown, priced, isSignedIn }: FilledCartProps) {
  const seen = parseSnapshot(shown.seen)
  return (
    <>
      <ShippingNote policy={shown.shipping} quote={priced.quote} />
      {priced.lines.some((line) => changeNote(line, seen)) && <ChangedSince />}
      <div className="pt-6">
        <TwoColumns aside={<CartSummary priced={priced} isSignedIn={isSignedIn} />}>
          <h2>
            <VisuallyHidden>Items</VisuallyHidden>
          </h2>
          <ul className="border-ink border-t-2">
            {priced.lines.map((line) => (
              <CartLineRow key={line.key} line={line} lines={priced.lines} shown={shown} />
            ))}
            {priced.gone.map(({ key }) => (
              <UnavailableLine key={key} lineKey={key} />
            ))}
          </ul>
          <ClearCart />
        </TwoColumns>
      </div>
    </>
  )
}
