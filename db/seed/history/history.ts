/**
 * A year of sample history that ends now: customers, orders with their outcomes, visits and marketing spend. The same
 * moment always gives the same history; another day shifts all of it.
 */

import { type Flag, flagsOf, type OrderFacts } from '#shop/analytics/flags.ts'
import type { Spend } from '#shop/analytics/spend.ts'
import { LANDING_PAGES, type LandingPage, type PageViewCount } from '#shop/analytics/visit.ts'
import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  daysBetween,
  daysFrom,
  monthOf,
  startOf,
} from '#shop/kernel/day.ts'
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { rupees, share } from '#shop/kernel/money.ts'
import { SOURCES, type Source } from '#shop/orders/visit-source.ts'
import { type BasketLine, fillBasket, hugeBasket } from './basket.ts'
import { createOrderMaker, type OrderPlan, type PastOrder } from './order.ts'
import { type Customer, makeCustomer } from './people.ts'
import { createRandom, type Random } from './random.ts'

/** Festivals. Sales are highest in the ten days before them. */
const FESTIVALS: readonly Day[] = [
  '2025-10-20', // Diwali
  '2026-01-14', // Makar Sankranti
  '2026-03-04', // Holi
  '2026-08-28', // Raksha Bandhan
  '2026-11-08', // Diwali
  '2027-01-14',
  '2027-03-22',
  '2027-08-17',
  '2027-10-29',
]

const BEFORE_FESTIVAL_DAYS = 10

const WEEKDAYS = [1.25, 1.05, 0.9, 0.88, 0.95, 1, 1.2]

const SEED = 20_231_121
const DAYS = 365

export type History = {
  startsAt: Date
  customers: Customer[]
  orders: PastOrder[]
  visits: PageViewCount[]
  spends: Spend[]
  /** Flags of the fraud rules that an admin has reviewed. */
  reviewedFlags: Flag[]
}

/** Older flags have been reviewed; those of the last days wait for a review. */
const REVIEWED_AFTER_DAYS = 6

export function makeHistory(now: Date): History {
  const random = createRandom(SEED)
  const last = dayOf(now)
  const days = daysFrom(addDays(last, 1 - DAYS), last)
  const customers: Customer[] = []
  const orders: PastOrder[] = []
  const flags: Flag[] = []
  const makeOrder = createOrderMaker(random, now)
  const add = (plan: Omit<OrderPlan, 'number'>) => {
    const order = makeOrder({ ...plan, number: orders.length + 1 })
    orders.push(order)
    plan.customer.orders += 1
    return order
  }
  const join = (at: Date) => {
    const customer = makeCustomer(random, customers.length + 1, at)
    customers.push(customer)
    return customer
  }
  const year: Year = { random, now, customers, flags, add, join }
  for (const [at, day] of days.entries()) fillDay(year, day, at / DAYS)
  return {
    startsAt: startOf(days[0] ?? last),
    customers,
    orders: withSources(
      orders.toSorted((first, second) => first.placedAt.getTime() - second.placedAt.getTime()),
    ),
    visits: days.flatMap((day, at) => visitsOf(random, day, at / DAYS)),
    spends: spendsOf(random, last),
    reviewedFlags: flags.filter(({ createdAt }) => createdAt < startOf(addDays(last, -REVIEWED_AFTER_DAYS))),
  }
}

type Year = {
  random: Random
  now: Date
  customers: Customer[]
  flags: Flag[]
  add: (plan: Omit<OrderPlan, 'number'>) => PastOrder
  join: (at: Date) => Customer
}

function fillDay(year: Year, day: Day, age: number): void {
  const { random, now, customers, add, join } = year
  const count = randomAround(random, ordersExpected(day, age))
  for (let order = 0; order < count; order += 1) {
    const placedAt = momentOf(random, day)
    if (placedAt > now) continue
    const isReturning = customers.length > 20 && random.isTrue(0.3 + 0.2 * age)
    const customer = isReturning
      ? returningCustomer(random, customers, placedAt)
      : join(beforeCheckout(placedAt))
    add({ customer, placedAt, basket: fillBasket(random, customer.likes, hydrationDemand(day)) })
  }
  const visitedAt = momentOf(random, day)
  if (visitedAt < now && random.isTrue(0.45)) join(visitedAt)
  const daysAgo = daysBetween(day, dayOf(now))
  if (daysAgo % 61 === 3) manyOrders(year, day)
  if (daysAgo % 47 === 4) largeFirstOrder(year, day)
  if (daysAgo % 97 === 5) sharedPhone(year, day)
}

/** Adds a case that the fraud rules flag: four orders within an hour. */
function manyOrders(year: Year, day: Day): void {
  const customer = year.join(noonOf(day, 0))
  const orders = [1, 14, 31, 52].map((minute) => cashOrder(year, customer, noonOf(day, minute)))
  flagLast(year, orders, { ordersInDay: orders.length, earlierOrders: orders.length - 1 })
}

/** Adds a case that the fraud rules flag: a first order of unusual size, paid in cash. */
function largeFirstOrder(year: Year, day: Day): void {
  const newCustomer = year.join(noonOf(day, 0))
  flagLast(year, [cashOrder(year, newCustomer, noonOf(day, 3), hugeBasket(year.random))], {})
}

/** Adds a case that the fraud rules flag: three accounts with one phone number. */
function sharedPhone(year: Year, day: Day): void {
  const [first, ...others] = [5, 65, 125].map((minute) => year.join(noonOf(day, minute - 5)))
  for (const other of others) other.phone = first?.phone ?? other.phone
  const accounts = first ? [first, ...others] : others
  const orders = accounts.map((account, at) => cashOrder(year, account, noonOf(day, 5 + at * 60)))
  flagLast(year, orders, { accountsWithPhone: accounts.length })
}

function cashOrder(
  { random, add }: Year,
  customer: Customer,
  placedAt: Date,
  basket?: BasketLine[],
): PastOrder {
  customer.comesBack = false
  const defaults = () => fillBasket(random, customer.likes, 1)
  return add({ customer, placedAt, basket: basket ?? defaults(), paymentMethod: 'cod' })
}

/** Flags the last of these orders by the fraud rules. */
function flagLast({ flags }: Year, orders: readonly PastOrder[], facts: Partial<OrderFacts>): void {
  for (const { id, placedAt, total, paymentMethod } of orders.slice(-1)) {
    const order = { orderId: id, placedAt, total, paymentMethod }
    const defaults = { ordersInDay: 1, accountsWithPhone: 1, accountsWithAddress: 1, earlierOrders: 0 }
    flags.push(...flagsOf({ ...order, ...defaults, cancelledInMonth: 0, ...facts }))
  }
}

function noonOf(day: Day, minute: number): Date {
  return new Date(startOf(day).getTime() + 12 * HOUR_MS + minute * MINUTE_MS)
}

/** Returns a random integer with this expected value. */
function randomAround(random: Random, expected: number): number {
  const spread = expected * (0.75 + 0.5 * random.next())
  return Math.floor(spread) + (random.isTrue(spread % 1) ? 1 : 0)
}

/** Orders by hour of the day: most at lunch and in the evening. */
const HOURS = [2, 1, 0, 0, 0, 1, 3, 5, 6, 7, 8, 9, 11, 11, 8, 7, 7, 8, 10, 13, 15, 16, 11, 5]

function momentOf(random: Random, day: Day): Date {
  const hour = random.pickWeighted(
    HOURS.map((weight, at) => ({ weight, at })),
    ({ weight }) => weight,
  ).at
  return new Date(startOf(day).getTime() + (hour + random.next()) * HOUR_MS)
}

/** Returns when a new customer signed up: during the checkout. */
function beforeCheckout(placedAt: Date): Date {
  return new Date(placedAt.getTime() - 20 * MINUTE_MS)
}

/** Picks a customer who orders again: mostly new and loyal ones, some after many months. */
function returningCustomer(random: Random, customers: readonly Customer[], at: Date): Customer {
  for (;;) {
    const distance = Math.floor(customers.length * random.next() ** 2.2)
    const customer = customers[customers.length - 1 - distance]
    if (!customer?.comesBack || customer.joinedAt >= at) continue
    const loyalty = customer.hasCancelled ? 0.08 : 0.15 + 0.2 * Math.min(customer.orders, 4)
    if (random.isTrue(loyalty)) return customer
  }
}

const SOURCE_WEIGHTS: Record<Source, number> = {
  direct: 26,
  search: 34,
  social: 17,
  email: 5,
  friends: 6,
  ads: 9,
  other: 3,
}
/** The share of orders whose source is unknown. */
const UNKNOWN_SOURCE = 0.3

/** Adds sources from a random generator of their own, so that they do not change the rest of the history. */
function withSources(orders: PastOrder[]): PastOrder[] {
  const random = createRandom(SEED + 1)
  return orders.map((order) => ({
    ...order,
    source: random.isTrue(UNKNOWN_SOURCE)
      ? null
      : random.pickWeighted(SOURCES, (source) => SOURCE_WEIGHTS[source]),
  }))
}

const LANDING_WEIGHTS: Record<LandingPage, number> = {
  home: 40,
  products: 14,
  product: 24,
  hydration: 10,
  recipes: 8,
  stories: 2,
  contact: 1,
  help: 1,
}

/** Returns about forty visits per order, spread over sources and landing pages. */
function visitsOf(random: Random, day: Day, age: number): PageViewCount[] {
  const all = ordersExpected(day, age) * (36 + 10 * random.next())
  return SOURCES.flatMap((source) =>
    LANDING_PAGES.flatMap((landing) => {
      const expected = (all * SOURCE_WEIGHTS[source] * LANDING_WEIGHTS[landing]) / 100 / 100
      const visits = randomAround(random, expected)
      return visits > 0 ? [{ day, source, landing, visits }] : []
    }),
  )
}

/** Returns the spend of each month of the year; for the current month, up to now. */
function spendsOf(random: Random, last: Day): Spend[] {
  const budget = {
    'search-ads': rupees(16_000),
    'social-ads': rupees(21_000),
    creators: rupees(11_000),
  } as const
  const months = Array.from({ length: 13 }, (_, at) => addMonths(monthOf(last), at - 12))
  return months.flatMap((month, at) =>
    Object.entries(budget).map(([channel, amount]) => ({
      month,
      channel: channel as Spend['channel'],
      amount: share(amount, Math.round(8000 + 500 * at + 3000 * random.next())),
    })),
  )
}

/** Returns the expected orders of a day. `age`: elapsed part of the year, 0 to 1. */
function ordersExpected(day: Day, age: number): number {
  const date = new Date(day)
  const weekday = WEEKDAYS[date.getUTCDay()] ?? 1
  const payday = date.getUTCDate() <= 6 ? 1.15 : 1
  return (4 + 6 * age) * weekday * payday * festivalFactor(day)
}

function festivalFactor(day: Day): number {
  const next = FESTIVALS.find((festival) => festival >= day && festival <= addDays(day, BEFORE_FESTIVAL_DAYS))
  if (next === undefined) return 1
  return 1 + 1.1 * (1 - daysBetween(day, next) / (BEFORE_FESTIVAL_DAYS + 1))
}

/** Returns the demand for hydration products in a month, compared to millet products. */
function hydrationDemand(day: Day): number {
  const BY_MONTH = [0.5, 0.6, 0.9, 1.4, 1.8, 1.5, 0.9, 0.7, 0.7, 0.7, 0.6, 0.5]
  return BY_MONTH[new Date(day).getUTCMonth()] ?? 1
}
