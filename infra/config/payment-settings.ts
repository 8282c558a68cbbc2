import type { z } from 'zod'
import { onOff, text, unlessEmpty, webOrigin, whole } from '#infra/config/parsers.ts'
import { RAZORPAY_URL, type RazorpayCredentials } from '#infra/payments/razorpay/razorpay-api.ts'

export const paymentEnvironment = {
  CASH_ON_DELIVERY: onOff('on'),
  CARD_PAYMENTS: onOff('on'),
  CARD_HOLD_MINUTES: whole(15, 1, 1440),
  RAZORPAY_KEY_ID: text,
  RAZORPAY_KEY_SECRET: text,
  RAZORPAY_WEBHOOK_SECRET: text,
  RAZORPAY_URL: unlessEmpty(webOrigin.default(RAZORPAY_URL)),
}

type PaymentEnv = z.infer<z.ZodObject<typeof paymentEnvironment>>

export type PaymentSettings = {
  takesCash: boolean
  /** `razorpay` is null without its keys: a demonstration then simulates payments in its sandbox. */
  cards: { isOn: boolean; holdMinutes: number; razorpay: RazorpaySettings | null }
}

type RazorpaySettings = RazorpayCredentials & { url: string }

const RAZORPAY = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const

/** Requires all Razorpay keys or none. A real shop that takes cards needs them. */
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

export function paymentsOf(env: PaymentEnv): PaymentSettings {
  return {
    takesCash: env.CASH_ON_DELIVERY === 'on',
    cards: {
      isOn: env.CARD_PAYMENTS === 'on',
      holdMinutes: env.CARD_HOLD_MINUTES,
      razorpay: razorpayOf(env),
    },
  }
}

function razorpayOf(env: PaymentEnv): RazorpaySettings | null {
  const {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_URL: url,
  } = env
  return keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret, url } : null
}
