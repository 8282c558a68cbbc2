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
  LAST_ORDER,
  storeDraft,
  storedDraft,
} from '#app/checkout/delivery-draft.ts'
import { FormLink } from '#app/checkout/form-link.tsx'
import { type CheckoutError, PaymentForm, TO_CART, TO_ORDERS } from '#app/checkout/payment-form.tsx'
import { Banner } from '#app/kit/banner.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { TextLink } from '#app/kit/link.tsx'
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
  /** A refused code without which the customer continued. */
  ignoredCode?: string
  pricing?: CheckoutPricing
  /** The refused code and the reason. */
  coupon?: { code: string; message: string }
  /** Replaces the page's idempotency key, which has already been used. */
  newKey?: string
}

type CheckoutPageProps = Extract<Route.ComponentProps['loaderData'], { state: 'open' }> & {
  answer: CheckoutAnswer | undefined
}

/** The checkout in two steps. The URL contains the step, so the browser's Back leads from payment to delivery. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { answer, delivery } = props
  const draftKey = useDraftOfOtherTabs(answer?.draft ?? delivery.draft, answer !== undefined)
  return <CheckoutSteps key={draftKey} {...props} />
}

function CheckoutSteps(props: CheckoutPageProps) {
  const { methods, delivery, answer } = props
  const pricing = usePricing(props)
  const { codes, cart, priced, part, cash, noCash } = pricing
  const { total } = part.quote
  const limitProblem = total > 0 ? openOrdersProblem(props.limits, props.history, total) : null
  const draft = answer?.draft ?? delivery.draft
  const [params] = useSearchParams()
  const step = answer?.step ?? (params.get('step') === 'payment' && delivery.isReady ? 'payment' : 'address')
  const isCard = !draft.isEdited && (answer !== undefined || params.get('address') !== 'edit')
  const problems = orderProblems(priced)
  const heading = useFocusOnChange(`${step} ${isCard} ${draft.owner}`)
  const [newMethod, setMethod] = useState<PaymentMethod | null>(null)
  const chosen = methods.find(({ method }) => method === draft.paymentMethod && !(method === 'cod' && noCash))
  const method = newMethod ?? chosen?.method ?? null
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
        {limitProblem && !answer?.error && <Warning message={limitProblem} link={TO_ORDERS} />}
        {step === 'payment' ? (
          <PaymentForm
            {...{ draft, methods, total, method, codes }}
            cashProblem={noCash}
            cart={serializeCart(cart)}
            cashTotal={cash.total}
            canOrder={priced.canCheckOut}
            onMethod={setMethod}
            idempotencyKey={answer?.newKey ?? props.idempotencyKey}
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
  // Placing an order empties the browser's cart before the next page has loaded.
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
          storedCode={draft.couponCode}
          refusal={
            answer?.coupon ??
            (couponRefusal && { code: codes.couponCode ?? '', message: couponRefusal.message })
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
        addresses={addresses}
        key={`${draft.owner} ${draft.from} ${isCard}`}
        draft={draft}
        isCard={isCard}
        canSave={addresses.length < MAX_ADDRESSES && !(isCard && draft.from !== LAST_ORDER)}
        problems={answer ? answer.problems : delivery.problems}
      />
    </>
  )
}

/** Loads a newer draft of another tab; an edited tab stores its own instead. Returns a key that each load changes. */
function useDraftOfOtherTabs(draft: DeliveryDraft, isOwn: boolean): number {
  const [draftKey, setDraftKey] = useState(0)
  const { refresh } = useSteadyRefresh()
  const last = useRef(draft)
  useEffect(() => {
    const onReturn = () => {
      const [stored, form] = [storedDraft(), checkoutForm()]
      // An order or a sign-out has deleted the draft, so it is not stored again.
      if (document.hidden || !stored || !form) return
      const tabDraft = draftIn(form)
      if (isSameDraft(tabDraft, stored)) return
      if (!isOwn && isSameDraft(tabDraft, draft)) refresh()
      else if (tabDraft.owner === stored.owner) storeDraft(form)
    }
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('focus', onReturn)
    window.addEventListener('pageshow', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('focus', onReturn)
      window.removeEventListener('pageshow', onReturn)
    }
  }, [draft, isOwn, refresh])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each loaded draft
  useEffect(() => {
    const form = checkoutForm()
    // Keeps values that were entered while the newer draft was loading, and keeps a form that already shows it.
    const isBehind =
      form !== null && isSameDraft(draftIn(form), last.current) && !isSameDraft(draft, last.current)
    if (isBehind && !isOwn) setDraftKey((count) => count + 1)
    last.current = draft
  }, [draft])
  return draftKey
}

function checkoutForm(): HTMLFormElement | null {
  return document.querySelector(`#${CHECKOUT_FORM}`)
}

/** Returns a ref for the heading, which gets the focus whenever `view` changes, for screen readers. */
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
      {message} <TextLink to={link.to}>{link.label}</TextLink>
    </Banner>
  )
}
