import { itemCount } from '#app/cart/basket.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { SIGN_IN_PATH } from '#app/kit/paths.ts'
import { DiscountNote, SidePanel, Totals } from '#app/kit/totals.tsx'
import type { OrderablePart } from '#shop/carts/cart-view.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import { formatAmount, formatPrice } from '#shop/kernel/money.ts'
import { type Quote, shippingPromise } from '#shop/pricing/quote.ts'

export function ShippingNote({ policy, quote }: { policy: ShippingPolicy; quote: Quote }) {
  const promise = shippingPromise(policy, formatPrice)
  if (policy.fee === 0)
    return <Note tone="positive" title={`${promise}.`} text="On every order, whatever its size." />
  if (policy.freeAbove === null)
    return <Note tone="info" title={`${promise}.`} text="The same for every order." />
  const crossed = `You’ve crossed ${formatPrice(policy.freeAbove)}.`
  if (quote.shippingFee === 0) return <Note tone="positive" title="Free shipping." text={crossed} />
  return <Note tone="info" title={`${promise}.`} text={`Otherwise shipping is ${formatPrice(policy.fee)}.`} />
}

function Note({ tone, title, text }: { tone: 'positive' | 'info'; title: string; text: string }) {
  return (
    <Banner key={title} tone={tone} icon="truck" title={title} live={false} className="mt-5">
      {text}
    </Banner>
  )
}

export function cartInWords({ part, leftOut }: OrderablePart): string {
  const count = part.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count === 0) return leftOut > 0 ? NOTHING_ORDERABLE : 'Your cart is empty.'
  const total = `${itemCount(count)}, ${formatAmount(part.quote.total)} in all`
  return leftOut > 0 ? `${total}. ${leftOutText(leftOut)}` : total
}

const NOTHING_ORDERABLE = 'Nothing in your cart can be ordered right now.'

function leftOutText(leftOut: number): string {
  return `The total leaves out ${itemCount(leftOut)} that can’t be ordered right now.`
}

const SIGN_IN_FIRST = { to: `${SIGN_IN_PATH}?returnTo=/checkout`, state: { returnTo: '/checkout' } }

type CartSummaryProps = { orderable: OrderablePart; canCheckOut: boolean; isSignedIn: boolean }

export function CartSummary({ orderable, canCheckOut, isSignedIn }: CartSummaryProps) {
  return (
    <SidePanel title="Order Summary">
      <OrderableTotals orderable={orderable} quote={orderable.part.quote} className="mt-4" />
      <div className="mt-5">
        {canCheckOut ? (
          <>
            <ButtonLink {...(isSignedIn ? { to: '/checkout' } : SIGN_IN_FIRST)} wide>
              Proceed to Checkout
            </ButtonLink>
            {!isSignedIn && (
              <p className="mt-3 text-ink-soft text-sm">You sign in first, then come straight back.</p>
            )}
          </>
        ) : (
          <>
            <Button type="button" wide aria-disabled="true" aria-describedby="checkout-blocked">
              Proceed to Checkout
            </Button>
            <p id="checkout-blocked" className="mt-3 text-danger text-sm">
              Fix or remove the highlighted items to continue.
            </p>
          </>
        )}
      </div>
    </SidePanel>
  )
}

type OrderableTotalsProps = { orderable: OrderablePart; quote: Quote; className: string }

export function OrderableTotals({ orderable, quote, className }: OrderableTotalsProps) {
  const { part, leftOut } = orderable
  const isEmpty = part.lines.length === 0
  return (
    <>
      {!isEmpty && (
        <>
          <Totals quote={quote} discountLabel={part.appliedDiscount?.label} className={className} />
          <DiscountNote note={part.discountNote} />
        </>
      )}
      {leftOut > 0 && <p className="mt-3 text-sm">{isEmpty ? NOTHING_ORDERABLE : leftOutText(leftOut)}</p>}
    </>
  )
}
