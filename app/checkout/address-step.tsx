import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { AddressFields } from '#app/account/address-fields.tsx'
import { AddressCard, HiddenDraft } from '#app/checkout/address-card.tsx'
import { CHECKOUT_FORM, type DeliveryDraft, NEW_ADDRESS, storeDraft } from '#app/checkout/delivery-draft.ts'
import { FormLink } from '#app/checkout/form-link.tsx'
import { type CheckoutError, ErrorBox } from '#app/checkout/payment-form.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import { type Problems, textOf } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { classNames } from '#app/kit/text.tsx'
import { checkBySchema, type FormCheck, useForm } from '#app/kit/use-form.ts'
import { addressLine, type SavedAddress } from '#shop/customers/address.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { businessForm } from '#shop/customers/business-input.ts'

const [checkAddress, checkBusiness] = [checkBySchema(shippingAddressInput), checkBySchema(businessForm)]
const check: FormCheck = (...form) => ({ ...checkAddress(...form), ...checkBusiness(...form) })

const isOwn = (form: FormData) => form.get('intent') === 'address' && !form.has('coupon')

export function SavedAddresses({ addresses, chosen }: { addresses: SavedAddress[]; chosen: string }) {
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
  draft: DeliveryDraft
  addresses: readonly SavedAddress[]
  isCard: boolean
  canSave: boolean
  problems: Problems | undefined
}

export function AddressForm({ draft, addresses, isCard, canSave, problems }: AddressFormProps) {
  const { address, gstin, businessName, billTo } = draft
  const values = { ...address, gstin, businessName, billTo }
  const { props, field } = useForm({ id: CHECKOUT_FORM, check, isOwn, problems, values })
  const first = useRef(values)
  useEffect(() => {
    const form = props.ref.current
    if (!form) return
    // Keeps values that were entered before hydration.
    const now = new FormData(form)
    if (Object.entries(first.current).some(([name, value]) => textOf(now, name) !== value)) storeDraft(form)
  }, [props.ref])
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    storeDraft(event.currentTarget)
    props.onInput(event)
  }
  return (
    <Form {...props} method="post" action="/checkout?step=payment" noValidate onInput={onInput}>
      <input type="hidden" name="intent" value="address" />
      {/* Enter in a field presses the form's first button. It must not be the coupon's button. */}
      <button type="submit" className="hidden">
        Continue to Payment
      </button>
      <HiddenDraft draft={draft} hasAddress={isCard} />
      <input type="hidden" name="paymentMethod" value={draft.paymentMethod} />
      {isCard ? (
        <AddressCard draft={{ address, gstin: '', businessName: '' }} />
      ) : (
        <>
          <h2 className="display mb-4 text-xl">Delivery address</h2>
          <AddressFields field={field} />
        </>
      )}
      <BusinessFields field={field} addresses={addresses} isOpen={gstin !== '' || businessName !== ''} />
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

type BusinessFieldsProps = Pick<ReturnType<typeof useForm>, 'field'> & {
  addresses: readonly SavedAddress[]
  isOpen: boolean
}

function BusinessFields({ field, addresses, isOpen }: BusinessFieldsProps) {
  return (
    <details className="mt-6" open={isOpen}>
      <summary className="link w-fit cursor-pointer py-2">Buying for a business? Add its GSTIN</summary>
      <div className="mt-3 grid gap-5 md:grid-cols-2">
        <TextField {...field('businessName')} label="Business name" autoComplete="organization" optional />
        <TextField
          {...field('gstin')}
          label="GSTIN"
          hint="15 letters and digits. We print it on the invoice."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="uppercase"
          optional
        />
        {addresses.length > 0 && (
          <SelectField {...field('billTo')} label="Address on the invoice">
            <option value="">The delivery address</option>
            {addresses.map((address) => (
              <option key={address.id} value={address.id}>
                {addressLine(address)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </details>
  )
}

export function ContinueToPayment({ error, problems }: { error: CheckoutError | null; problems: string[] }) {
  const { formData } = useNavigation()
  return (
    <>
      {error && <ErrorBox error={error} className="mb-6" />}
      {!error && problems.length > 0 && (
        <p className="mb-3 text-danger text-sm">{problems.join(' ')} Change your cart to continue.</p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <div className="min-w-[min(100%,15rem)] flex-1">
          <SubmitButton
            form={CHECKOUT_FORM}
            label="Continue to Payment"
            busyLabel={formData?.has('saveAddress') ? 'Saving...' : 'Processing...'}
            isBusy={formData !== undefined && isOwn(formData)}
          />
        </div>
        <FormLink to="cart" className="link py-3">
          Back to Cart
        </FormLink>
      </div>
    </>
  )
}
