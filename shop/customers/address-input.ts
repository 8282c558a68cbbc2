import { z } from 'zod'

/** States and union territories with the codes of the GST system's state list. */
export const INDIAN_STATES = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
] as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this line refuses
const CONTROL = /[\u0000-\u001f\u007f]/

const line = (name: string, max: number) =>
  z
    .string({ error: `Please enter ${name}` })
    .trim()
    .min(1, `Please enter ${name}`)
    .max(max, `Please keep this under ${max} characters`)
    .refine((text) => !CONTROL.test(text), 'Please use letters and numbers only')

/** An Indian mobile number: ten digits beginning with 6-9, with an optional +91. Stored as ten digits. */
const phone = z
  .string({ error: 'Please enter a phone number' })
  .trim()
  .min(1, 'Please enter a phone number')
  .transform((text) => text.replace(/[\s-]/g, '').replace(/^(\+91|0)/, ''))
  .refine((text) => /^[6-9][0-9]{9}$/.test(text), 'Please enter a 10-digit mobile number')

const postalCode = z
  .string({ error: 'Please enter a PIN code' })
  .min(1, 'Please enter a PIN code')
  .transform((text) => text.replace(/\s/g, ''))
  .refine((text) => /^[1-9][0-9]{5}$/.test(text), 'PIN codes have 6 digits')

export const shippingAddressInput = z.object({
  fullName: line('the full name', 100),
  phone,
  addressLine1: line('the address', 200),
  addressLine2: z
    .string()
    .trim()
    .max(200, 'Please keep this under 200 characters')
    .refine((text) => !CONTROL.test(text), 'Please use letters and numbers only')
    .optional()
    .transform((text) => text || null),
  city: line('the city', 100),
  state: z.enum(INDIAN_STATES, { error: 'Please choose a state' }),
  postalCode,
})
