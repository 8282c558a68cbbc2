/** The business that an invoice names as the buyer. */
import { z } from 'zod'
import { gstinProblem } from '#shop/kernel/gst-states.ts'
import { cleanText, cleanValue, isStorable } from '#shop/kernel/text.ts'

export type Business = { name: string; gstin: string }

export const MAX_BUSINESS_NAME = 100

const gstin = z
  .string()
  .overwrite((text) => cleanValue(text).replace(/[\s-]/g, '').toUpperCase())
  .superRefine((text, problem) => {
    const message = text === '' ? null : gstinProblem(text)
    if (message) problem.addIssue({ code: 'custom', message })
  })

const name = z
  .string()
  .overwrite(cleanText)
  .max(MAX_BUSINESS_NAME, `Please keep this under ${MAX_BUSINESS_NAME} characters`)
  .refine((text) => !/\p{Cc}/u.test(text) && isStorable(text), 'Please use letters and numbers only')

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
    input.gstin === '' ? null : { name: input.businessName, gstin: input.gstin },
  )

export const businessFields = {
  name: name.refine((text) => text !== '', 'Please enter the name of the business'),
  gstin: gstin.refine((text) => text !== '', 'Please enter the GSTIN of the business'),
}
