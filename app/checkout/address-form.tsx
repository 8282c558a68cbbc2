import type { FormEvent } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { AddressFields } from '#app/account/address-fields.tsx'
import { ADDRESS_FORM, type AddressValues } from '#app/account/address-values.ts'
import { type CheckoutError, ErrorBox } from '#app/checkout/error-box.tsx'
import { Checkbox } from '#app/kit/fields.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { checkBySchema, useForm } from '#app/kit/use-form.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'

const check = checkBySchema(shippingAddressInput)
const isOwn = (sent: FormData) => sent.get('intent') === 'address' && !sent.has('coupon')

type AddressFormProps = {
  /** The initial values of the fields. */
  values: Partial<AddressValues>
  /** Whether there is room for one more saved address. */
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
    // A coupon may be tried before the address is complete, and again before the answer is there.
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
