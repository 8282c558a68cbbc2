import { useEffect, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { useLiveCart } from '#app/cart/use-live-cart.ts'
import { AddressForm, ContinueToPayment, SavedAddresses } from '#app/checkout/address-step.tsx'
import { CheckoutProgress, type CheckoutStep } from '#app/checkout/checkout-progress.tsx'
import { CheckoutSummary, CouponEntry } from '#app/checkout/checkout-summary.tsx'
import {
  CHECKOUT_FORM,
  type DeliveryDraft,
  draftIn,
  isSameDraft,
  keepDraft,
  keptDraft,
  LAST_ORDER,
} from '#app/checkout/delivery-draft.ts'
import { FormLink } from '#app/checkout/form-link.tsx'
import { type CheckoutError, PaymentForm, TO_CART, TO_ORDERS } from '#app/checkout/payment-form.tsx'
import { Banner } from '#app/kit/banner.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { TwoColumns } from '#app/kit/totals.tsx'
import { useSteadyRefresh } from '#app/orders/use-live-order.ts'
import { serializeCart } from '#shop/carts/cart.ts'
import { orderablePart, priceCartView } from '#shop/carts/cart-view.ts'
import { orderProblems } from '#shop/carts/priced-cart.ts'
import { MAX_ADDRESSES } from '#shop/customers/address.ts'
import { cashProblem, openOrdersProblem } from '#shop/orders/limits.ts'
import type { PaymentMethod } from '#shop/payments/payment.ts'
import type { Discounts, EnteredCodes } from '#shop/pricing/discounts.ts'
import { type Quote, roundForMethod } from '#shop/pricing/quote.ts'
import type { Route } from './+types/checkout.ts'

export type CheckoutPricing = { codes: EnteredCodes; discounts: Discounts }

export type CheckoutAnswer = {
  step: CheckoutStep
  draft: DeliveryDraft
  problems?: Problems
  error?: CheckoutError
  notice?: string
  /** A refused code that the customer ignored. */
  ignoredCode?: string
  pricing?: CheckoutPricing
  /** The code that was refused, and why. */
  coupon?: { typed: string; message: string }
  /** Replaces the page's idempotency key, which has been used. */
  freshKey?: string
}

type CheckoutPageProps = Extract<Route.ComponentProps['loaderData'], { state: 'open' }> & {
  answer: CheckoutAnswer | undefined
}

/** Checkout in two steps. The step is in the URL, so the browser's Back leads from payment to delivery. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { answer, delivery } = props
  const arrivals = useDraftOfOtherTabs(answer?.draft ?? delivery.draft, answer !== undefined)
  return <CheckoutSteps key={arrivals} {...props} />
}

function CheckoutSteps(props: CheckoutPageProps) {
  const { methods, delivery, answer } = props
  const pricing = usePricing(props)
  const { codes, cart, priced, part, cash, noCash } = pricing
  const { total } = part.quote
  const open = total > 0 ? openOrdersProblem(props.limits, props.history, total) : null
  const draft = answer?.draft ?? delivery.draft
  const [params] = useSearchParams()
  const step = answer?.step ?? (params.get('step') === 'payment' && delivery.isReady ? 'payment' : 'address')
  const isCard = !draft.isEdited && (answer !== undefined || params.get('address') !== 'edit')
  const problems = orderProblems(priced)
  const heading = useFocusOnChange(`${step} ${isCard} ${draft.owner}`)
  const [reported, setMethod] = useState<PaymentMethod | null>(null)
  const chosen = methods.find(({ method }) => method === draft.paymentMethod && !(method === 'cod' && noCash))
  const method = reported ?? chosen?.method ?? null
  const quote = step === 'payment' && method === 'cod' ? cash : part.quote
  return (
    <div className="wrap pb-section" data-checkout>
      <CheckoutProgress step={step} />
      <TwoColumns
        aside={<Summary {...props} {...{ step, draft, pricing, quote }} />}
        end={step === 'address' && <ContinueToPayment error={answer?.error ?? null} problems={problems} />}
      >
        <h1 ref={heading} tabIndex={-1} className="display mb-6 text-3xl">
          Checkout
        </h1>
        {answer?.notice && (
          <Banner tone="warning" className="mb-6">
            {answer.notice}
          </Banner>
        )}
        {!priced.canCheckOut && !answer?.error && problems.length > 0 && (
          <Warning message={problems.join(' ')} link={TO_CART} />
        )}
        {open && !answer?.error && <Warning message={open} link={TO_ORDERS} />}
        {step === 'payment' ? (
          <PaymentForm
            {...{ draft, methods, total, method, codes }}
            cashProblem={noCash}
            cart={serializeCart(cart)}
            cashTotal={cash.total}
            canOrder={priced.canCheckOut}
            onMethod={setMethod}
            idempotencyKey={answer?.freshKey ?? props.idempotencyKey}
            error={answer?.error ?? null}
          />
        ) : (
          <AddressStep {...props} draft={draft} isCard={isCard} />
        )}
      </TwoColumns>
    </div>
  )
}

function usePricing(props: CheckoutPageProps) {
  const { answer } = props
  const { codes, discounts } = answer?.pricing ?? { codes: props.codes, discounts: props.view.discounts }
  const live = useLiveCart(props.view.cart)
  // The answer to an order empties the browser's cart before its page is loaded.
  const cart = useNavigation().formMethod ? props.view.cart : live
  const view = { ...props.view, discounts }
  const priced = priceCartView(view, cart)
  const orderable = orderablePart(view, cart, priced)
  const { part } = orderable
  const cash = roundForMethod('cod', part.quote, props)
  const noCash = cashProblem(cash.total, props.limits, props.history)
  return { codes, cart, priced, orderable, part, cash, noCash }
}

type SummaryProps = CheckoutPageProps & {
  step: CheckoutStep
  draft: DeliveryDraft
  pricing: ReturnType<typeof usePricing>
  quote: Quote
}

function Summary({ step, draft, pricing, quote, view, inBasket, answer }: SummaryProps) {
  const { codes, priced, orderable } = pricing
  const { couponRefusal } = priced
  return (
    <CheckoutSummary
      title={step === 'address' ? 'Order Summary' : 'Your order'}
      lines={priced.lines}
      orderable={orderable}
      quote={quote}
      seen={view.seen}
    >
      {inBasket && (
        <p className="mt-4 text-sm">
          Not in this order: {inBasket} in your basket.{' '}
          <FormLink to="cart" className="link">
            Go to Cart
          </FormLink>
        </p>
      )}
      {step === 'payment' && couponRefusal && (
        <p className="mt-4 text-danger text-sm">{couponRefusal.message}</p>
      )}
      {step === 'address' && (
        <CouponEntry
          code={codes.couponCode}
          typed={draft.couponCode}
          refusal={
            answer?.coupon ??
            (couponRefusal && { typed: codes.couponCode ?? '', message: couponRefusal.message })
          }
          takesFocus={!answer?.problems}
        />
      )}
      {step === 'payment' && answer?.ignoredCode && (
        <p className="mt-4 wrap-anywhere text-sm">The code {answer.ignoredCode} isn’t applied.</p>
      )}
    </CheckoutSummary>
  )
}

type AddressStepProps = Pick<CheckoutPageProps, 'addresses' | 'answer' | 'delivery'> & {
  draft: DeliveryDraft
  isCard: boolean
}

function AddressStep({ addresses, answer, delivery, draft, isCard }: AddressStepProps) {
  return (
    <>
      {!isCard && <SavedAddresses addresses={addresses} chosen={draft.from} />}
      <AddressForm
        key={`${draft.owner} ${draft.from} ${isCard}`}
        draft={draft}
        isCard={isCard}
        canSave={addresses.length < MAX_ADDRESSES && !(isCard && draft.from !== LAST_ORDER)}
        problems={answer ? answer.problems : delivery.problems}
      />
    </>
  )
}

/** Shows a draft changed in another tab, or keeps this tab's own if it was edited. The key changes with it. */
function useDraftOfOtherTabs(draft: DeliveryDraft, isOwn: boolean): number {
  const [arrivals, setArrivals] = useState(0)
  const { refresh } = useSteadyRefresh()
  const last = useRef(draft)
  useEffect(() => {
    const onSeen = () => {
      const [stored, form] = [keptDraft(), checkoutForm()]
      // The draft is gone after an order and after signing out, and is not kept again.
      if (document.hidden || !stored || !form) return
      const here = draftIn(form)
      if (isSameDraft(here, stored)) return
      if (!isOwn && isSameDraft(here, draft)) refresh()
      else if (here.owner === stored.owner) keepDraft(form)
    }
    document.addEventListener('visibilitychange', onSeen)
    window.addEventListener('focus', onSeen)
    window.addEventListener('pageshow', onSeen)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      window.removeEventListener('focus', onSeen)
      window.removeEventListener('pageshow', onSeen)
    }
  }, [draft, isOwn, refresh])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each draft that arrives
  useEffect(() => {
    const form = checkoutForm()
    // Keep values entered while the newer draft was loading, and a form that already shows it.
    const isBehind =
      form !== null && isSameDraft(draftIn(form), last.current) && !isSameDraft(draft, last.current)
    if (isBehind && !isOwn) setArrivals((count) => count + 1)
    last.current = draft
  }, [draft])
  return arrivals
}

function checkoutForm(): HTMLFormElement | null {
  return document.querySelector(`#${CHECKOUT_FORM}`)
}

/** A ref for the heading, which takes the focus when the page shows something else, for screen readers. */
function useFocusOnChange(view: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const current = useRef(view)
  useEffect(() => {
    if (current.current !== view) heading.current?.focus()
    current.current = view
  }, [view])
  return heading
}

function Warning({ message, link }: Required<CheckoutError>) {
  return (
    <Banner tone="warning" className="mb-6" live={false}>
      {message}{' '}
      <Link to={link.to} className="link">
        {link.label}
      </Link>
    </Banner>
  )
}
