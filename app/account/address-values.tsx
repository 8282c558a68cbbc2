import { type FormValues, textOf } from '#app/kit/form-fields.ts'
import type { ShippingAddress } from '#shop/customers/address.ts'

export const ADDRESS_FIELDS = [
  'fullName',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'postalCode',
] as const

export type AddressValues = Record<(typeof ADDRESS_FIELDS)[number], string>

export function addressOf(form: FormData): AddressValues {
  return pickAddress(Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, textOf(form, name)])))
}

/** Returns the address among a form's values; '' for missing fields. */
export function pickAddress(values: FormValues): AddressValues {
  return Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, values[name] ?? ''])) as AddressValues
}

export function AddressText({ address }: { address: { [Field in keyof ShippingAddress]: string | null } }) {
  const place = `${address.city}, ${address.state} ${address.postalCode}`
  const lines = [address.fullName, address.addressLine1, address.addressLine2, place, address.phone]
  return (
    <address className="not-italic">
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
