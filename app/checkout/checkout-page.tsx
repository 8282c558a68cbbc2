import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { AddressFields } from '#app/account/address-fields.tsx'
import { ADDRESS_FORM, type AddressValues } from '#app/account/address-values.tsx'
import { useLiveCart } from '#app/cart/use-live-cart.ts'
import { CheckoutProgress, type CheckoutStep } from '#app/checkout/checkout-progress.tsx'
import { CheckoutSummary, CouponEntry } from '#app/checkout/checkout-summary.tsx'
import { type CheckoutError, ErrorBox, PaymentForm } from '#app/checkout/payment-form.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { classNames } from '#app/kit/class-names.ts'
import { Checkbox } from '#app/kit/fields.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { TwoColumns } from '#app/kit/totals.tsx'
import { checkBySchema, useForm } from '#app/kit/use-form.ts'
import { serializeCart } from '#shop/carts/cart.ts'
import { type CartView, priceCartView } from '#shop/carts/cart-view.ts'
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import type { OrderLimits } from '#shop/ctx.ts'
import { addressToUse, MAX_ADDRESSES, type SavedAddress } from '#shop/customers/address.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { cashProblem, type OrderHistory, openOrdersProblem } from '#shop/orders/limits.ts'
import type { OfferedMethod } from '#shop/payments/methods.ts'
import type { Discounts, EnteredCodes } from '#shop/pricing/discounts.ts'

const check = checkBySchema(shippingAddressInput)

const isOwn = (sent: FormData) => sent.get('intent') === 'address' && !sent.has('coupon')

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
  /** Replaces the page's idempotency key, which has been used. */
  freshKey?: string
}

export type CheckoutPageProps = {
  shown: CartView
  codes: EnteredCodes
  methods: OfferedMethod[]
  limits: OrderLimits
  history: OrderHistory
  idempotencyKey: string
  /** The chosen or default address, the last order's, or only the customer's name. */
  prefill: Partial<AddressValues>
  addresses: SavedAddress[]
  answer: CheckoutAnswer | undefined
}

/** Checkout in two steps. The step is in the URL, so the browser's Back leads from payment to delivery. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { shown, methods, idempotencyKey, prefill, addresses, answer } = props
  const { codes, discounts } = answer?.pricing ?? { codes: props.codes, discounts: shown.discounts }
  const cart = useLiveCart(shown.cart)
  const priced = priceCartView({ ...shown, discounts }, cart)
  const total = priced.quote.total
  const open = total > 0 ? openOrdersProblem(props.limits, props.history, total) : null
  const { step, address } = useStep(answer)
  const [params] = useSearchParams()
  const chosen = params.get('address')
  const heading = useFocusOnChange(step)
  return (
    <div className="wrap pb-section">
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
            cashProblem={cashProblem(total, props.limits, props.history)}
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

/** Why the entered code was refused, or why the applied one no longer counts; null for neither. */
function couponProblem(
  answer: CheckoutAnswer | undefined,
  { couponCode }: EnteredCodes,
  { couponRefusal }: PricedCart,
) {
  if (answer?.coupon) return answer.coupon
  return couponRefusal && { typed: couponCode ?? '', message: couponRefusal.message }
}

/** The URL's step, if the delivery address that it needs is known; and the last address that was sent. */
function useStep(answer: CheckoutAnswer | undefined) {
  const [params] = useSearchParams()
  const [address, setAddress] = useState(answer?.address ?? null)
  if (answer && answer.address !== address) setAddress(answer.address)
  const asked: CheckoutStep = params.get('step') === 'payment' && address ? 'payment' : 'address'
  return { step: answer?.step ?? asked, address }
}

/** A ref for the heading, which takes the focus when the step changes, for screen readers. */
function useFocusOnChange(step: CheckoutStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}

/** Problems of the cart, shown before the customer fills in the form. */
function CartProblems({ priced }: { priced: PricedCart }) {
  const messages = new Set(priced.lines.flatMap((line) => line.message ?? []))
  if (priced.unavailable.length > 0) messages.add('Something in your cart is no longer sold.')
  if (messages.size === 0) return null
  return (
    <Banner tone="warning" className="mb-6" live={false}>
      {[...messages].join(' ')}{' '}
      <Link to="/cart" className="link">
        Change your cart
      </Link>
    </Banner>
  )
}

/** Too many orders are open; shown before the customer fills in the form. */
function OpenOrders({ message }: { message: string }) {
  return (
    <Banner tone="warning" className="mb-6" live={false}>
      {message}{' '}
      <Link to="/orders" className="link">
        My Orders
      </Link>
    </Banner>
  )
}

type SavedAddressesProps = { addresses: SavedAddress[]; chosen: string | null }

/** Saved addresses; choosing one fills in the fields below. */
function SavedAddresses({ addresses, chosen }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  const used = addressToUse(addresses, chosen)
  return (
    <nav aria-labelledby="saved-addresses" className="mb-8">
      <h2 id="saved-addresses" className="display mb-4 text-xl">
        Saved addresses
      </h2>
      <ul className="options [&>li+li>a]:border-t-0">
        {addresses.map((address) => {
          const isUsed = address.id === used?.id
          return (
            <li key={address.id}>
              <Link
                to={`/checkout?address=${address.id}`}
                preventScrollReset
                aria-current={isUsed || undefined}
                className={classNames('option wrap-anywhere', isUsed && 'bg-highlight text-highlight-ink')}
              >
                <span>
                  <span className="block font-semibold">
                    {address.fullName}, {address.addressLine1}
                  </span>
                  <span className="block text-sm">
                    {address.city}, {address.state} {address.postalCode}
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

type AddressFormProps = {
  /** The initial values of the fields. */
  values: Partial<AddressValues>
  /** False when the customer has the most saved addresses allowed. */
  canSave: boolean
  /** Problems that the server found in the last post. */
  problems: Problems | undefined
  error: CheckoutError | null
}

/** Step 1: the delivery address. */
export function AddressForm({ values, canSave, problems, error }: AddressFormProps) {
  const isSaving = useNavigation().formData?.has('saveAddress')
  const { props, field, isBusy } = useForm({ id: ADDRESS_FORM, check, isOwn, problems, values })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A coupon may be applied before the address is complete, and again before the answer has come.
    if (!isByCouponButton(event)) props.onSubmit(event)
  }
  return (
    <Form {...props} method="post" action="/checkout?step=payment" noValidate onSubmit={submit}>
      <input type="hidden" name="intent" value="address" />
      <h2 className="display mb-4 text-xl">Delivery address</h2>
      <AddressFields field={field} />
      {canSave && (
        <div className="mt-5">
          <Checkbox name="saveAddress" label="Save this address" hint="You’ll find it in Account Settings." />
        </div>
      )}
      {error && <ErrorBox error={error} className="mt-8" />}
      <div className="mt-8 flex flex-wrap items-center gap-4">
        <div className="min-w-60 flex-1">
          <SubmitButton
            label="Continue to Payment"
            busyLabel={isSaving ? 'Saving...' : 'Processing...'}
            isBusy={isBusy}
          />
        </div>
        <Link to="/cart" className="link py-3">
          Back to Cart
        </Link>
      </div>
    </Form>
  )
}

function isByCouponButton({ nativeEvent }: FormEvent): boolean {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter?.getAttribute('name') === 'coupon'
}
