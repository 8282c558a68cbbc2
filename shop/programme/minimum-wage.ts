/** Minimum wages of states and the minimum pay for an hour of work. */
import { z } from 'zod'
import { rupeesInput, typedNumber } from '#shop/field.ts'
import { type Day, isDay, startOf } from '#shop/kernel/day.ts'
import { STATE_CODES } from '#shop/kernel/gst-states.ts'
import { formatPrice, type Money, paise, partOf } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { line } from '#shop/programme/input.ts'

export const STATES: readonly string[] = Object.keys(STATE_CODES).sort()

/** The pay for a day of `hours`. It is in force until the state's next wage begins. */
export type MinimumWage = {
  id: string
  state: string
  dailyAmount: Money
  hours: number
  validFrom: Day
  /** The government notification. */
  source: string
  /** The name of the admin; CLOSED_ACCOUNT for a closed account, null if the user's row was deleted. */
  recordedBy: string | null
}

const state = z.string().refine((name) => STATES.includes(name), 'Please choose a state')

export const minimumWageInput = z.object({
  state,
  dailyAmount: typedNumber(rupeesInput({ min: 1, max: 1_00_000, tooLow: 'At least 1 rupee' })),
  hours: typedNumber(
    z
      .number({ error: 'Please enter the hours' })
      .int('Please enter whole hours')
      .min(1, 'At least 1')
      .max(24, 'At most 24'),
  ),
  validFrom: z
    .string()
    .refine(isDay, 'Please choose a day')
    .refine((day) => day >= '2000' && day < '2100', 'Please choose a day from 2000 to 2099'),
  source: line('the notification with its number or date', 300),
})
/** Parses a wage as the audit log stores it. */
export const minimumWageRecord = z
  .object({
    ...{ name: state, amount: z.int().transform(paise), hours: z.int() },
    ...{ validFrom: z.string().refine(isDay), source: z.string() },
  })
  .transform(({ name, amount, ...rest }) => ({ state: name, dailyAmount: amount, ...rest }))

export type MinimumWageInput = z.output<typeof minimumWageInput>

/** An empty `state` means the seller's. */
export const groupStateInput = z.object({
  groupId: z.uuid(),
  state: z.union([z.literal(''), state]).transform((name) => name || null),
})

/** `wage`: null if `hourly` is the shop's own setting. */
export type Minimum = { hourly: Money; wage: Pick<MinimumWage, 'state' | 'validFrom' | 'source'> | null }

/** Returns the pay per hour, rounded half up to the paisa. */
export function hourlyWage({ dailyAmount, hours }: Pick<MinimumWage, 'dailyAmount' | 'hours'>): Money {
  return partOf(dailyAmount, hours)
}

/** `own`: the shop's setting, used if the state has no wage. */
export function minimumOn(
  wages: readonly MinimumWage[],
  { state, day, own }: { state: string | null; day: Day; own: Money },
): Minimum {
  const [wage] = wages
    .filter((entry) => entry.state === state && entry.validFrom <= day)
    .sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
  return wage ? { hourly: hourlyWage(wage), wage } : { hourly: own, wage: null }
}

/** Returns the highest minimum of these states, which suffices in each of them. */
export function highestMinimum(
  wages: readonly MinimumWage[],
  { states, day, own }: { states: readonly (string | null)[]; day: Day; own: Money },
): Minimum {
  const all = (states.length > 0 ? states : [null]).map((state) => minimumOn(wages, { state, day, own }))
  return all.reduce((highest, minimum) => (minimum.hourly > highest.hourly ? minimum : highest))
}

/** '₹70 an hour (minimum wage in Karnataka from 1 Oct 2026)'; '₹60 an hour' for the shop's setting. */
export function minimumWords({ hourly, wage }: Minimum): string {
  const amount = `${formatPrice(hourly)} an hour`
  return wage
    ? `${amount} (minimum wage in ${wage.state} from ${formatDay(startOf(wage.validFrom))})`
    : amount
}
