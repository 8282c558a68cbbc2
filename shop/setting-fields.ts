/**
 * The settings that an owner changes in the dashboard, in form order: form, validation, audit entries and the
 * environment's first values derive from them. `shippingFee` is SHIPPING_FEE in the environment.
 */
import { z } from 'zod'
import { type Field, fromText, rupeesInput, type Snake, snakeCase, type ValuesOf } from '#shop/field.ts'
import { isGstin, STATE_CODES } from '#shop/kernel/gst-states.ts'
import { isStorable } from '#shop/kernel/text.ts'
import { MAX_RUPEES } from '#shop/kernel/typed-number.ts'

/** `first`: the value, as text, if the environment does not set it; '' means no value. */
type SettingField = Field & { part: string; first: string }

const amount = rupeesInput({ max: MAX_RUPEES })

function count(min: number, max: number) {
  const message = `Please enter a whole number from ${min} to ${max}`
  return z.number(message).int(message).min(min, message).max(max, message)
}

const DAYS = 'Please enter days such as 4, or 2-3'

/** '4' or '2-3'. */
const days = z
  .string(DAYS)
  .regex(/^[1-9]\d?(-[1-9]\d?)?$/, DAYS)
  .refine((typed) => {
    const [min = 0, max = min] = typed.split('-').map(Number)
    return min <= max
  }, 'The second number must not be below the first')

const text = (max: number) =>
  z
    .string()
    .max(max, `Please keep this under ${max} characters`)
    .refine(isStorable, 'Please use letters and numbers only')
    .nullable()

const email = z.email('Please enter an email address').nullable()
const gstin = z.string().refine(isGstin, 'Please enter a GSTIN of 15 characters').nullable()
const STATES = Object.keys(STATE_CODES).sort()
const state = z.enum(STATES, 'Please choose a state or union territory').nullable()
const yesOrNo = z.boolean()

const rupees = { kind: 'amount', unit: '₹' } as const
const optionalRupees = { ...rupees, schema: amount.nullable(), first: '', optional: true } as const
const shipping = { part: 'Shipping' } as const
const dayRange = { ...shipping, kind: 'line', schema: days, unit: 'working days' } as const
const limits = { part: 'Limits of orders' } as const
const offers = { part: 'Offers' } as const
const refunds = { part: 'Refunds and payouts' } as const
/** Fields without `optional` are required in a real shop. */
const seller = { part: 'Seller', first: '' } as const
const line = { ...seller, kind: 'line', schema: text(120) } as const
const optional = { optional: true } as const

export const SETTING_FIELDS = {
  shippingFee: { ...rupees, ...shipping, schema: amount, first: '0', label: 'Shipping fee' },
  shippingFreeAbove: {
    ...{ ...optionalRupees, ...shipping, label: 'Free shipping above' },
    hint: 'Empty: every order pays the fee',
  },
  shipsWithinDays: {
    ...{ ...dayRange, first: '2-3', label: 'Until an order is shipped' },
    hint: 'Later orders are late on the overview',
  },
  metroDeliveryDays: { ...dayRange, first: '3-5', label: 'On the way to the six metro cities' },
  elsewhereDeliveryDays: { ...dayRange, first: '5-8', label: 'On the way elsewhere' },
  orderUnitsPerProduct: {
    ...{ ...limits, kind: 'integer', schema: count(1, 999), first: '30' },
    label: 'Units of a product in an order',
    hint: 'Those in mixes included',
  },
  cashOrderLimit: { ...rupees, ...limits, schema: amount, first: '10000', label: 'Largest cash order' },
  cashOrderLimitNew: {
    ...{ ...rupees, ...limits, schema: amount, first: '3000' },
    label: 'Largest cash order before a first delivery',
  },
  openUnpaidOrders: {
    ...{ ...limits, kind: 'integer', schema: count(1, 999_999), first: '5' },
    label: 'Unpaid orders of an account or phone',
  },
  openValueLimitNew: {
    ...{ ...rupees, ...limits, schema: amount, first: '15000' },
    label: 'All unpaid orders before a first delivery',
  },
  ordersPerHour: {
    ...{ ...limits, kind: 'integer', schema: count(1, 999_999), first: '20' },
    label: 'Orders placed or cancelled in an hour',
  },
  cashRoundOff: {
    ...{ ...limits, kind: 'boolean', schema: yesOrNo, first: 'off' },
    label: 'Round cash orders to whole rupees',
  },
  firstOrderOffer: {
    ...{ ...offers, kind: 'boolean', schema: yesOrNo, first: 'on' },
    label: 'Buy 1 Get 1 Free on meal mixes with a first order',
  },
  referralPercent: {
    ...{ ...offers, kind: 'integer', schema: count(0, 100), first: '20', unit: '%' },
    label: 'Discount by a friend’s code',
    hint: '0: friends’ codes are off',
  },
  refundDays: {
    ...{ ...refunds, kind: 'integer', schema: count(1, 60), first: '7', unit: 'working days' },
    label: 'Until an approved refund is paid',
  },
  refundSecondPersonAbove: {
    ...{ ...optionalRupees, ...refunds, label: 'Refunds need a second person above' },
    hint: 'The sum of seven days; empty: never',
  },
  payoutSecondPersonAbove: {
    ...{ ...optionalRupees, ...refunds, label: 'Payouts need a second person above' },
    hint: 'Empty: never',
  },
  confirmRefundAbove: {
    ...{ ...rupees, ...refunds, schema: amount, first: '2000' },
    label: 'Refunds ask for the second factor again above',
  },
  minHourlyRate: {
    ...{ ...rupees, ...refunds, schema: amount, first: '60', label: 'Least pay of an hour’s work' },
    hint: 'A task for workers that pays less shows a warning',
  },
  sellerName: { ...line, label: 'Name of the seller' },
  sellerAddress: { ...seller, kind: 'line', schema: text(300), label: 'Address of the seller' },
  sellerPhone: { ...line, ...optional, label: 'Phone of the seller' },
  sellerGstin: { ...seller, kind: 'line', schema: gstin, label: 'GSTIN', hint: 'Printed on invoices' },
  sellerState: {
    ...{ ...seller, kind: 'choice', schema: state, values: STATES, label: 'State of the GSTIN' },
    hint: 'Decides which taxes an invoice shows',
  },
  fssaiLicence: { ...line, ...optional, label: 'FSSAI licence number' },
  grievanceOfficer: { ...line, label: 'Grievance officer' },
  grievanceOfficerPhone: { ...line, ...optional, label: 'Phone of the grievance officer' },
  grievanceOfficerEmail: {
    ...{ ...seller, ...optional, kind: 'line', schema: email, label: 'Email of the grievance officer' },
    hint: 'Empty: the support address',
  },
} satisfies Record<string, SettingField>

export type SettingName = keyof typeof SETTING_FIELDS
export type SettingValues = ValuesOf<typeof SETTING_FIELDS>

export const SETTING_NAMES = Object.keys(SETTING_FIELDS) as SettingName[]

export function settingField(name: SettingName): SettingField {
  return SETTING_FIELDS[name]
}

type EnvName<Name extends string> = Uppercase<Snake<Name>>

/** Returns the setting's name in the environment. */
export function envName<Name extends SettingName>(name: Name): EnvName<Name> {
  return snakeCase(name).toUpperCase() as EnvName<Name>
}

type EnvSchemas = { [Name in SettingName as EnvName<Name>]: z.ZodType<SettingValues[Name]> }

/** Returns the schemas of the environment's first values. An empty variable counts as absent. */
export function settingEnvironment(): EnvSchemas {
  const schemaOf = (field: SettingField) =>
    z
      .preprocess(
        (value) => (value === undefined || value === '' ? field.first : value),
        field.kind === 'boolean' ? z.enum(['on', 'off']) : z.string(),
      )
      .transform((typed) => (field.kind === 'boolean' ? typed === 'on' : fromText(field, typed)))
      .pipe(field.schema)
  return Object.fromEntries(
    SETTING_NAMES.map((name) => [envName(name), schemaOf(settingField(name))]),
  ) as unknown as EnvSchemas
}

/** Returns the schema of a submitted form. Browsers do not send unchecked boxes. */
export function settingsForm() {
  const schemaOf = (field: SettingField) =>
    z
      .string()
      .default('')
      .transform((typed) => fromText(field, typed))
      .pipe(field.schema)
  const schemas = SETTING_NAMES.map((name) => [name, schemaOf(settingField(name))])
  return z.object(Object.fromEntries(schemas)) as unknown as z.ZodType<SettingValues>
}

/** Consumer Protection (E-Commerce) Rules, 2020: seller and grievance officer. CGST Rule 46: GSTIN and state. */
export const REQUIRED_OF_SELLER = [
  'sellerName',
  'sellerAddress',
  'sellerGstin',
  'sellerState',
  'grievanceOfficer',
] as const satisfies readonly SettingName[]

type SellerValues = Pick<SettingValues, 'sellerGstin' | 'sellerState'>

/** True if the GSTIN fits the state: it begins with the code of the state that issued it. */
export function isGstinOfState({ sellerGstin, sellerState }: SellerValues): boolean {
  return !sellerGstin || !sellerState || sellerGstin.startsWith(STATE_CODES[sellerState] ?? '')
}
