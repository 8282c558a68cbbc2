/** Fields of a coupon in form order: input schemas, database row, form and API derive from them. */
import { z } from 'zod'
import { normalizeCode } from '#shop/coupons/code.ts'
import { type Field, shapeOf, type ValuesOf } from '#shop/field.ts'
import { isDay, startOf } from '#shop/kernel/day.ts'
import { isRupees, NO_MONEY, rupees } from '#shop/kernel/money.ts'
import { cleanText, isBlank, isStorable } from '#shop/kernel/text.ts'
import { endOfDay } from '#shop/kernel/time.ts'
import { numberIn } from '#shop/kernel/typed-number.ts'
import { REFUSALS } from '#shop/refusals.ts'

const NO_AMOUNT = 'Please give an amount with at most two decimals'
const MAX_AMOUNT = 10_000_000
const NO_COUNT = 'Please give a whole number above 0, or leave it empty'
const NO_DAY = 'Please give a day such as 2026-12-31, or leave it empty'

const text = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .max(max, `Please keep this under ${max} characters`)
    .refine(isStorable, 'Please use letters and numbers only')

const code = z
  .string({ error: 'Please give a code' })
  .transform(normalizeCode)
  .refine((typed) => /^[A-Z0-9][A-Z0-9_-]{1,39}$/.test(typed), {
    error: 'A code has 2 to 40 letters, digits, - or _',
  })
  .meta({ pattern: '^\\s*[A-Za-z0-9][A-Za-z0-9_-]{1,39}\\s*$' })

/** A number from JSON, or text from a form. */
const amount = z
  .union([z.number(), z.string().transform(numberIn)], { error: NO_AMOUNT })
  .refine(isRupees, NO_AMOUNT)
  .refine((value) => value <= MAX_AMOUNT, 'At most 1,00,00,000')

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && isBlank(value))

const count = z.preprocess(
  (value) => (isEmpty(value) ? null : typeof value === 'string' ? numberIn(value) : value),
  z.number({ error: NO_COUNT }).int(NO_COUNT).min(1, NO_COUNT).max(1_000_000_000, NO_COUNT).nullable(),
)

/** Parses a moment, or a day by `ofDay`; empty input becomes null. `ofDay`: the day's first or last moment in India. */
const dayOrMoment = (ofDay: (typed: string) => Date | null) =>
  z
    .preprocess(
      (value) => (isEmpty(value) ? null : value),
      z
        .string({ error: NO_DAY })
        .transform((typed, context) => {
          const time = ofDay(typed) ?? parseMoment(typed)
          if (time) return time
          context.addIssue({ code: 'custom', message: NO_DAY })
          return z.NEVER
        })
        .nullable(),
    )
    .describe('A day such as 2026-12-31, a moment such as 2026-12-31T18:30:00Z, or null')

const startOfDay = (typed: string) => (isDay(typed) ? startOf(typed) : null)

function parseMoment(typed: string): Date | null {
  const isMoment = z.iso.datetime({ offset: true }).safeParse(typed).success
  const time = new Date(typed)
  return isMoment && Number.isFinite(time.getTime()) ? time : null
}

const flag = z.preprocess(
  (value) => (value === 'on' || value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
)

export const COUPON_FIELDS = {
  code: { kind: 'line', schema: code, label: 'Code', hint: 'Stored in upper case' },
  name: { kind: 'line', schema: text(100).min(1, 'Please give a name'), label: 'Name' },
  description: {
    kind: 'text',
    schema: text(1000),
    empty: '',
    label: 'Description',
    rows: 2,
    optional: true,
    wide: true,
  },
  discountType: {
    kind: 'choice',
    schema: z.enum(['percentage', 'fixed'], { error: 'Please choose percentage or fixed' }),
    empty: 'percentage',
    values: ['percentage', 'fixed'],
    names: { fixed: 'Fixed amount' },
    label: 'Discount type',
  },
  /** Percent or rupees, depending on `discountType`. */
  discountValue: {
    kind: 'number',
    schema: amount
      .refine((value) => value > 0, 'Please give a value above 0')
      .describe('Percent, or rupees; above 0, at most two decimals'),
    label: 'Discount value',
    hint: 'Percent, or rupees',
    description: 'Percent, or rupees',
    example: 10,
  },
  minOrderAmount: {
    kind: 'amount',
    schema: amount
      .refine((value) => value >= 0, 'Please give 0 or more')
      .transform(rupees)
      .describe('Rupees, at most two decimals'),
    empty: NO_MONEY,
    label: 'Minimum order',
    unit: '₹',
    hint: '0: for every order',
  },
  /** Inclusive; null: valid at once. */
  startDate: {
    kind: 'date',
    schema: dayOrMoment(startOfDay),
    empty: null,
    label: 'Start date',
    hint: 'From 12 am that day; empty: at once',
    optional: true,
    description: 'The first moment at which it may be used',
  },
  /** Inclusive; null: it never expires. */
  expiryDate: {
    kind: 'date',
    schema: dayOrMoment(endOfDay),
    empty: null,
    label: 'Expiry date',
    hint: 'To the end of that day',
    optional: true,
    description: 'The last moment at which it may be used',
  },
  maxUses: {
    kind: 'integer',
    schema: count,
    empty: null,
    label: 'Max uses',
    hint: 'Empty: unlimited',
    optional: true,
  },
  maxUsesPerCustomer: {
    kind: 'integer',
    schema: count,
    empty: null,
    label: 'Uses per customer',
    hint: 'Empty: unlimited',
    optional: true,
  },
  isActive: { kind: 'boolean', schema: flag, empty: true, label: 'Active', hint: 'Customers can use it' },
} satisfies Record<string, Field>
export type CouponFields = ValuesOf<typeof COUPON_FIELDS>

const { code: codeField, ...changeableFields } = shapeOf(COUPON_FIELDS)

/** Omitted fields get the specification's defaults. */
export const newCouponInput = z
  .object({
    code: codeField,
    ...changeableFields,
    description: changeableFields.description.default(''),
    minOrderAmount: z.preprocess((value) => (isEmpty(value) ? 0 : value), changeableFields.minOrderAmount),
    isActive: changeableFields.isActive.default(true),
  })
  .superRefine(refusePercentage)
  .superRefine(refusePeriod)
export type NewCoupon = z.output<typeof newCouponInput>

/** Omitted fields keep their values. The code cannot change. */
export const couponChangeInput = z.object(changeableFields).partial()
export type CouponChange = z.output<typeof couponChangeInput>

export const PERCENTAGE_TOO_HIGH = REFUSALS.percentage_too_high.en

function refusePercentage(
  { discountType, discountValue }: { discountType: string; discountValue: number },
  context: z.RefinementCtx,
): void {
  if (discountType !== 'percentage' || discountValue <= 100) return
  context.addIssue({ code: 'custom', path: ['discountValue'], message: PERCENTAGE_TOO_HIGH })
}

export const START_AFTER_EXPIRY = REFUSALS.start_after_expiry.en

type Period = { startDate: Date | null; expiryDate: Date | null }

export function startsAfterExpiry({ startDate, expiryDate }: Period): boolean {
  return startDate !== null && expiryDate !== null && startDate > expiryDate
}

function refusePeriod(period: Period, context: z.RefinementCtx): void {
  if (!startsAfterExpiry(period)) return
  context.addIssue({ code: 'custom', path: ['startDate'], message: START_AFTER_EXPIRY })
}
