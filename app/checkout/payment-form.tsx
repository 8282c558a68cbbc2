import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { AddressCard, HiddenDraft } from '#app/checkout/address-card.tsx'
import { CHECKOUT_FORM, type DeliveryDraft, storeDraft } from '#app/checkout/delivery-draft.ts'
import { Banner } from '#app/kit/banner.tsx'
import { TextLink } from '#app/kit/link.tsx'
import { OptionRows } from '#app/kit/option-rows.tsx'
import { Amount } from '#app/kit/product/price.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { formatAmount, formatPrice, type Money } from '#shop/kernel/money.ts'
import { landingSource } from '#shop/orders/visit-source.ts'
import { BELOW_CARD_MINIMUM, isBelowCardMinimum } from '#shop/payment-gateway.ts'
import { type OfferedMethod, PAYMENT_METHOD_NAMES, type PaymentMethod } from '#shop/payments/payment.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'

type PaymentFormProps = {
  draft: DeliveryDraft
  methods: OfferedMethod[]
  /** Why the order cannot be paid in cash; null if it can. */
  cashProblem: string | null
  /** The serialized cart that the customer sees, and its total. */
  cart: string
  total: Money
  /** The total in cash, which may be rounded to the rupee. */
  cashTotal: Money
  /** False while the cart has problems. */
  canOrder: boolean
  /** The chosen method, or null before a choice. Without JavaScript it is the draft's method. */
  method: PaymentMethod | null
  onMethod: (method: PaymentMethod) => void
  codes: EnteredCodes
  idempotencyKey: string
  error: CheckoutError | null
}

export function PaymentForm(props: PaymentFormProps) {
  const { draft, methods, cart, total, cashTotal, canOrder, method, onMethod, idempotencyKey, error } = props
  const hidden = { intent: 'place', cart, expectedTotal: total, idempotencyKey, ...props.codes }
  const { isSubmitting, stopTwice } = useSubmitting('place')
  const [isMissing, setMissing] = useState(false)
  const problem = isMissing ? { message: 'Please select a payment method' } : error
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (new FormData(event.currentTarget, submitter).has('back')) return stopTwice(event)
    if (new FormData(event.currentTarget).has('paymentMethod')) return stopTwice(event)
    event.preventDefault()
    setMissing(true)
  }
  const form = useRef<HTMLFormElement>(null)
  const onChange = () => {
    // Hides the problem on a choice, not on submit: without the box the buttons move, so that the second tap of a
    // double tap would hit a different button.
    setMissing(false)
    const value = form.current && new FormData(form.current).get('paymentMethod')
    const chosen = methods.find((offered) => offered.method === value)
    if (chosen) onMethod(chosen.method)
  }
  // A method may be chosen before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(onChange, [])
  return (
    <>
      <AddressCard
        draft={draft}
        className="mb-8"
        // While the order is being placed, a tap on a link must not cancel it.
        onChange={(event) => isSubmitting && event.preventDefault()}
      />
      <Form
        id={CHECKOUT_FORM}
        ref={form}
        method="post"
        action="/checkout?step=payment"
        noValidate
        onSubmit={onSubmit}
        onChange={onChange}
        onInput={({ currentTarget }) => storeDraft(currentTarget)}
      >
        {Object.entries(hidden).map(
          ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <HiddenDraft draft={draft} hasAddress hasBusiness />
        <VisitSource />
        <OptionRows
          legend={<h2 className="display pb-2 text-2xl">Payment Method</h2>}
          name="paymentMethod"
          options={methodOptions(props)}
          {...(method && { defaultValue: method })}
          required
        />
        {problem && <ErrorBox error={problem} className="mt-5" />}
        <PlaceOrder toPay={method === 'cod' ? cashTotal : total} {...{ isSubmitting, canOrder }} />
      </Form>
    </>
  )
}

type MethodOptions = Pick<PaymentFormProps, 'methods' | 'cashProblem' | 'total' | 'cashTotal'>

function methodOptions({ methods, cashProblem, total, cashTotal }: MethodOptions) {
  const inRupees = cashTotal === total ? '' : ` In whole rupees: ${formatPrice(cashTotal)}.`
  const tooLow = isBelowCardMinimum(total) ? BELOW_CARD_MINIMUM : null
  return methods.map(({ method, hint }) => {
    const problem = method === 'cod' ? cashProblem : tooLow
    return {
      value: method,
      label: PAYMENT_METHOD_NAMES[method],
      hint: problem ?? hint + (method === 'cod' ? inRupees : ''),
      disabled: problem !== null,
    }
  })
}

type PlaceOrderProps = { toPay: Money; isSubmitting: boolean; canOrder: boolean }

function PlaceOrder({ toPay, isSubmitting, canOrder }: PlaceOrderProps) {
  return (
    <>
      <p className="mt-8 flex items-baseline justify-between gap-4 font-bold text-lg md:hidden">
        To pay <Amount>{formatAmount(toPay)}</Amount>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-4 md:mt-8">
        <div className="min-w-[min(100%,15rem)] flex-1">
          <SubmitButton
            label="Place Order"
            busyLabel="Placing Order..."
            isBusy={isSubmitting}
            disabled={!canOrder}
          />
        </div>
        <button type="submit" name="back" formAction="/checkout" formNoValidate className="link min-h-11">
          Back to Order Summary
        </button>
      </div>
    </>
  )
}

/** A hidden field with the visit's source, which is read from the document's navigation entry. Nothing is stored. */
function VisitSource() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (!field.current || !entry) return
    const load = { url: entry.name, referrer: document.referrer, isRepeat: entry.type !== 'navigate' }
    field.current.value = landingSource(load) ?? ''
  }, [])
  return <input ref={field} type="hidden" name="source" />
}

export type CheckoutError = { message: string; link?: { to: string; label: string } }

export const TO_CART = { to: '/cart', label: 'Change your cart' }
export const TO_ORDERS = { to: '/orders', label: 'My Orders' }

export function ErrorBox({ error, className }: { error: CheckoutError; className?: string }) {
  return (
    <Banner tone="danger" title="Error:" {...(className && { className })}>
      {error.message}
      {error.link && (
        <>
          {' '}
          <TextLink to={error.link.to}>{error.link.label}</TextLink>
        </>
      )}
    </Banner>
  )
}
