import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { FormEvent } from 'react'
import { Form, Link } from 'react-router'
import { AddressFields } from '#app/account/address-fields.tsx'
import { ADDRESS_FORM, type AddressValues } from '#app/account/address-values.ts'
import { type CheckoutError, ErrorBox } from '#app/checkout/error-box.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'

type AddressFormProps = {
  /** What the fields hold at first. */
  values: Partial<AddressValues>
  /** Whether there is room for one more saved address. */
  canSave: boolean
  /** What the server said about the fields of the last post. */
  lastResult: SubmissionResult<string[]> | undefined
  error: CheckoutError | null
}

/** Step 1: where it goes. Fields are checked when one leaves them, and by the server in any case. */
export function AddressForm({ values, canSave, lastResult, error }: AddressFormProps) {
  const { isSubmitting, isSaving, stopTwice } = useSubmitting('address')
  const [form, fields] = useForm({
    id: ADDRESS_FORM,
    defaultValue: values,
    lastResult: lastResult ?? null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: shippingAddressInput }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  const { onSubmit, ...attributes } = getFormProps(form)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // For a coupon the address need not be complete, and trying the next one at once does no harm.
    if (isByCouponButton(event)) return
    onSubmit(event)
    stopTwice(event)
  }
  return (
    <Form {...attributes} method="post" action="/checkout?step=payment" noValidate onSubmit={submit}>
      <input type="hidden" name="intent" value="address" />
      <h2 className="display mb-4 text-xl">Delivery address</h2>
      <AddressFields fields={fields} />
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
            isBusy={isSubmitting}
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
