/** Inputs about payments; forms and API use the same schemas. */
import { z } from 'zod'
import { isStorable } from '#shop/kernel/text.ts'
import type { RefundAccount } from '#shop/payments/refund-account.ts'

const upi = z
  .string({ error: 'Please enter your UPI address' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{1,99}@[a-z][a-z0-9]{1,49}$/, 'A UPI address looks like name@bank')

const holder = z
  .string({ error: 'Please enter the account holder’s name' })
  .trim()
  .min(2, 'Please enter the account holder’s name')
  .max(100, 'Please keep the name to 100 characters')
  .refine((text) => isStorable(text) && !/[^\P{Cc}]/u.test(text), 'Please use plain text only')

/** Banks print account numbers in groups. */
const number = z
  .string({ error: 'Please enter the account number' })
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{9,18}$/, 'An account number has 9 to 18 digits'))

const ifsc = z
  .string({ error: 'Please enter the IFSC' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'An IFSC looks like SBIN0001234')

const byUpi = z.object({ accountKind: z.literal('upi'), upi })
const byBank = z
  .object({
    accountKind: z.literal('bank'),
    holder,
    accountNumber: number,
    accountNumberAgain: z.string().default(''),
    ifsc,
  })
  .refine(({ accountNumber, accountNumberAgain: again }) => again.replace(/[\s-]/g, '') === accountNumber, {
    path: ['accountNumberAgain'],
    message: 'The two account numbers differ',
  })

const error = 'Please choose how we pay you'

type Sent = { accountKind: 'later' } | z.output<typeof byUpi> | z.output<typeof byBank>

function toAccount(sent: Sent): RefundAccount | null {
  if (sent.accountKind === 'later') return null
  if (sent.accountKind === 'upi') return { kind: 'upi', upi: sent.upi }
  const { holder, accountNumber, ifsc } = sent
  return { kind: 'bank', holder, accountNumber, ifsc }
}

/** Where to pay a refund, as a form sends it; the account number is typed twice. */
export const refundAccountInput = z
  .discriminatedUnion('accountKind', [byUpi, byBank], { error })
  .transform((sent) => ({ account: toAccount(sent) as RefundAccount }))

/** The same where it may be told later: null. */
export const refundAccountOrLaterInput = z
  .discriminatedUnion('accountKind', [z.object({ accountKind: z.literal('later') }), byUpi, byBank], {
    error,
  })
  .transform((sent) => ({ account: toAccount(sent) }))

/** As an API request names it. */
export const refundAccountBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upi'), upi }),
  z.object({ kind: z.literal('bank'), holder, accountNumber: number, ifsc }),
])
