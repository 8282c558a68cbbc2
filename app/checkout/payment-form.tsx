import { type FormEvent, useState } from 'react'
import { Form, Link } from 'react-router'
import { ADDRESS_FIELDS, AddressText, type AddressValues } from '#app/account/address-values.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { OptionRows } from '#app/kit/option-rows.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import type { OfferedMethod } from '#shop/payments/methods.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'

/** The form that returns to the address step with all values. */
const BACK = 'back-to-address'

export type PaymentFormProps = {
  address: AddressValues
  methods: OfferedMethod[]
  /** Why the order cannot be paid in cash; null when it can. */
  cashProblem: string | null
  /** The cart that the customer sees, as text of `serializeCart`, and its total. */
  cart: string
  total: Money
  /** The codes of this total. */
  codes: EnteredCodes
  idempotencyKey: string
  /** Why the last try was refused. */
  error: CheckoutError | null
}

/** Step 2: reviews the address, chooses the payment method and places the order. */
export function PaymentForm({
  address,
  methods,
  cashProblem,
  cart,
  total,
  codes,
  idempotencyKey,
  error,
}: PaymentFormProps) {
  const { isSubmitting, stopTwice } = useSubmitting('place')
  const [isMissing, setMissing] = useState(false)
  const shown = isMissing ? { message: 'Please select a payment method' } : error
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (new FormData(event.currentTarget).has('paymentMethod')) return stopTwice(event)
    event.preventDefault()
    setMissing(true)
  }
  const options = methods.map(({ method, hint }) => ({
    value: method,
    label: PAYMENT_METHOD_NAMES[method],
    hint: method === 'cod' ? (cashProblem ?? hint) : hint,
    disabled: method === 'cod' && cashProblem !== null,
  }))
  return (
    <>
      <ReviewedAddress address={address} />
      <Form
        method="post"
        action="/checkout?step=payment"
        noValidate
        onSubmit={onSubmit}
        // Not on submit: hiding the box moves the buttons, and a double tap would hit another one.
        onChange={() => setMissing(false)}
      >
        <input type="hidden" name="intent" value="place" />
        <HiddenAddress address={address} />
        <input type="hidden" name="cart" value={cart} />
        <input type="hidden" name="expectedTotal" value={total} />
        <HiddenCodes codes={codes} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <OptionRows
          legend={<h2 className="display pb-2 text-2xl">Payment Method</h2>}
          name="paymentMethod"
          options={options}
          required
        />
        {shown && <ErrorBox error={shown} className="mt-5" />}
        <p className="mt-8 flex items-baseline justify-between gap-4 font-bold text-lg md:hidden">
          To pay <span className="numeric">{formatAmount(total)}</span>
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-4 md:mt-8">
          <div className="min-w-60 flex-1">
            <SubmitButton label="Place Order" busyLabel="Placing Order..." isBusy={isSubmitting} />
          </div>
          <button type="submit" form={BACK} className="link min-h-11">
            Back to Order Summary
          </button>
        </div>
      </Form>
      {/* While the order is being placed, a second tap on Back must not cancel it. */}
      <Form method="post" action="/checkout" id={BACK} onSubmit={stopTwice}>
        <input type="hidden" name="intent" value="back" />
        <HiddenAddress address={address} />
      </Form>
    </>
  )
}

/** The delivery address with a button to change it. */
function ReviewedAddress({ address }: { address: AddressValues }) {
  return (
    <div className="mb-8 flex items-start justify-between gap-4 border-line border-y py-3.5">
      <div>
        <h2 className="text-ink-soft text-sm">Delivery address</h2>
        <AddressText address={address} />
      </div>
      <button type="submit" form={BACK} className="link min-h-11">
        Change
      </button>
    </div>
  )
}

function HiddenCodes({ codes }: { codes: EnteredCodes }) {
  return (
    <>
      {codes.couponCode && <input type="hidden" name="couponCode" value={codes.couponCode} />}
      {codes.referralCode && <input type="hidden" name="referralCode" value={codes.referralCode} />}
    </>
  )
}

function HiddenAddress({ address }: { address: AddressValues }) {
  return ADDRESS_FIELDS.map((name) => <input key={name} type="hidden" name={name} value={address[name]} />)
}

export type CheckoutError = {
  message: string
  /** The page where the customer can fix it. */
  link?: { to: string; label: string }
}

/** The red box of the checkout. */
export function ErrorBox({ error, className }: { error: CheckoutError; className?: string }) {
  return (
    <Banner tone="danger" title="Error:" {...(className && { className })}>
      {error.message}
      {error.link && (
        <>
          {' '}
          <Link to={error.link.to} className="link">
            {error.link.label}
          </Link>
        </>
      )}
    </Banner>
  )
}
