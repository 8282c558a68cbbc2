import { z } from 'zod'
import {
  daysOr,
  email,
  integer,
  money,
  moneyOr,
  onOff,
  text,
  textOr,
  unlessEmpty,
  webOrigin,
} from '#infra/config/parsers.ts'
import { RAZORPAY_URL } from '#infra/payments/razorpay/razorpay-api.ts'
import type { Seller } from '#shop/ctx.ts'
import { isGstRate, NO_GST_RATE } from '#shop/kernel/gst-rates.ts'
import { isGstin, STATE_CODES } from '#shop/kernel/gst-states.ts'
import { PRICE_MODES, type TaxPolicy } from '#shop/kernel/tax.ts'

export const policyEnvironment = {
  BRAND_NAME: textOr('Cultiva'),
  SHIPPING_FEE: moneyOr(0),
  SHIPPING_FREE_ABOVE: money,
  PRICES: unlessEmpty(z.enum(PRICE_MODES).optional()),
  DEFAULT_GST_PERCENT: unlessEmpty(
    z.coerce
      .number()
      .refine((percent) => isGstRate(Math.round(percent * 100)), NO_GST_RATE)
      .default(18),
  ),
  SHIPS_WITHIN_DAYS: daysOr('2-3'),
  METRO_DELIVERY_DAYS: daysOr('3-5'),
  CASH_ROUND_OFF: onOff('off'),
  ELSEWHERE_DELIVERY_DAYS: daysOr('5-8'),
  FIRST_ORDER_OFFER: onOff('on'),
  REFERRAL_PERCENT: integer(20, 0, 100),
  ORDER_UNITS_PER_PRODUCT: integer(30, 1, 999),
  CASH_ORDER_LIMIT: moneyOr(10_000),
  CASH_ORDER_LIMIT_NEW: moneyOr(3_000),
  OPEN_UNPAID_ORDERS: integer(5, 1, 1_000_000),
  OPEN_VALUE_LIMIT_NEW: moneyOr(15_000),
  ORDERS_PER_HOUR: integer(20, 1, 1_000_000),
  REFUND_DAYS: integer(7, 1, 60),
  REFUND_SECOND_PERSON_ABOVE: money,
  PAYOUT_SECOND_PERSON_ABOVE: money,
  CONFIRM_REFUND_ABOVE: moneyOr(2_000),
  MIN_HOURLY_RATE: moneyOr(60),
  NEWSLETTER: onOff('on'),
  REVIEWS: onOff('on'),
  HYDRATION: onOff('on'),
  WORKER_PROGRAMME: onOff('on'),
}

export function policiesOf(env: z.infer<z.ZodObject<typeof policyEnvironment>>) {
  const taxes: TaxPolicy = {
    prices: env.PRICES ?? 'exclusive',
    defaultRate: Math.round(env.DEFAULT_GST_PERCENT * 100),
  }
  return {
    brand: env.BRAND_NAME,
    shipping: { fee: env.SHIPPING_FEE, freeAbove: env.SHIPPING_FREE_ABOVE ?? null },
    taxes,
    /** Cash orders are charged in whole rupees. */
    roundsCash: env.CASH_ROUND_OFF === 'on',
    deliveryTimes: {
      ships: env.SHIPS_WITHIN_DAYS,
      metro: env.METRO_DELIVERY_DAYS,
      elsewhere: env.ELSEWHERE_DELIVERY_DAYS,
    },
    offers: { firstOrderOffer: env.FIRST_ORDER_OFFER === 'on', referralPercent: env.REFERRAL_PERCENT },
    orderLimits: {
      unitsPerProduct: env.ORDER_UNITS_PER_PRODUCT,
      cash: env.CASH_ORDER_LIMIT,
      cashForNew: env.CASH_ORDER_LIMIT_NEW,
      openUnpaid: env.OPEN_UNPAID_ORDERS,
      openValueForNew: env.OPEN_VALUE_LIMIT_NEW,
      perHour: env.ORDERS_PER_HOUR,
    },
    minHourlyRate: env.MIN_HOURLY_RATE,
    /** Working days. */
    refundDays: env.REFUND_DAYS,
    secondPerson: {
      refundsAbove: env.REFUND_SECOND_PERSON_ABOVE ?? null,
      payoutsAbove: env.PAYOUT_SECOND_PERSON_ABOVE ?? null,
    },
    /** A larger refund asks for the second factor again. */
    confirmRefundAbove: env.CONFIRM_REFUND_ABOVE,
    features: {
      newsletter: env.NEWSLETTER === 'on',
      reviews: env.REVIEWS === 'on',
      hydration: env.HYDRATION === 'on',
      programme: env.WORKER_PROGRAMME === 'on',
    },
  }
}

export const paymentEnvironment = {
  CASH_ON_DELIVERY: onOff('on'),
  CARD_PAYMENTS: onOff('on'),
  CARD_HOLD_MINUTES: integer(15, 1, 1440),
  RAZORPAY_KEY_ID: text,
  RAZORPAY_KEY_SECRET: text,
  RAZORPAY_WEBHOOK_SECRET: text,
  RAZORPAY_URL: unlessEmpty(webOrigin.default(RAZORPAY_URL)),
}

type PaymentEnv = z.infer<z.ZodObject<typeof paymentEnvironment>>

const RAZORPAY = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const

/**
 * Requires all Razorpay keys or none: with some, payments could begin but not complete. A real shop that takes cards
 * needs them, since only demonstrations have the sandbox.
 */
export function contradictionsOfPayments(env: PaymentEnv & { DATABASE_URL?: string | undefined }): string[] {
  if (env.CARD_PAYMENTS === 'off' && env.CASH_ON_DELIVERY === 'off')
    return ['CASH_ON_DELIVERY: cannot be off while CARD_PAYMENTS is off: there would be no way to pay']
  const missing = RAZORPAY.filter((name) => env[name] === undefined)
  if (missing.length === RAZORPAY.length) {
    if (env.DATABASE_URL === undefined || env.CARD_PAYMENTS === 'off') return []
    return missing.map((name) => `${name}: must be set when DATABASE_URL is set, or set CARD_PAYMENTS=off`)
  }
  return missing.map((name) => `${name}: must be set when another setting of Razorpay is set`)
}

export function paymentsOf(env: PaymentEnv) {
  return {
    takesCash: env.CASH_ON_DELIVERY === 'on',
    cards: {
      isOn: env.CARD_PAYMENTS === 'on',
      holdMinutes: env.CARD_HOLD_MINUTES,
      razorpay: razorpayOf(env),
    },
  }
}

/** Null without its keys: a demonstration then simulates payments in its sandbox. */
function razorpayOf(env: PaymentEnv) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env
  const { RAZORPAY_WEBHOOK_SECRET: webhookSecret, RAZORPAY_URL: url } = env
  return keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret, url } : null
}

export const sellerEnvironment = {
  SELLER_NAME: text,
  SELLER_ADDRESS: text,
  SELLER_PHONE: text,
  SELLER_GSTIN: unlessEmpty(z.string().trim().refine(isGstin, 'must be a GSTIN of 15 characters').optional()),
  SELLER_STATE: unlessEmpty(
    z
      .string()
      .trim()
      .refine((state) => Object.hasOwn(STATE_CODES, state), 'must be a state or union territory')
      .optional(),
  ),
  GRIEVANCE_OFFICER: text,
  GRIEVANCE_OFFICER_PHONE: text,
  GRIEVANCE_OFFICER_EMAIL: email,
  FSSAI_LICENCE: text,
}

type SellerEnv = z.infer<z.ZodObject<typeof sellerEnvironment>>

/** A GSTIN begins with the code of the state that issued it. */
export function contradictionsOfSeller({ SELLER_GSTIN, SELLER_STATE }: SellerEnv): string[] {
  const isOther = SELLER_GSTIN && SELLER_STATE && !SELLER_GSTIN.startsWith(STATE_CODES[SELLER_STATE] ?? '')
  return isOther ? ['SELLER_STATE: is not the state that SELLER_GSTIN begins with'] : []
}

/** `support`: the address for customers' questions. */
export function sellerOf(env: SellerEnv, support: string): Seller {
  return {
    name: env.SELLER_NAME ?? 'Demonstration seller (set SELLER_NAME)',
    address: env.SELLER_ADDRESS ?? 'No address yet (set SELLER_ADDRESS)',
    phone: env.SELLER_PHONE ?? null,
    email: support,
    fssaiLicence: env.FSSAI_LICENCE ?? null,
    gstin: env.SELLER_GSTIN ?? null,
    state: env.SELLER_STATE ?? null,
    grievanceOfficer: {
      name: env.GRIEVANCE_OFFICER ?? 'Not named yet (set GRIEVANCE_OFFICER)',
      phone: env.GRIEVANCE_OFFICER_PHONE ?? null,
      email: env.GRIEVANCE_OFFICER_EMAIL ?? support,
    },
  }
}
