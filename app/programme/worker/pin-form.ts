/** Schemas of the forms of joining and of signing in with a PIN. Problems are keys of the page's texts. */
import { z } from 'zod'
import type { Words } from '#app/programme/words/words.ts'
import { indianMobile } from '#shop/customers/phone-number.ts'
import { cleanValue } from '#shop/kernel/text.ts'

export type PinFormProblem = keyof Words['pin']['problems']

const problemKey = (problem: PinFormProblem) => problem

/** The field's name contains 'password', so that no response repeats its value. */
const pin = z
  .string(problemKey('not_six_digits'))
  .transform(cleanValue)
  .refine((text) => /^\d{6}$/.test(text), problemKey('not_six_digits'))
const device = z.enum(['own', 'shared'], problemKey('device'))

export const joinForm = z
  .object({
    card: z.string().max(200),
    pinPassword: pin,
    pinPasswordAgain: z.string().transform(cleanValue),
    device,
  })
  .refine((form) => form.pinPassword === form.pinPasswordAgain, {
    error: problemKey('not_same'),
    path: ['pinPasswordAgain'],
  })

export const pinSignInForm = z.object({
  phone: z.string(problemKey('phone')).transform((text, check) => {
    const digits = indianMobile(text)
    if (digits === null) check.addIssue({ code: 'custom', message: problemKey('phone') })
    return digits ?? ''
  }),
  pinPassword: pin,
  device,
  person: z.uuid(problemKey('person')).nullable().default(null),
})
