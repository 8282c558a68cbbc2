import {
  acquisition,
  averageHours,
  averageOrderValue,
  EXCELLENT_RATIO,
  type Growth,
  shareOf,
} from '#shop/analytics/rates.ts'
import { REVENUE_DEFINITION, type Unit, VISITS_DEFINITION } from '#shop/analytics/report.ts'
import { paymentText, type SalesFigures } from '#shop/analytics/sales.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'

export type Sums = SalesFigures & {
  /** `customers` bought on these days; `repeating` of them have two sales by then, `newcomers` made their first. */
  customers: number
  repeating: number
  newcomers: number
  visits: number
}

/** `byDay`: see `comparedDays`; null when no day is over. */
export type ComparedSums = {
  now: Sums
  before: Sums
  byDay: { now: Sums; before: Sums } | null
  growth: Growth
}

export type Figure = {
  label: string
  definition: string
  unit: Unit
  value: number | null
  /** 'later': no day of the period is over. */
  change: { now: number | null; before: number | null } | 'later' | null
  byDay: boolean
  /** The numbers behind the figure: '12 orders'. */
  aside: string | null
  /** The direction in which the figure improves. */
  better: 'more' | 'less' | null
  /** The rows behind the figure: a report, or the list of orders with a filter; null if they are customers. */
  rows: { report: string } | { orders: Record<string, string> } | null
}

export type QuickFigure = Pick<Figure, 'label' | 'unit' | 'definition' | 'value'>

type Definition = Pick<Figure, 'label' | 'definition' | 'unit'> & {
  value: (sums: Sums) => number | null
  aside?: (sums: Sums) => string
  isCompared?: false
} & Partial<Pick<Figure, 'better' | 'rows' | 'byDay'>>

const FIGURES: Definition[] = [
  {
    label: 'Revenue',
    definition: REVENUE_DEFINITION,
    unit: 'money',
    value: ({ revenue }) => revenue,
    aside: (sums) => `${withNoun(sums.sales, 'order')}: ${paymentText(sums)}`,
    rows: { report: 'orders' },
  },
  {
    label: 'Orders',
    definition: 'All orders placed in the period, also those cancelled later.',
    unit: 'count',
    value: ({ orders }) => orders,
    rows: { orders: {} },
  },
  {
    label: 'Cancelled orders',
    definition: 'Orders placed in the period that were cancelled, whenever that was.',
    unit: 'count',
    value: ({ cancelled }) => cancelled,
    better: 'less',
    rows: { orders: { status: 'cancelled' } },
  },
  {
    label: 'Average order value',
    definition: 'Revenue divided by the number of the orders it comes from.',
    unit: 'money',
    value: ({ revenue, sales }) => averageOrderValue(revenue, sales),
    rows: { report: 'orders' },
  },
  {
    label: 'New customers',
    definition: 'Customers whose first order that counts as revenue falls in the period.',
    unit: 'count',
    value: ({ newcomers }) => newcomers,
  },
  {
    label: 'Repeat purchase rate',
    definition: 'Of the customers who bought in the period, the share with two or more orders by its end.',
    unit: 'percent',
    value: ({ repeating, customers }) => shareOf(repeating, customers),
    aside: ({ repeating, customers }) => `${formatNumber(repeating)} of ${withNoun(customers, 'customer')}`,
  },
  {
    label: 'Coupon usage rate',
    definition:
      "Orders placed with a coupon or a friend's code (their notes say 'Coupon applied') divided by all orders placed.",
    unit: 'percent',
    value: ({ couponOrders, orders }) => shareOf(couponOrders, orders),
    aside: ({ couponOrders }) => `${withNoun(couponOrders, 'order')} with a code`,
    better: null,
    rows: { orders: { code: '1' } },
  },
  {
    label: 'Visits',
    definition: VISITS_DEFINITION,
    unit: 'count',
    value: ({ visits }) => visits,
    byDay: true,
    rows: { report: 'visits' },
  },
  {
    label: 'Conversion rate',
    definition: 'Orders placed divided by visits. Visitors who ask not to be counted are not in it.',
    unit: 'percent',
    value: ({ orders, visits }) => shareOf(orders, visits),
    aside: ({ orders, visits }) => `${withNoun(orders, 'order')}, ${withNoun(visits, 'visit')}`,
    byDay: true,
    rows: { report: 'visits' },
  },
  {
    label: 'Average fulfilment time',
    definition:
      'From placing to delivery, of the orders placed in the period that were delivered. It is not compared, because the slow deliveries of the last days are still missing.',
    unit: 'hours',
    value: ({ deliverySeconds, delivered }) => averageHours(deliverySeconds, delivered),
    aside: ({ delivered }) => `${formatNumber(delivered)} delivered`,
    isCompared: false,
    rows: { orders: { status: 'delivered' } },
  },
]

const QUICK = ['Average order value', 'Repeat purchase rate', 'Conversion rate', 'Average fulfilment time']

/** Returns the figures of the overview, without a comparison. */
export function quickFigures(sums: Sums): QuickFigure[] {
  const quick = FIGURES.filter(({ label }) => QUICK.includes(label))
  return quick.map(({ label, unit, definition, value }) => ({ label, unit, definition, value: value(sums) }))
}

/** Returns the figures of a period and of the days before. */
export function figuresOf(compared: ComparedSums): Figure[] {
  const { now, byDay, growth } = compared
  const figures = FIGURES.map(({ value, aside, isCompared = true, ...definition }): Figure => {
    const sides = definition.byDay ? byDay : compared
    return {
      better: 'more',
      rows: null,
      byDay: false,
      ...definition,
      value: value(now),
      change: isCompared ? (sides ? { now: value(sides.now), before: value(sides.before) } : 'later') : null,
      aside: aside?.(now) ?? null,
    }
  })
  return [...figures, acquisitionFigure(growth)]
}

function acquisitionFigure(growth: Growth): Figure {
  const { lifetimeValue, cost, ratio } = acquisition(growth)
  const price = (amount: Money | null) => (amount === null ? 'none' : formatPrice(wholeRupees(amount)))
  return {
    label: 'Lifetime value : acquisition cost',
    definition:
      'Lifetime value is all revenue divided by all customers. Acquisition cost is the spend of the period (a month counts evenly by day) divided by its new customers.',
    unit: 'ratio',
    value: ratio,
    change: null,
    byDay: false,
    aside: `${ratio !== null && ratio >= EXCELLENT_RATIO ? 'Excellent: ' : ''}${price(lifetimeValue)} : ${price(cost)}, from a spend of ${price(growth.spend)}`,
    better: null,
    rows: { report: 'spend' },
  }
}

function withNoun(value: number, noun: string): string {
  return `${formatNumber(value)} ${value === 1 ? noun : `${noun}s`}`
}
