import { z } from 'zod'
import { daysOr, money, moneyOr, onOff, textOr, unlessEmpty, whole } from '#infra/config/parsers.ts'
import type { DeliveryTimes, OrderLimits, SecondPersonPolicy } from '#shop/ctx.ts'
import type { Features } from '#shop/features.ts'
import { isGstRate, NO_GST_RATE } from '#shop/kernel/gst-rates.ts'
import type { Money } from '#shop/kernel/money.ts'
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
  REFERRAL_PERCENT: whole(20, 0, 100),
  ORDER_UNITS_PER_PRODUCT: whole(30, 1, 999),
  CASH_ORDER_LIMIT: moneyOr(10_000),
  CASH_ORDER_LIMIT_NEW: moneyOr(3_000),
  OPEN_UNPAID_ORDERS: whole(5, 1, 1_000_000),
  OPEN_VALUE_LIMIT_NEW: moneyOr(15_000),
  ORDERS_PER_HOUR: whole(20, 1, 1_000_000),
  REFUND_DAYS: whole(7, 1, 60),
  REFUND_SECOND_PERSON_ABOVE: money,
  PAYOUT_SECOND_PERSON_ABOVE: money,
  CONFIRM_REFUND_ABOVE: moneyOr(2_000),
  MIN_HOURLY_RATE: moneyOr(60),
  NEWSLETTER: onOff('on'),
  REVIEWS: onOff('on'),
  HYDRATION: onOff('on'),
  WORKER_PROGRAMME: onOff('on'),
}

export type PolicySettings = {
  brand: string
  shipping: { fee: Money; freeAbove: Money | null }
  taxes: TaxPolicy
  /** Cash orders are charged in whole rupees. */
  roundsCash: boolean
  deliveryTimes: DeliveryTimes
  offers: { firstOrderOffer: boolean; referralPercent: number }
  orderLimits: OrderLimits
  /** The least that a task should pay per hour. */
  minHourlyRate: Money
  /** Working days in which an approved refund is paid. */
  refundDays: number
  secondPerson: SecondPersonPolicy
  /** A refund above this asks for the second factor again. */
  confirmRefundAbove: Money
  features: Features
}

export function policiesOf(env: z.infer<z.ZodObject<typeof policyEnvironment>>): PolicySettings {
  const { SHIPPING_FREE_ABOVE: freeAbove } = env
  return {
    brand: env.BRAND_NAME,
    shipping: {
      fee: env.SHIPPING_FEE,
      freeAbove: freeAbove ?? null,
    },
    taxes: { prices: env.PRICES ?? 'exclusive', defaultRate: Math.round(env.DEFAULT_GST_PERCENT * 100) },
    roundsCash: env.CASH_ROUND_OFF === 'on',
    deliveryTimes: {
      ships: env.SHIPS_WITHIN_DAYS,
      metro: env.METRO_DELIVERY_DAYS,
      elsewhere: env.ELSEWHERE_DELIVERY_DAYS,
    },
    offers: {
      firstOrderOffer: env.FIRST_ORDER_OFFER === 'on',
      referralPercent: env.REFERRAL_PERCENT,
    },
    orderLimits: {
      unitsPerProduct: env.ORDER_UNITS_PER_PRODUCT,
      cash: env.CASH_ORDER_LIMIT,
      cashForNew: env.CASH_ORDER_LIMIT_NEW,
      openUnpaid: env.OPEN_UNPAID_ORDERS,
      openValueForNew: env.OPEN_VALUE_LIMIT_NEW,
      perHour: env.ORDERS_PER_HOUR,
    },
    minHourlyRate: env.MIN_HOURLY_RATE,
    refundDays: env.REFUND_DAYS,
    secondPerson: {
      refundsAbove: env.REFUND_SECOND_PERSON_ABOVE ?? null,
      payoutsAbove: env.PAYOUT_SECOND_PERSON_ABOVE ?? null,
    },
    confirmRefundAbove: env.CONFIRM_REFUND_ABOVE,
    features: {
      newsletter: env.NEWSLETTER === 'on',
      reviews: env.REVIEWS === 'on',
      hydration: env.HYDRATION === 'on',
      programme: env.WORKER_PROGRAMME === 'on',
    },
  }
}
