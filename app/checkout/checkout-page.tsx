import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AddressValues } from '#app/account/address-values.ts'
import { useLiveCart } from '#app/cart/use-live-cart.ts'
import { AddressForm } from '#app/checkout/address-form.tsx'
import { CartProblems, OpenOrders } from '#app/checkout/cart-problems.tsx'
import { CheckoutProgress, type CheckoutStep } from '#app/checkout/checkout-progress.tsx'
import { CheckoutSummary } from '#app/checkout/checkout-summary.tsx'
import { CouponEntry } from '#app/checkout/coupon-entry.tsx'
import type { CheckoutError } from '#app/checkout/error-box.tsx'
import { PaymentForm } from '#app/checkout/payment-form.tsx'
import { SavedAddresses } from '#app/checkout/saved-addresses.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { TwoColumns } from '#app/kit/two-columns.tsx'
import { serializeCart } from '#shop/carts/cart.ts'
import { type CartView, priceCartView } from '#shop/carts/cart-view.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import type { OrderLimits } from '#shop/ctx.ts'
import { MAX_ADDRESSES, type SavedAddress } from '#shop/customers/address.ts'
import { cashProblem, type OrderStanding, openOrdersProblem } from '#shop/orders/limits.ts'
import type { OfferedMethod } from '#shop/payments/methods.ts'
import type { Discounts, EnteredCodes } from '#shop/pricing/discounts.ts'

export type CheckoutPricing = { codes: EnteredCodes; discounts: Discounts }

/** The server's answer to the last post. */
export type CheckoutAnswer = {
  step: CheckoutStep
  address: AddressValues
  /** Problems of the address's fields. */
  problems?: Problems
  error?: CheckoutError
  /** The discounts, once the address is known. */
  pricing?: CheckoutPricing
  /** The code that was refused, and why. */
  coupon?: { typed: string; message: string }
  /** Takes the place of the page's key, which has been used. */
  freshKey?: string
}

export type CheckoutPageProps = {
  shown: CartView
  codes: EnteredCodes
  methods: OfferedMethod[]
  limits: OrderLimits
  standing: OrderStanding
  idempotencyKey: string
  /** The chosen or default address, that of the last order, or what is known of the customer. */
  prefill: Partial<AddressValues>
  addresses: SavedAddress[]
  answer: CheckoutAnswer | undefined
}

/** Checkout in two steps. The address says which: browser's Back leads from payment to delivery, nothing lost. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { shown, methods, idempotencyKey, prefill, addresses, answer } = props
  const { codes, discounts } = answer?.pricing ?? { codes: props.codes, discounts: shown.discounts }
  const cart = useLiveCart(shown.cart)
  const priced = priceCartView({ ...shown, discounts }, cart)
  const total = priced.quote.total
  const open = total > 0 ? openOrdersProblem(props.limits, props.standing, total) : null
  const { step, address } = useStep(answer)
  const [params] = useSearchParams()
  const chosen = params.get('address')
  const heading = useFocusOnChange(step)
  return (
    <div className="wrap pb-section">
      <title>Checkout</title>
      <CheckoutProgress step={step} />
      <TwoColumns
        aside={
          <CheckoutSummary
            title={step === 'address' ? 'Order Summary' : 'Your order'}
            priced={priced}
            seen={shown.seen}
          >
            {step === 'address' && (
              <CouponEntry code={codes.couponCode} refusal={couponProblem(answer, codes, priced)} />
            )}
          </CheckoutSummary>
        }
      >
        <h1 ref={heading} tabIndex={-1} className="display mb-6 text-3xl">
          Checkout
        </h1>
        {!priced.canCheckOut && !answer?.error && <CartProblems priced={priced} />}
        {open && !answer?.error && <OpenOrders message={open} />}
        {step === 'payment' && address ? (
          <PaymentForm
            address={address}
            methods={methods}
            cashProblem={cashProblem(total, props.limits, props.standing)}
            cart={serializeCart(cart)}
            total={total}
            codes={codes}
            idempotencyKey={answer?.freshKey ?? idempotencyKey}
            error={answer?.error ?? null}
          />
        ) : (
          <>
            <SavedAddresses addresses={addresses} chosen={chosen} />
            <AddressForm
              key={chosen}
              values={chosen === null ? (address ?? prefill) : prefill}
              canSave={addresses.length < MAX_ADDRESSES}
              problems={answer?.problems}
              error={answer?.error ?? null}
            />
          </>
        )}
      </TwoColumns>
    </div>
  )
}

/** Why a code was refused, or why the one that is applied counts for nothing now. */
function couponProblem(
  answer: CheckoutAnswer | undefined,
  { couponCode }: EnteredCodes,
  { couponRefusal }: PricedCart,
) {
  if (answer?.coupon) return answer.coupon
  return couponRefusal && { typed: couponCode ?? '', message: couponRefusal.message }
}

/** The step of the page's address, if what it needs is known; and the last address that was sent. */
function useStep(answer: CheckoutAnswer | undefined) {
  const [params] = useSearchParams()
  const [address, setAddress] = useState(answer?.address ?? null)
  if (answer && answer.address !== address) setAddress(answer.address)
  const asked: CheckoutStep = params.get('step') === 'payment' && address ? 'payment' : 'address'
  return { step: answer?.step ?? asked, address }
}

/** For the heading: it takes the focus when the step changes, so that screen readers hear where they are. */
function useFocusOnChange(step: CheckoutStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}
