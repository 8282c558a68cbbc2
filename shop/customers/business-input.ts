/** The business that an invoice names as the buyer. */
import { z } from 'zod'
import { gstinProblem } from '#shop/kernel/gst-states.ts'
import { cleanText, cleanValue, isStorable, ONE_LINE } from '#shop/kernel/text.ts'

/** `address`: the address of the business in one line; null if it equals the delivery address. */
export type Business = { name: string; gstin: string; address: string | null }

export const MAX_BUSINESS_ADDRESS = 600

export const MAX_BUSINESS_NAME = 100

const gstin = z
  .string()
  .overwrite((text) => cleanValue(text).replace(/[\s-]/g, '').toUpperCase())
  .superRefine((text, problem) => {
    const message = text === '' ? null : gstinProblem(text)
    if (message) problem.addIssue({ code: 'custom', message })
  })
  .meta({
    pattern: '^[\\s-]*([0-9A-Za-z][\\s-]*){15}$',
    description: 'Begins with the code of a state and ends with a check digit',
  })

const textUpTo = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .max(max, `Please keep this under ${max} characters`)
    .regex(ONE_LINE, { error: 'Please use letters and numbers only', abort: true })
    .refine(isStorable, 'Please use letters and numbers only')

const name = textUpTo(MAX_BUSINESS_NAME)

/** Parses the two fields of a form; null if both are empty. */
export const businessForm = z
  .object({ gstin: gstin.default(''), businessName: name.default('') })
  .refine((input) => input.gstin === '' || input.businessName !== '', {
    path: ['businessName'],
    error: 'Please enter the name of the business',
  })
  .refine((input) => input.businessName === '' || input.gstin !== '', {
    path: ['gstin'],
    error: 'Please enter the GSTIN of the business',
  })
  .transform((input): Business | null =>
    input.gstin === '' ? null : { name: input.businessName, gstin: input.gstin, address: null },
  )

export const businessFields = {
  name: name.min(1, 'Please enter the name of the business'),
  gstin: gstin.min(1, 'Please enter the GSTIN of the business'),
  address: textUpTo(MAX_BUSINESS_ADDRESS)
    .default('')
    .transform((text) => text || null),
}
