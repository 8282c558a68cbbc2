import { type FieldMetadata, getInputProps, getSelectProps } from '@conform-to/react'
import type { ComponentProps } from 'react'
import type { AddressValues } from '#app/account/address-values.ts'
import { SelectField } from '#app/kit/select-field.tsx'
import { TextField } from '#app/kit/text-field.tsx'
import { INDIAN_STATES } from '#shop/customers/address-input.ts'

const WHOLE = 'col-span-6'
const HALF = 'col-span-6 md:col-span-3'

type AddressFieldsProps = { fields: Record<keyof AddressValues, FieldMetadata> }

/** The fields of a delivery address, with what phones and browsers need to fill them in. */
export function AddressFields({ fields }: AddressFieldsProps) {
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5">
      <Text field={fields.fullName} label="Full name" autoComplete="name" />
      <Text field={fields.phone} type="tel" label="Phone" autoComplete="tel" inputMode="tel" />
      <Text field={fields.addressLine1} label="Address line 1" autoComplete="address-line1" />
      <Text
        field={fields.addressLine2}
        required={false}
        label="Address line 2"
        hint="Area or landmark. You may leave it empty."
        autoComplete="address-line2"
      />
      <Text field={fields.city} fieldClassName={HALF} label="City" autoComplete="address-level2" />
      <StateField field={fields.state} />
      <Text
        field={fields.postalCode}
        fieldClassName={HALF}
        label="PIN code"
        autoComplete="postal-code"
        inputMode="numeric"
      />
    </div>
  )
}

type TextProps = Omit<ComponentProps<typeof TextField>, 'type'> & {
  field: FieldMetadata
  type?: 'text' | 'tel'
}

function Text({ field, type = 'text', ...rest }: TextProps) {
  const { key, ...input } = getInputProps(field, { type })
  return <TextField key={key} required fieldClassName={WHOLE} {...input} errors={field.errors} {...rest} />
}

function StateField({ field }: { field: FieldMetadata }) {
  const { key, ...select } = getSelectProps(field)
  return (
    <SelectField
      key={key}
      {...select}
      required
      errors={field.errors}
      label="State"
      autoComplete="address-level1"
      fieldClassName={HALF}
    >
      <option value="">Choose a state</option>
      {INDIAN_STATES.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  )
}
