import { z } from 'zod'
import { ACCOUNT_PROBLEMS } from '#shop/customers/input.ts'
import { mobileInput } from '#shop/customers/phone-input.ts'
import { INDIAN_STATES, pinProblem } from '#shop/customers/pin-code.ts'
import { cleanText, cleanValue, ONE_LINE } from '#shop/kernel/text.ts'

const line = (name: string, max: number) =>
  z
    .string({ error: `Please enter ${name}` })
    .overwrite(cleanText)
    .min(1, `Please enter ${name}`)
    .max(max, `Please keep this under ${max} characters`)
    .regex(ONE_LINE, 'Please use letters and numbers only')

const postalCode = z
  .string({ error: 'Please enter a PIN code' })
  .transform((text) => cleanValue(text).replace(/\s/g, ''))
  .refine((text) => text !== '', { error: 'Please enter a PIN code', abort: true })
  .refine((text) => !text.startsWith('0'), { error: "PIN codes don't begin with 0.", abort: true })
  .refine((text) => /^[1-9][0-9]{5}$/.test(text), 'PIN codes have 6 digits')
  .meta({
    pattern: '^\\s*[1-9](\\s*[0-9]){5}\\s*$',
    description: 'Six digits',
  })

const fields = z.object({
  fullName: line('the full name', 100).min(2, ACCOUNT_PROBLEMS.bad_name),
  phone: mobileInput,
  addressLine1: line('the address', 200),
  addressLine2: z
    .string()
    .overwrite(cleanText)
    .max(200, 'Please keep this under 200 characters')
    .regex(ONE_LINE, 'Please use letters and numbers only')
    .optional()
    .transform((text) => text || null),
  city: line('the city', 100)
    .refine((text) => /\p{L}/u.test(text), 'Please enter the name of the city')
    .describe('Contains a letter'),
  state: z.enum(INDIAN_STATES, { error: 'Please choose a state' }),
  postalCode,
})

export const shippingAddressFields = fields.shape

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export const PIN_FITS = 'The PIN code belongs to the state'

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
