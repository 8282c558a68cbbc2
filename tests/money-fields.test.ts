/** The parser of each amount from outside converts any number to paise, or refuses it. It never throws. */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { refundDecisionBody } from '#api/order-body.ts'
import { payments } from '#api/payments.ts'
import { spendInput } from '#shop/analytics/report-actions.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { couponValue } from '#shop/coupons/coupon.ts'
import { COUPON_FIELDS, newCouponInput } from '#shop/coupons/coupon-fields.ts'
import type { Field } from '#shop/field.ts'
import { AMOUNT_COLUMNS } from '#shop/kernel/amount-columns.ts'
import { rupeesIn } from '#shop/kernel/typed-number.ts'
import { minimumWageInput } from '#shop/programme/minimum-wage.ts'
import { TASK_FIELDS } from '#shop/programme/task-fields.ts'
import { TEMPLATE_FIELDS } from '#shop/programme/template-fields.ts'
import { SETTING_FIELDS, settingEnvironment } from '#shop/setting-fields.ts'

const lists: Record<string, Record<string, Field>> = {
  ...{ product: PRODUCT_FIELDS, coupon: COUPON_FIELDS, task: TASK_FIELDS, template: TEMPLATE_FIELDS },
  setting: SETTING_FIELDS,
}
const listed = Object.entries(lists).flatMap(([list, fields]) =>
  Object.entries(fields).flatMap(([name, { kind, schema }]) =>
    kind === 'amount' ? [[`${list}.${name}`, schema] as const] : [],
  ),
)
const intentBodies = payments.openAPIRegistry.definitions.flatMap((definition) => {
  const route = definition.type === 'route' ? definition.route : null
  const body = route?.path === '/create-payment-intent' && route.request?.body
  return body ? [body.content['application/json'] as { schema: z.ZodObject<{ amount: z.ZodType }> }] : []
})

/** The schema of each amount, and whether the schema takes a number or a text. */
const FIELDS: [name: string, schema: z.ZodType, takes: 'number' | 'text'][] = [
  ...listed.map(([name, schema]): [string, z.ZodType, 'number'] => [name, schema, 'number']),
  ['refund decision, API', refundDecisionBody.shape.amount, 'number'],
  ...intentBodies.map(({ schema }): [string, z.ZodType, 'number'] => [
    'payment intent, API',
    schema.shape.amount,
    'number',
  ]),
  ['minimum wage', minimumWageInput.shape.dailyAmount, 'text'],
  ['advertising', spendInput.shape.amount, 'text'],
  ['refund decision, form; settlement file', z.string().transform(rupeesIn), 'text'],
  ['setting, environment', settingEnvironment().SHIPPING_FEE, 'text'],
]

it('lists the columns of all amounts that fields declare', () => {
  const columns = listed.map(([name]) => name.split('.')).filter(([list]) => list !== 'setting')
  expect(columns.filter(([, name = '']) => !AMOUNT_COLUMNS.has(name))).toEqual([])
})

const numbers = fc.oneof(
  fc.constantFrom(
    1e15,
    1e16,
    1e308,
    Number.MAX_SAFE_INTEGER,
    0.001,
    10.005,
    1.000_000_001,
    0.100_000_005,
    -1,
    -0.01,
  ),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1e-9, 0, 0.01, 118, 1_060.82),
  fc.double(),
  fc.integer({ min: 0, max: 10 ** 9 }).map((paise) => paise / 100),
)

describe.each(FIELDS)('the amount of %s', (_name, schema, takes) => {
  it('becomes whole paise, or is refused', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const parsed = schema.safeParse(takes === 'text' ? String(number) : number)
        if (!parsed.success || parsed.data === null || parsed.data === undefined) return
        expect(Number.isSafeInteger(parsed.data)).toBe(true)
        expect(Math.abs(Number(parsed.data) / 100 - number)).toBeLessThanOrEqual(1e-9)
      }),
      { numRuns: 300 },
    )
  })
})

it('the value of a coupon becomes whole paise or basis points, or is refused', () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom('fixed', 'percentage'), (discountValue, discountType) => {
      const parsed = newCouponInput.safeParse({ code: 'TEN', name: 'Ten', discountType, discountValue })
      const value = parsed.success ? couponValue(parsed.data) : null
      if (value) expect(Number.isSafeInteger('amount' in value ? value.amount : value.basisPoints)).toBe(true)
    }),
  )
})

it('no other code converts a number of rupees to money', async () => {
  const parsers = /^shop\/(kernel\/(money|typed-number)|field|coupons\/coupon(-fields)?)\.ts$/
  const files: string[] = []
  for await (const file of glob('{app,api,shop,infra,server}/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$/.test(file) || parsers.test(file)) continue
    const text = readFileSync(file, 'utf8')
    if (/\brupees\((?!\d[\d_.]*\)|\{)|(transform|map)\(rupees\)/.test(text)) files.push(file)
  }
  expect(files).toEqual([])
})
