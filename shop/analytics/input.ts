import { z } from 'zod'
import { SPEND_CHANNELS } from '#shop/analytics/spend.ts'
import { rupees } from '#shop/kernel/money.ts'
import { NO_AMOUNT, rupeesIn } from '#shop/kernel/typed-number.ts'

/** More per month and channel is a typing error. */
const MOST = rupees(1_00_00_000)

export const spendInput = z.object({
  month: z
    .string('Choose a month')
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month')
    .transform((month) => `${month}-01`),
  channel: z.enum(SPEND_CHANNELS, 'Choose a channel'),
  amount: z
    .string('Enter the amount in rupees')
    .transform(rupeesIn)
    .refine((amount) => amount !== null, NO_AMOUNT)
    .refine((amount) => amount <= MOST, 'Enter at most 1,00,00,000'),
})
export const spendKeyInput = spendInput.pick({ month: true, channel: true })
export type SpendInput = z.output<typeof spendInput>

export const flagReviewInput = z.object({ orderId: z.uuid() })
