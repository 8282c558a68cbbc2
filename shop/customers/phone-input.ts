import { z } from 'zod'
import { indianMobile } from '#shop/customers/phone-number.ts'
import { cleanValue } from '#shop/kernel/text.ts'

const NO_NUMBER = 'Please enter a phone number'
const BAD_NUMBER = 'Please enter a valid phone number'

/** An Indian mobile number in any notation. Stored as ten digits. */
export const mobileInput = z
  .string({ error: NO_NUMBER })
  .overwrite(cleanValue)
  .min(1, NO_NUMBER)
  .transform((text) => indianMobile(text) ?? '')
  .refine((digits) => digits !== '', 'Please enter a 10-digit mobile number')
  .meta({
    pattern: '[6-9](\\D*\\d){9}\\D*$',
    description: 'An Indian mobile number; stored as ten digits',
  })

/** An Indian mobile number, or an international one of 7 to 15 digits. Empty means none. */
export const anyPhoneInput = z
  .string({ error: BAD_NUMBER })
  .transform((text) => indianMobile(text) ?? cleanValue(text))
  .refine((text) => text === '' || /^\+?[1-9][0-9]{6,14}$/.test(text), BAD_NUMBER)
  .transform((text) => text || null)
  .nullable()
  .meta({
    pattern: '^([\\s().-]*\\+?[0-9]([\\s().-]*[0-9]){6,15}[\\s().-]*)?$',
    description:
      'An Indian mobile number, stored as ten digits, or an international one of 7 to 15 digits; empty: none',
  })
