import { z } from 'zod'
import { cleanText, cleanValue } from '#shop/kernel/text.ts'

const MAX_ANSWER_LENGTH = 20_000
const CODE = 'Enter the six digits'
const PASSWORD = 'Enter your password'
const LONG = 'At most 128 characters'

/** The factor's name; '' for the default name. */
const name = z.string().overwrite(cleanText).max(60, 'At most 60 characters').default('')
export const codeInput = z
  .string(CODE)
  .transform((typed) => cleanValue(typed).replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, CODE))
  .meta({ pattern: '^\\s*(\\d\\s*){6}$' })
const answer = z.string().min(1).max(MAX_ANSWER_LENGTH)

export const recoveryInput = z
  .string('Enter a recovery code')
  .overwrite(cleanValue)
  .min(1, 'Enter a recovery code')
  .max(100)

/** Forms that prove a factor, or the password of an account without factors. */
export const proofInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('app'), code: codeInput }),
  z.object({ intent: z.literal('recovery'), recovery: recoveryInput }),
  z.object({ intent: z.literal('passkey'), answer }),
  z.object({ intent: z.literal('password'), password: z.string(PASSWORD).min(1, PASSWORD).max(128, LONG) }),
])

const newApp = z.object({ intent: z.literal('add-app'), name, offer: z.string().max(2000), code: codeInput })
const newPasskey = z.object({ intent: z.literal('add-passkey'), name, answer })
export type NewFactorInput = z.output<typeof newApp> | z.output<typeof newPasskey>

/** Forms of the first factor. `token`: from the mailed link. */
const token = z.string().max(100).default('')
export const setUpInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('send-link') }),
  newApp.extend({ token }),
  newPasskey.extend({ token }),
])

/** Forms of people who have factors, or who need none. */
export const securityInput = z.discriminatedUnion('intent', [
  newApp,
  newPasskey,
  z.object({ intent: z.literal('remove'), factor: z.string().max(100) }),
  z.object({ intent: z.literal('renew-codes') }),
])
