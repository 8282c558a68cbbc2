import {
  getFormProps,
  getInputProps,
  getSelectProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ComponentProps } from 'react'
import { Form, Link } from 'react-router'
import { SubmitButton } from '#app/ui/auth/submit-button.tsx'
import type { AddressValues } from '#app/ui/checkout/address-values.ts'
import { type CheckoutError, ErrorBox } from '#app/ui/checkout/error-box.tsx'
import { useSubmitting } from '#app/ui/checkout/use-submitting.ts'
import { SelectField } from '#app/ui/kit/select-field.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { INDIAN_STATES, shippingAddressInput } from '#shop/orders/input.ts'

type AddressFormProps = {
  /** What the fields hold at first. */
  values: Partial<AddressValues>
  /** What the server said about the last post. */
  lastResult: SubmissionResult<string[]> | undefined
  error: CheckoutError | null
}

/** Step 1: where it goes. Fields are checked when one leaves them, and by the server in any case. */
export function AddressForm({ values, lastResult, error }: AddressFormProps) {
  const { isSubmitting, stopTwice } = useSubmitting('address')
  const [form, fields] = useForm({
    defaultValue: values,
    lastResult: lastResult ?? null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: shippingAddressInput }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  const text = (name: keyof typeof fields, type: 'text' | 'tel' = 'text') => {
    const { key, ...input } = getInputProps(fields[name], { type })
    return { ...input, errors: fields[name].errors, required: true }
  }
  const { key, ...state } = getSelectProps(fields.state)
  const { onSubmit, ...attributes } = getFormProps(form)
  return (
    <Form
      {...attributes}
      method="post"
      action="/checkout?step=payment"
      noValidate
      onSubmit={(event) => {
        stopTwice(event)
        onSubmit(event)
      }}
    >
      <input type="hidden" name="intent" value="address" />
      <h2 className="display mb-4 text-xl">Delivery address</h2>
      <div className="grid grid-cols-6 gap-x-4 gap-y-5">
        <Field {...text('fullName')} label="Full name" autoComplete="name" />
        <Field {...text('phone', 'tel')} label="Phone" autoComplete="tel" inputMode="tel" />
        <Field {...text('addressLine1')} label="Address line 1" autoComplete="address-line1" />
        <Field
          {...text('addressLine2')}
          required={false}
          label="Address line 2"
          hint="Area or landmark. You may leave it empty."
          autoComplete="address-line2"
        />
        <Field {...text('city')} half label="City" autoComplete="address-level2" />
        <SelectField
          {...state}
          required
          errors={fields.state.errors}
          label="State"
          autoComplete="address-level1"
          fieldClassName="col-span-6 md:col-span-3"
        >
          <option value="">Choose a state</option>
          {INDIAN_STATES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Field {...text('postalCode')} half label="PIN code" autoComplete="postal-code" inputMode="numeric" />
      </div>
      {error && <ErrorBox error={error} className="mt-8" />}
      <div className="mt-8 flex flex-wrap items-center gap-4">
        <div className="min-w-60 flex-1">
          <SubmitButton label="Continue to Payment" busyLabel="Processing..." isBusy={isSubmitting} />
        </div>
        <Link to="/cart" className="link py-3">
          Back to Cart
        </Link>
      </div>
    </Form>
  )
}

/** A field over the whole width, or half of it where there is room. */
function Field({ half, ...field }: ComponentProps<typeof TextField> & { half?: boolean }) {
  return <TextField {...field} fieldClassName={half ? 'col-span-6 md:col-span-3' : 'col-span-6'} />
}
