import { textOf } from '#app/kit/form-fields.ts'

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
