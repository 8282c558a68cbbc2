import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TwoColumns } from '#app/ui/cart/two-columns.tsx'
import { useLiveCart } from '#app/ui/cart/use-live-cart.ts'
import { AddressForm } from '#app/ui/checkout/address-form.tsx'
import type { AddressValues } from '#app/ui/checkout/address-values.ts'
import { CartProblems } from '#app/ui/checkout/cart-problems.tsx'
import { CheckoutProgress, type CheckoutStep } from '#app/ui/checkout/checkout-progress.tsx'
import { CheckoutSummary } from '#app/ui/checkout/checkout-summary.tsx'
import type { CheckoutError } from '#app/ui/checkout/error-box.tsx'
import { PaymentForm } from '#app/ui/checkout/payment-form.tsx'
import { writeCart } from '#shop/carts/cart.ts'
import { priceShownCart, type ShownCart } from '#shop/carts/shown-cart.ts'
import type { OfferedMethod } from '#shop/payments/methods.ts'

/** What the server said about the last post. */
export type CheckoutAnswer = {
  step: CheckoutStep
  address: AddressValues
  /** Field errors of the address. */
  lastResult?: SubmissionResult<string[]>
  error?: CheckoutError
  /** Takes the place of the page's key, which has been used. */
  freshKey?: string
}

export type CheckoutPageProps = {
  shown: ShownCart
  methods: OfferedMethod[]
  idempotencyKey: string
  /** The address of the last order, or what is known of the customer. */
  prefill: Partial<AddressValues>
  answer: CheckoutAnswer | undefined
}

/** Checkout in two steps. The address says which: browser's Back leads from payment to delivery, nothing lost. */
export function CheckoutPage({ shown, methods, idempotencyKey, prefill, answer }: CheckoutPageProps) {
  const cart = useLiveCart(shown.written)
  const priced = priceShownCart(shown, cart)
  const { step, address } = useStep(answer)
  const heading = useFocusOnChange(step)
  return (
    <div className="wrap pb-section">
      <title>Checkout</title>
      <CheckoutProgress step={step} />
      <TwoColumns
        aside={
          <CheckoutSummary title={step === 'address' ? 'Order Summary' : 'Your order'} priced={priced} />
        }
      >
        <h1 ref={heading} tabIndex={-1} className="display mb-6 text-3xl">
          Checkout
        </h1>
        {!priced.canCheckOut && !answer?.error && <CartProblems priced={priced} />}
        {step === 'payment' && address ? (
          <PaymentForm
            address={address}
            methods={methods}
            cart={writeCart(cart)}
            total={priced.quote.total}
            idempotencyKey={answer?.freshKey ?? idempotencyKey}
            error={answer?.error ?? null}
          />
        ) : (
          <AddressForm
            values={address ?? prefill}
            lastResult={answer?.lastResult}
            error={answer?.error ?? null}
          />
        )}
      </TwoColumns>
    </div>
  )
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
