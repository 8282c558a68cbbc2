import { type FormEvent, useRef, useState } from 'react'
import { Options, SelectField, TextField } from '#app/kit/fields.tsx'
import type { useForm } from '#app/kit/use-form.ts'
import { INDIAN_STATES, placeOfPin } from '#shop/customers/pin-code.ts'
import { cleanValue } from '#shop/kernel/text.ts'

const WHOLE = 'col-span-6'
const HALF = 'col-span-6 md:col-span-3'

type AddressFieldsProps = Pick<ReturnType<typeof useForm>, 'field'> & { states?: readonly string[] }

/** The fields of a delivery address. `states`: the states to choose from. */
export function AddressFields({ field, states = INDIAN_STATES }: AddressFieldsProps) {
  const { place, fillIn } = usePlaceOfPin()
  const whole = (name: string) => ({ ...field(name), required: true, fieldClassName: WHOLE })
  const half = (name: string) => ({ ...field(name), required: true, fieldClassName: HALF })
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5">
      <TextField {...whole('fullName')} label="Full name" autoComplete="name" />
      <TextField {...whole('phone')} type="tel" label="Phone" autoComplete="tel" inputMode="tel" />
      <TextField {...whole('addressLine1')} label="Address line 1" autoComplete="address-line1" />
      <TextField
        {...whole('addressLine2')}
        required={false}
        label="Address line 2"
        hint="Area or landmark. You may leave it empty."
        autoComplete="address-line2"
      />
      <TextField
        {...half('postalCode')}
        label="PIN code"
        autoComplete="postal-code"
        inputMode="numeric"
        success={place}
        onInput={fillIn}
      />
      <TextField {...half('city')} label="City" autoComplete="address-level2" />
      <SelectField {...half('state')} label="State" autoComplete="address-level1">
        <option value="">Choose a state</option>
        <Options values={states} />
      </SelectField>
    </div>
  )
}

/** Fills in city and state from a PIN code while it is typed, but never replaces what the person entered. */
function usePlaceOfPin() {
  const [place, setPlace] = useState('')
  const filled = useRef<Record<string, string>>({})
  const fillIn = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const place = placeOfPin(currentTarget.value)
    setPlace([place.city, place.state].filter(Boolean).join(', '))
    if (!/^\d{6}$/.test(cleanValue(currentTarget.value).replaceAll(/\s/g, ''))) return
    for (const [name, text] of Object.entries(place)) {
      const control = currentTarget.form?.elements.namedItem(name)
      const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
      if (!isField || control.value !== (filled.current[name] ?? '')) continue
      filled.current[name] = text ?? ''
      if (control.value === filled.current[name]) continue
      control.value = text ?? ''
      // Lets `input` listeners of the form (drafts, validation) see the change.
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  return { place, fillIn }
}
