import { textOf } from '#app/kit/form-fields.ts'
import type { ShippingAddress } from '#shop/customers/address.ts'

/** The id of the address form. The coupon field is outside it and is sent with it. */
export const ADDRESS_FORM = 'checkout-address'

/** The delivery address as its form holds it: texts, not yet checked. The names are those of the address schema. */
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

/** The address as it was typed, to be shown again. */
export function addressOf(form: FormData): AddressValues {
  const texts = ADDRESS_FIELDS.map((name) => [name, textOf(form, name)])
  return Object.fromEntries(texts) as AddressValues
}

/** A delivery address, line by line as on a parcel. */
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
