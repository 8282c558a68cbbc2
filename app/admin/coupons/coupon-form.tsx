import type { FormEvent } from 'react'
import { Form } from 'react-router'
import { FormField } from '#app/desk/form-field.tsx'
import type { Texts } from '#app/desk/record-texts.ts'
import { TextField } from '#app/kit/fields.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { COUPON_FIELDS } from '#shop/coupons/coupon-fields.ts'
import type { Field } from '#shop/field.ts'

export const COUPON_FORM = 'coupon-form'

export type CouponFormProps = {
  values: Texts
  problems: Problems
  /** When the coupon that is edited was last changed, in milliseconds; null for a new one. */
  seenAt: number | null
}

const { code: CODE, ...OTHERS } = COUPON_FIELDS
const FIELDS: [string, Field][] = Object.entries(OTHERS)

/** The form of a coupon; its buttons are in the dialog's foot. */
export function CouponForm({ values, problems, seenAt }: CouponFormProps) {
  const isNew = seenAt === null
  return (
    <Form id={COUPON_FORM} method="post" replace className="coupon-form" noValidate>
      {!isNew && <input type="hidden" name="seenAt" value={seenAt} />}
      <TextField
        name="code"
        label={CODE.label}
        hint={isNew ? CODE.hint : 'Coupon code cannot be changed'}
        defaultValue={values.code ?? ''}
        errors={problems.code ? [problems.code] : null}
        readOnly={!isNew}
        className="uppercase"
        autoComplete="off"
        spellCheck={false}
        onInput={toUpperCase}
      />
      {FIELDS.map(([name, field]) => (
        <FormField
          key={name}
          field={field}
          name={name}
          value={values[name] ?? ''}
          problem={problems[name]}
          wideClass="coupon-form-wide"
        />
      ))}
    </Form>
  )
}

function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}
