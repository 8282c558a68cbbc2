import { Form } from 'react-router'
import { AccountMark } from '#app/account/account-security.tsx'
import { AddressFields } from '#app/account/address-fields.tsx'
import type { AddressValues } from '#app/account/address-values.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { type FormAnswer, problemsOf } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { checkBySchema, useForm } from '#app/kit/use-form.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'

const check = checkBySchema(shippingAddressInput)
const isOwn = (form: FormData) => form.has('postalCode')

type AddressPageProps = {
  email: string
  /** Null for a new address. */
  saved: { values: AddressValues; isDefault: boolean } | null
  prefill: Partial<AddressValues>
  answer: FormAnswer<never> | undefined
}

export function AddressPage({ email, saved, prefill, answer }: AddressPageProps) {
  const title = saved ? 'Edit address' : 'Add address'
  const refusal = answer && !answer.ok ? answer : null
  const values = refusal?.values ?? saved?.values ?? prefill
  const { props, field, isBusy } = useForm({ check, isOwn, problems: problemsOf(answer), values })
  return (
    <section className="wrap pt-8 pb-section">
      <h1 className="display text-3xl">{title}</h1>
      <Form {...props} method="post" noValidate className="mt-8 grid max-w-form gap-6">
        {refusal?.message && <Banner tone="danger">{refusal.message}</Banner>}
        <AccountMark email={email} />
        <AddressFields field={field} />
        {saved?.isDefault ? (
          <p className="text-ink-soft text-sm">Checkout begins with this address.</p>
        ) : (
          <Checkbox name="makeDefault" label="Make this my default address" hint="Checkout begins with it." />
        )}
        <div className="flex flex-wrap items-center gap-4">
          <div className="min-w-[min(100%,15rem)] flex-1">
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
