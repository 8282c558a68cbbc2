import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { AddressFields } from '#app/account/address-fields.tsx'
import { ADDRESS_FIELDS, ADDRESS_FORM, type AddressValues, addressOf } from '#app/account/address-values.tsx'
import { useLiveCart } from '#app/cart/use-live-cart.ts'
import { AddressCard, HiddenDraft } from '#app/checkout/address-card.tsx'
import { CheckoutProgress, type CheckoutStep } from '#app/checkout/checkout-progress.tsx'
import { CartLink, CheckoutSummary, CouponEntry } from '#app/checkout/checkout-summary.tsx'
import { type DeliveryDraft, keepDraft, LAST_ORDER, NEW_ADDRESS } from '#app/checkout/delivery-draft.ts'
import { type CheckoutError, ErrorBox, PaymentForm } from '#app/checkout/payment-form.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { classNames } from '#app/kit/class-names.ts'
import { Checkbox } from '#app/kit/fields.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { TwoColumns } from '#app/kit/totals.tsx'
import { checkBySchema, useForm } from '#app/kit/use-form.ts'
import { serializeCart } from '#shop/carts/cart.ts'
import { type CartView, priceCartView } from '#shop/carts/cart-view.ts'
import { orderProblems, type PricedCart } from '#shop/carts/priced-cart.ts'
import type { OrderLimits } from '#shop/ctx.ts'
import { MAX_ADDRESSES, type SavedAddress } from '#shop/customers/address.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { cashProblem, type OrderHistory, openOrdersProblem } from '#shop/orders/limits.ts'
import type { OfferedMethod } from '#shop/payments/methods.ts'
import type { PaymentMethod } from '#shop/payments/payment.ts'
import type { Discounts, EnteredCodes } from '#shop/pricing/discounts.ts'
import { chargedBy } from '#shop/pricing/quote.ts'

const check = checkBySchema(shippingAddressInput)

const isOwn = (sent: FormData) => sent.get('intent') === 'address' && !sent.has('coupon')

export type CheckoutPricing = { codes: EnteredCodes; discounts: Discounts }

/** The server's answer to the last post. */
export type CheckoutAnswer = {
  step: CheckoutStep
  draft: DeliveryDraft
  /** Problems of the address's fields. */
  problems?: Problems
  error?: CheckoutError
  /** The message above the address. */
  notice?: string
  /** A refused code with which the customer went on. */
  ignoredCode?: string
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
  /** Cash is charged in whole rupees. */
  roundsCash: boolean
  history: OrderHistory
  idempotencyKey: string
  /** The delivery details so far; `isReady` when the payment may follow. */
  delivery: { draft: DeliveryDraft; problems: Problems | undefined; isReady: boolean }
  addresses: SavedAddress[]
  answer: CheckoutAnswer | undefined
}

/** Checkout in two steps. The step is in the URL, so the browser's Back leads from payment to delivery. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { shown, methods, idempotencyKey, delivery, addresses, answer } = props
  const { codes, discounts } = answer?.pricing ?? { codes: props.codes, discounts: shown.discounts }
  const cart = useLiveCart(shown.cart)
  const priced = priceCartView({ ...shown, discounts }, cart)
  const total = priced.quote.total
  const cash = chargedBy('cod', priced.quote, props)
  const open = total > 0 ? openOrdersProblem(props.limits, props.history, total) : null
  const draft = answer?.draft ?? delivery.draft
  const [params] = useSearchParams()
  const step = answer?.step ?? (params.get('step') === 'payment' && delivery.isReady ? 'payment' : 'address')
  const isCard = !draft.isEdited && (answer !== undefined || params.get('address') !== 'edit')
  const heading = useFocusOnChange(`${step} ${isCard} ${draft.owner}`)
  const noCash = cashProblem(cash.total, props.limits, props.history)
  const [reported, setMethod] = useState<PaymentMethod | null>(null)
  const method = reported ?? keptMethod(draft, methods, noCash)
  const quote = step === 'payment' && method === 'cod' ? cash : priced.quote
  return (
    <div className="wrap pb-section" data-checkout>
      <CheckoutProgress step={step} />
      <TwoColumns
        aside={
          <CheckoutSummary
            title={step === 'address' ? 'Order Summary' : 'Your order'}
            priced={{ ...priced, quote }}
            seen={shown.seen}
            link={<EditCart step={step} />}
          >
            {step === 'payment' && priced.couponRefusal && (
              <p className="mt-4 text-danger text-sm">{priced.couponRefusal.message}</p>
            )}
            {step === 'address' && (
              <CouponEntry
                code={codes.couponCode}
                typed={draft.couponCode}
                refusal={couponProblem(answer, codes, priced)}
                takesFocus={!answer?.problems}
              />
            )}
            {step === 'payment' && answer?.ignoredCode && (
              <p className="mt-4 wrap-anywhere text-sm">The code {answer.ignoredCode} isn’t applied.</p>
            )}
          </CheckoutSummary>
        }
        end={
          step === 'address' && (
            <ContinueToPayment error={answer?.error ?? null} problems={orderProblems(priced)} />
          )
        }
      >
        <h1 ref={heading} tabIndex={-1} className="display mb-6 text-3xl">
          Checkout
        </h1>
        {answer?.notice && (
          <Banner tone="warning" className="mb-6">
            {answer.notice}
          </Banner>
        )}
        {!priced.canCheckOut && !answer?.error && <CartProblems priced={priced} />}
        {open && !answer?.error && <OpenOrders message={open} />}
        {step === 'payment' ? (
          <PaymentForm
            draft={draft}
            methods={methods}
            cashProblem={noCash}
            cart={serializeCart(cart)}
            total={total}
            cashTotal={cash.total}
            canOrder={priced.canCheckOut}
            method={method}
            onMethod={setMethod}
            codes={codes}
            idempotencyKey={answer?.freshKey ?? idempotencyKey}
            error={answer?.error ?? null}
          />
        ) : (
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
        )}
      </TwoColumns>
    </div>
  )
}

function EditCart({ step }: { step: CheckoutStep }) {
  const words = (
    <>
      Edit<VisuallyHidden> cart</VisuallyHidden>
    </>
  )
  if (step === 'address') return <CartLink className="link text-sm">{words}</CartLink>
  return (
    <Link to="/cart" className="link text-sm">
      {words}
    </Link>
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

/** The payment method that was chosen before, if the order can still be paid that way. */
function keptMethod({ paymentMethod }: DeliveryDraft, methods: OfferedMethod[], noCash: string | null) {
  const offered = methods.find(({ method }) => method === paymentMethod && !(method === 'cod' && noCash))
  return offered?.method ?? null
}

/** A ref for the heading, which takes the focus when the page shows something else, for screen readers. */
function useFocusOnChange(view: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current !== view) heading.current?.focus()
    shown.current = view
  }, [view])
  return heading
}

/** Problems of the cart, shown before the customer fills in the form. */
function CartProblems({ priced }: { priced: PricedCart }) {
  const problems = orderProblems(priced)
  if (problems.length === 0) return null
  return (
    <Banner tone="warning" className="mb-6" live={false}>
      {problems.join(' ')}{' '}
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

type SavedAddressesProps = {
  addresses: SavedAddress[]
  /** The initial values of the fields. */
  chosen: string
}

/** Saved addresses; choosing one shows it as a card, and a new one empties the fields below. */
function SavedAddresses({ addresses, chosen }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  return (
    <nav aria-labelledby="saved-addresses" className="mb-8">
      <h2 id="saved-addresses" className="display mb-4 text-xl">
        Saved addresses
      </h2>
      <ul className="options [&>li+li>a]:border-t-0">
        {addresses.map((address) => (
          <Choice key={address.id} value={address.id} isUsed={address.id === chosen}>
            <span className="block font-semibold">
              {address.fullName}, {address.addressLine1}
            </span>
            <span className="block text-sm">
              {address.city}, {address.state} {address.postalCode}
            </span>
          </Choice>
        ))}
        <Choice value={NEW_ADDRESS} isUsed={chosen === NEW_ADDRESS}>
          <span className="block font-semibold">New address</span>
        </Choice>
      </ul>
    </nav>
  )
}

function Choice({ value, isUsed, children }: { value: string; isUsed: boolean; children: ReactNode }) {
  return (
    <li>
      <Link
        to={`/checkout?address=${value}`}
        preventScrollReset
        aria-current={isUsed || undefined}
        className={classNames('option wrap-anywhere', isUsed && 'bg-highlight text-highlight-ink')}
      >
        <span>{children}</span>
      </Link>
    </li>
  )
}

type AddressFormProps = {
  /** The initial values. */
  draft: DeliveryDraft
  /** A known address, shown without its fields. */
  isCard: boolean
  canSave: boolean
  /** Problems that the server found in the address. */
  problems: Problems | undefined
}

/** Step 1: the delivery address. */
function AddressForm({ draft, isCard, canSave, problems }: AddressFormProps) {
  const values = draft.address
  const { props, field } = useForm({ id: ADDRESS_FORM, check, isOwn, problems, values })
  const first = useRef(values)
  useEffect(() => keepTypedEarly(props.ref.current, first.current), [props.ref])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A coupon may be applied before the address is complete, and again before the answer has come.
    if (!isByCouponButton(event)) props.onSubmit(event)
  }
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    keepDraft(event.currentTarget)
    props.onInput(event)
  }
  return (
    <Form
      {...props}
      method="post"
      action="/checkout?step=payment"
      noValidate
      onInput={onInput}
      onSubmit={submit}
    >
      <input type="hidden" name="intent" value="address" />
      {/* Enter in a field presses the form's first button, which must not be the coupon's. */}
      <button type="submit" className="hidden">
        Continue to Payment
      </button>
      <HiddenDraft draft={draft} hasAddress={isCard} />
      <input type="hidden" name="paymentMethod" value={draft.paymentMethod} />
      {isCard ? (
        <AddressCard address={values} />
      ) : (
        <>
          <h2 className="display mb-4 text-xl">Delivery address</h2>
          <AddressFields field={field} />
        </>
      )}
      {canSave && (
        <div className="mt-5">
          <Checkbox
            name="saveAddress"
            defaultChecked={draft.saveAddress}
            label="Save this address"
            hint="You’ll find it in Account Settings."
          />
        </div>
      )}
    </Form>
  )
}

/** The buttons of step 1, which belong to the address form, and why its last post was refused. */
export function ContinueToPayment({ error, problems }: { error: CheckoutError | null; problems: string[] }) {
  const { formData } = useNavigation()
  return (
    <>
      {error && <ErrorBox error={error} className="mb-6" />}
      {!error && problems.length > 0 && (
        <p className="mb-3 text-danger text-sm">{problems.join(' ')} Change your cart to continue.</p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <div className="min-w-60 flex-1">
          <SubmitButton
            form={ADDRESS_FORM}
            label="Continue to Payment"
            busyLabel={formData?.has('saveAddress') ? 'Saving...' : 'Processing...'}
            isBusy={formData !== undefined && isOwn(formData)}
          />
        </div>
        <CartLink className="link py-3">Back to Cart</CartLink>
      </div>
    </>
  )
}

/** Keeps what was typed before the scripts arrived. */
function keepTypedEarly(form: HTMLFormElement | null, values: AddressValues): void {
  if (!form) return
  const now = addressOf(new FormData(form))
  if (ADDRESS_FIELDS.some((name) => now[name] !== values[name])) keepDraft(form)
}

function isByCouponButton({ nativeEvent }: FormEvent): boolean {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter?.getAttribute('name') === 'coupon'
}
