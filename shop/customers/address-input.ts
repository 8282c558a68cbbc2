import { z } from 'zod'
import { ACCOUNT_PROBLEMS, CONTROL } from '#shop/customers/input.ts'
import { indianMobile } from '#shop/customers/phone-number.ts'
import { INDIAN_STATES, pinProblem } from '#shop/customers/pin-code.ts'
import { cleanText, cleanValue } from '#shop/kernel/text.ts'

const line = (name: string, max: number) =>
  z
    .string({ error: `Please enter ${name}` })
    .overwrite(cleanText)
    .min(1, `Please enter ${name}`)
    .max(max, `Please keep this under ${max} characters`)
    .refine((text) => !CONTROL.test(text), 'Please use letters and numbers only')

/** Stored as ten digits. */
const phone = z
  .string({ error: 'Please enter a phone number' })
  .overwrite(cleanValue)
  .min(1, 'Please enter a phone number')
  .transform((text) => indianMobile(text) ?? '')
  .refine((digits) => digits !== '', 'Please enter a 10-digit mobile number')
  .meta({ pattern: '[6-9](\\D*\\d){9}\\D*$' })

const postalCode = z
  .string({ error: 'Please enter a PIN code' })
  .transform((text) => cleanValue(text).replace(/\s/g, ''))
  .refine((text) => text !== '', { error: 'Please enter a PIN code', abort: true })
  .refine((text) => !text.startsWith('0'), { error: "PIN codes don't begin with 0.", abort: true })
  .refine((text) => /^[1-9][0-9]{5}$/.test(text), 'PIN codes have 6 digits')
  .meta({ pattern: '^\\s*[1-9](\\s*[0-9]){5}\\s*$' })

const fields = z.object({
  fullName: line('the full name', 100).refine((text) => text.length > 1, ACCOUNT_PROBLEMS.bad_name),
  phone,
  addressLine1: line('the address', 200),
  addressLine2: z
    .string()
    .overwrite(cleanText)
    .max(200, 'Please keep this under 200 characters')
    .refine((text) => !CONTROL.test(text), 'Please use letters and numbers only')
    .optional()
    .transform((text) => text || null),
  city: line('the city', 100).refine((text) => /\p{L}/u.test(text), 'Please enter the name of the city'),
  state: z.enum(INDIAN_STATES, { error: 'Please choose a state' }),
  postalCode,
})

export const shippingAddressFields = fields.shape

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Checks for `refine` that the PIN code belongs to the state, even if other fields are invalid. */
export function pinFitsState(name: 'postalCode' | 'postal_code') {
  const problemOf = (address: unknown) => {
    const { [name]: pin, state } = Object(address)
    return pinProblem(textOf(pin), textOf(state))
  }
  const isFitting = (address: unknown) => problemOf(address) === null
  const path: PropertyKey[] = [name]
  const error = ({ input }: { input: unknown }) => problemOf(input) ?? ''
  return [isFitting, { path, error, when: () => true }] as const
}

export const shippingAddressInput = fields.refine(...pinFitsState('postalCode'))
