import { z } from 'zod'
import { formatPrice, isRupees, rupees } from '#shop/kernel/money.ts'

type Limits = {
  /** In rupees. */
  min?: number
  max: number
  tooLow?: string
}

/** Parses rupees with at most two decimals as Money. */
export function rupeesInput({ min = 0, max, tooLow = 'Please enter 0 or more' }: Limits) {
  return z
    .number({ error: 'Please enter an amount in rupees' })
    .min(min, tooLow)
    .max(max, `At most ${formatPrice(rupees(max))}`)
    .refine(isRupees, 'At most two decimals')
    .transform(rupees)
}
