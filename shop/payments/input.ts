import { z } from 'zod'
import { cleanText, cleanValue, isStorable, ONE_LINE } from '#shop/kernel/text.ts'
import type { RefundAccount } from '#shop/payments/refund-account.ts'

const UPI = /^[a-z0-9][a-z0-9._-]{1,99}@[a-z][a-z0-9]{1,49}$/
const LIKE = 'A UPI ID is like name@okhdfcbank'

function upiProblem(upi: string): string | null {
  if (upi === '') return 'Please enter your UPI ID'
  if (UPI.test(upi)) return null
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(upi)) return `That looks like an email address. ${LIKE}`
  if (/^[+\d\s-]+$/.test(upi))
    return 'That is only a number. Please add what follows it in your UPI app, like @okhdfcbank'
  if (!upi.includes('@')) return `The part from the @ on is missing. ${LIKE}`
  return /\s/.test(upi) ? `A UPI ID has no spaces. ${LIKE}` : LIKE
}

const upi = z
  .string({ error: 'Please enter your UPI ID' })
  .overwrite(cleanValue)
  .toLowerCase()
  .superRefine((text, { addIssue }) => {
    const message = upiProblem(text)
    if (message) addIssue({ code: 'custom', message })
  })
  .meta({ pattern: '^\\s*[A-Za-z0-9][A-Za-z0-9._-]{1,99}@[A-Za-z][A-Za-z0-9]{1,49}\\s*$' })

const holder = z
  .string({ error: 'Please enter the account holder’s name' })
  .overwrite(cleanText)
  .min(2, 'Please enter the account holder’s name')
  .max(100, 'Please keep the name to 100 characters')
  .regex(ONE_LINE, 'Please use plain text only')
  .refine(isStorable, 'Please use plain text only')

/** Banks print account numbers in groups. */
const removeSeparators = (typed: string) => cleanValue(typed).replace(/[\s-]/g, '')

const number = z
  .string({ error: 'Please enter the account number' })
  .transform(removeSeparators)
  .pipe(
    z
      .string()
      .min(1, 'Please enter the account number')
      .regex(/^\d{9,18}$/, 'An account number has 9 to 18 digits')
      .regex(/[1-9]/, 'An account number isn’t only zeros'),
  )
  .meta({ pattern: '^(?=.*[1-9])[\\s-]*(\\d[\\s-]*){9,18}$' })

/** The fifth character is a zero, often typed as the letter. */
const ifsc = z
  .string({ error: 'Please enter the IFSC' })
  .transform((text) =>
    removeSeparators(text)
      .toUpperCase()
      .replace(/^(.{4})O/, '$10'),
  )
  .pipe(
    z
      .string()
      .min(1, 'Please enter the IFSC')
      .length(11, 'An IFSC has 11 letters and digits, like SBIN0001234')
      .regex(/^[A-Z]{4}/, 'An IFSC begins with the four letters of the bank, like SBIN0001234')
      .regex(/^.{4}0/, 'The fifth character of an IFSC is a zero, like SBIN0001234')
      .regex(/^.{5}[A-Z0-9]{6}$/, 'An IFSC has letters and digits only, like SBIN0001234'),
  )
  .meta({ pattern: '^\\s*[A-Za-z]{4}[0Oo][A-Za-z0-9]{6}\\s*$' })

const byUpi = z.object({ accountKind: z.literal('upi'), upi })
const byBank = z
  .object({
    accountKind: z.literal('bank'),
    holder,
    accountNumber: number,
    accountNumberAgain: z.string().default(''),
    ifsc,
  })
  .refine(({ accountNumber, accountNumberAgain: again }) => removeSeparators(again) === accountNumber, {
    path: ['accountNumberAgain'],
    message: 'The two account numbers differ',
  })

const error = 'Please choose how we pay you'

type AccountFields = { accountKind: 'later' } | z.output<typeof byUpi> | z.output<typeof byBank>

function toAccount(fields: AccountFields): RefundAccount | null {
  if (fields.accountKind === 'later') return null
  if (fields.accountKind === 'upi') return { kind: 'upi', upi: fields.upi }
  const { holder, accountNumber, ifsc } = fields
  return { kind: 'bank', holder, accountNumber, ifsc }
}

/** The account number is typed twice. */
export const refundAccountInput = z
  .discriminatedUnion('accountKind', [byUpi, byBank], { error })
  .transform((fields) => ({ account: toAccount(fields) as RefundAccount }))

export const refundAccountOrLaterInput = z
  .discriminatedUnion('accountKind', [z.object({ accountKind: z.literal('later') }), byUpi, byBank], {
    error,
  })
  .transform((fields) => ({ account: toAccount(fields) }))

export const refundAccountBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upi'), upi }),
  z.object({ kind: z.literal('bank'), holder, accountNumber: number, ifsc }),
])
