/** The fields of joining and signing in by PIN; problems are keys of the page's words. */
import { z } from 'zod'
import type { Words } from '#app/programme/words/words.ts'
import { indianMobile } from '#shop/customers/phone-number.ts'
import { cleanValue } from '#shop/kernel/text.ts'

export type PinFormProblem = keyof Words['pin']['problems']

const says = (problem: PinFormProblem) => problem

/** Named as passwords are, so that no answer repeats them. */
const pin = z
  .string(says('not_six_digits'))
  .transform(cleanValue)
  .refine((text) => /^\d{6}$/.test(text), says('not_six_digits'))
const device = z.enum(['own', 'shared'], says('device'))

export const joinForm = z
  .object({
    card: z.string().max(200),
    pinPassword: pin,
    pinPasswordAgain: z.string().transform(cleanValue),
    device,
  })
  .refine((form) => form.pinPassword === form.pinPasswordAgain, {
    error: says('not_same'),
    path: ['pinPasswordAgain'],
  })

export const pinSignInForm = z.object({
  phone: z.string(says('phone')).transform((text, check) => {
    const digits = indianMobile(text)
    if (digits === null) check.addIssue({ code: 'custom', message: says('phone') })
    return digits ?? ''
  }),
  pinPassword: pin,
  device,
  person: z.uuid(says('person')).nullable().default(null),
})
