import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from 'react-router'
import { AddressFields } from '#app/account/address-fields.tsx'
import type { AddressValues } from '#app/account/address-values.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { shippingAddressInput } from '#shop/customers/address-input.ts'

/** The server's problems with the last post: of its fields, or of the form as a whole. */
export type AddressAnswer = {
  lastResult: SubmissionResult<string[]> | null
  notice: string | null
  values: AddressValues
}

type AddressPageProps = {
  /** Null: a new one. */
  saved: { values: AddressValues; isDefault: boolean } | null
  /** What is known of the customer, for a new address. */
  prefill: Partial<AddressValues>
  answer: AddressAnswer | undefined
}

/** One saved address, to be added or changed. */
export function AddressPage({ saved, prefill, answer }: AddressPageProps) {
  const title = saved ? 'Edit address' : 'Add address'
  const isBusy = useNavigation().formData?.has('postalCode') ?? false
  const [form, fields] = useForm({
    defaultValue: answer?.values ?? saved?.values ?? prefill,
    lastResult: answer?.lastResult ?? null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: shippingAddressInput }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  return (
    <section className="wrap pt-8 pb-section">
      <title>{title}</title>
      <h1 className="display text-3xl">{title}</h1>
      <Form {...getFormProps(form)} method="post" noValidate className="mt-8 grid max-w-form gap-6">
        {answer?.notice && <Banner tone="danger">{answer.notice}</Banner>}
        <AddressFields fields={fields} />
        {saved?.isDefault ? (
          <p className="text-ink-soft text-sm">Checkout begins with this address.</p>
        ) : (
          <Checkbox name="makeDefault" label="Make this my default address" hint="Checkout begins with it." />
        )}
        <div className="flex flex-wrap items-center gap-4">
          <div className="min-w-60 flex-1">
            <SubmitButton label="Save address" busyLabel="Saving..." isBusy={isBusy} />
          </div>
          <Link to="/profile#addresses" className="link py-3">
            Back to Account Settings
          </Link>
        </div>
      </Form>
    </section>
  )
}
