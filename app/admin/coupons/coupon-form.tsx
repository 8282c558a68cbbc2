import type { FormEvent } from 'react'
import { Form } from 'react-router'
import { COUPON_LABELS, type CouponField, type CouponTexts } from '#app/admin/coupons/coupon-texts.ts'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { SelectField } from '#app/kit/select-field.tsx'
import { TextAreaField } from '#app/kit/text-area-field.tsx'
import { TextField } from '#app/kit/text-field.tsx'

export const COUPON_FORM = 'coupon-form'

export type CouponFormProps = {
  texts: CouponTexts
  problems: Partial<Record<CouponField, string>>
  /** When the coupon that is edited was last changed, in milliseconds; null for a new one. */
  seenAt: number | null
}

/** Everything about a coupon; its buttons stand below it, in the dialog's foot. */
export function CouponForm({ texts, problems, seenAt }: CouponFormProps) {
  const of = (name: CouponField) => ({
    name,
    label: COUPON_LABELS[name],
    defaultValue: texts[name],
    errors: problems[name] ? [problems[name]] : null,
  })
  const figure = { inputMode: 'decimal', autoComplete: 'off' } as const
  const count = { inputMode: 'numeric', autoComplete: 'off', optional: true } as const
  const isNew = seenAt === null
  return (
    <Form id={COUPON_FORM} method="post" className="coupon-form" noValidate>
      {!isNew && <input type="hidden" name="seenAt" value={seenAt} />}
      <TextField
        {...of('code')}
        hint={isNew ? 'Kept in upper case' : 'Coupon code cannot be changed'}
        readOnly={!isNew}
        className="uppercase"
        autoComplete="off"
        spellCheck={false}
        onInput={toUpperCase}
      />
      <TextField {...of('name')} autoComplete="off" />
      <TextAreaField {...of('description')} rows={2} optional fieldClassName="coupon-form-wide" />
      <SelectField {...of('discountType')}>
        <option value="percentage">Percentage</option>
        <option value="fixed">Fixed amount</option>
      </SelectField>
      <TextField {...of('discountValue')} hint="Percent, or rupees" {...figure} />
      <TextField {...of('minOrderAmount')} hint="0: for every order" {...figure} />
      <TextField {...of('expiryDate')} type="date" hint="To the end of that day" optional />
      <TextField {...of('maxUses')} hint="Empty: unlimited" {...count} />
      <TextField {...of('maxUsesPerCustomer')} hint="Empty: unlimited" {...count} />
      <Checkbox
        name="isActive"
        label={COUPON_LABELS.isActive}
        hint="Customers can use it"
        defaultChecked={texts.isActive !== ''}
      />
    </Form>
  )
}

function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}
