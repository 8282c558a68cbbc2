import { DiscountNote } from '#app/cart/discount-note.tsx'
import { Button } from '#app/kit/button.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { Totals } from '#app/kit/totals.tsx'
import { SidePanel } from '#app/kit/two-columns.tsx'
import type { PricedCart } from '#shop/carts/priced-cart.ts'

type CartSummaryProps = { priced: PricedCart; isSignedIn: boolean }

/** What it costs, and the way on; by way of signing in for a visitor. */
export function CartSummary({ priced, isSignedIn }: CartSummaryProps) {
  return (
    <SidePanel title="Order Summary">
      <Totals quote={priced.quote} discountLabel={priced.appliedDiscount?.label} className="mt-4" />
      <DiscountNote priced={priced} />
      <div className="mt-5">
        {priced.canCheckOut ? <CheckoutLink isSignedIn={isSignedIn} /> : <BlockedCheckout />}
      </div>
    </SidePanel>
  )
}

function CheckoutLink({ isSignedIn }: { isSignedIn: boolean }) {
  const signIn = { to: '/auth/signin?returnTo=/checkout', state: { returnTo: '/checkout' } }
  return (
    <>
      <ButtonLink {...(isSignedIn ? { to: '/checkout' } : signIn)} wide>
        Proceed to Checkout
      </ButtonLink>
      {!isSignedIn && (
        <p className="mt-3 text-ink-soft text-sm">You sign in first, then come straight back.</p>
      )}
    </>
  )
}

function BlockedCheckout() {
  return (
    <>
      <Button type="button" wide aria-disabled="true" aria-describedby="checkout-blocked">
        Proceed to Checkout
      </Button>
      <p id="checkout-blocked" className="mt-3 text-danger text-sm">
        Fix or remove the highlighted items to continue.
      </p>
    </>
  )
}
