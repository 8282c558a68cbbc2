import { z } from 'zod'
import { isDay } from '#shop/kernel/day.ts'
import { NO_MONEY } from '#shop/kernel/money.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { NO_AMOUNT, rupeesIn } from '#shop/kernel/typed-number.ts'

/** Rupees in a form; empty is 0. */
const amountInput = z
  .string()
  .transform((text) => (cleanValue(text) === '' ? NO_MONEY : rupeesIn(text)))
  .refine((amount) => amount !== null, NO_AMOUNT)

export const remittanceInput = z
  .object({
    carrier: z.string().transform(cleanValue).pipe(z.string().min(1, 'Please enter the courier').max(100)),
    reference: z
      .string()
      .transform((text) => cleanValue(text).toUpperCase())
      .refine(
        (text) => /^[\w/-]{4,40}$/.test(text),
        'Please enter the reference (UTR) of the bank statement',
      ),
    day: z.string().refine(isDay, 'Please choose the day of the bank statement'),
    net: amountInput,
    fee: amountInput,
    tax: amountInput,
  })
  .refine(({ fee, tax }) => tax <= fee, {
    path: ['tax'],
    error: 'The GST is part of the charges, so it can’t be more than they are',
  })

export const writeOffInput = z.object({
  orderId: z.uuid(),
  reason: z.string().transform(cleanValue).pipe(z.string().min(1, 'Please enter the reason').max(300)),
})
