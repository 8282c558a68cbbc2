import { z } from 'zod'
import { integer, onOff, text, textOr, unlessEmpty, webOrigin } from '#infra/config/parsers.ts'
import { RAZORPAY_URL } from '#infra/payments/razorpay/razorpay-api.ts'
import { isGstRate, NO_GST_RATE } from '#shop/kernel/gst-rates.ts'
import { PRICE_MODES, type TaxPolicy } from '#shop/kernel/tax.ts'
import {
  envName,
  isGstinOfState,
  SETTING_NAMES,
  type SettingValues,
  type settingEnvironment,
} from '#shop/setting-fields.ts'

export const policyEnvironment = {
  BRAND_NAME: textOr('Cultiva'),
  PRICES: unlessEmpty(z.enum(PRICE_MODES).optional()),
  DEFAULT_GST_PERCENT: unlessEmpty(
    z.coerce
      .number()
      .refine((percent) => isGstRate(Math.round(percent * 100)), NO_GST_RATE)
      .default(18),
  ),
  NEWSLETTER: onOff('on'),
  REVIEWS: onOff('on'),
  HYDRATION: onOff('on'),
  WORKER_PROGRAMME: onOff('on'),
}

export function policiesOf(env: z.infer<z.ZodObject<typeof policyEnvironment>>) {
  const taxes: TaxPolicy = {
    prices: env.PRICES ?? 'flat',
    defaultRate: Math.round(env.DEFAULT_GST_PERCENT * 100),
  }
  return {
    brand: env.BRAND_NAME,
    taxes,
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
 * Requires all Razorpay keys or none: with only some of them, payments could begin but never complete. A real
 * shop that takes cards needs all of them, since only demonstrations have the sandbox.
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

/** Null if a key is missing: a demonstration then simulates payments in its sandbox. */
function razorpayOf(env: PaymentEnv) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env
  const { RAZORPAY_WEBHOOK_SECRET: webhookSecret, RAZORPAY_URL: url } = env
  return keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret, url } : null
}

type OwnerEnv = z.infer<z.ZodObject<ReturnType<typeof settingEnvironment>>>

/** Returns each setting's value from the environment, which holds until an owner changes it. */
export function firstSettingsOf(env: OwnerEnv): SettingValues {
  const values = SETTING_NAMES.map((name) => [name, env[envName(name)]])
  return Object.fromEntries(values)
}

export function contradictionsOfSeller(env: OwnerEnv): string[] {
  return isGstinOfState(firstSettingsOf(env))
    ? []
    : ['SELLER_STATE: is not the state that SELLER_GSTIN begins with']
}
