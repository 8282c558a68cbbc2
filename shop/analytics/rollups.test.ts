import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makePastOrder, type PastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { readCompared } from '#shop/analytics/analytics.read.ts'
import type { Sums } from '#shop/analytics/figures.ts'
import { baseOf, type Period, periodOf, type Slice, type Span, wholeDays } from '#shop/analytics/period.ts'
import { acquisition } from '#shop/analytics/rates.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import type { Cell } from '#shop/analytics/report.ts'
import { salesByDay } from '#shop/analytics/rollups.read.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { paise } from '#shop/kernel/money.ts'
import { SOURCE_NAMES, type Source } from '#shop/orders/visit-source.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { reportRows } from '#tests/report-rows.ts'
import { insertRows, updateRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const HOUR = 3600 * 1000

const products = await Promise.all([
  ...['meal-mix', 'hydration', 'bundles'].map((category) =>
    makeProduct(db, { category: category as 'meal-mix' }),
  ),
  ...[1, 2, 3, 4].map(() => makeProduct(db, { category: 'tastemakers' })),
]).then((ids) => ids.map((id) => id ?? ''))
const [mix = '', sticks = '', bundle = '', ...tastemakers] = products
const categoryOf = new Map(
  products.map((id, at) => [id, ['Meal Mixes', 'Hydration', 'Bundles'][at] ?? 'Tastemakers']),
)
const people = await Promise.all([1, 2, 3, 4, 5].map(() => makeUser(db)))

type OrderSpec = {
  person: number
  hoursAgo: number
  units: number[]
  picks: number[]
  state: 'pending' | 'shipped' | 'delivered' | 'cancelled' | 'returned'
  isPaid: boolean
  coupon: boolean
  carrier: number
  city: number
  source: Source | null
  pace: number
  later: 'cancelled' | 'returned' | 'partly' | 'refused' | 'goodwill' | 'delivered' | null
}

const orderSpec: fc.Arbitrary<OrderSpec> = fc.record({
  person: fc.nat(4),
  // Many orders are near the time of day up to which an unfinished period is compared.
  hoursAgo: fc.oneof(fc.nat(24 * 9), fc.nat(24 * 400), fc.integer({ min: 24 * 6, max: 24 * 8 })),
  units: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(1)).map(([first, ...rest]) => [first + 1, ...rest]),
  picks: fc.array(fc.nat(3), { maxLength: 4 }),
  state: fc.constantFrom('pending', 'shipped', 'delivered', 'cancelled', 'returned'),
  // Mostly paid, so that there are sales.
  isPaid: fc.nat(3).map((number) => number > 0),
  coupon: fc.boolean(),
  carrier: fc.nat(2),
  city: fc.nat(2),
  source: fc.constantFrom(null, 'search', 'email'),
  pace: fc.integer({ min: 1, max: 200 }),
  later: fc.constantFrom(null, null, 'cancelled', 'returned', 'partly', 'refused', 'goodwill', 'delivered'),
})

const CARRIERS = ['India Post', 'Delhivery', null]
const CITIES = ['Pune', ' pune', 'NAGPUR']

function pastOrder(order: OrderSpec): PastOrder {
  const placedAt = new Date(NOW.getTime() - order.hoursAgo * HOUR)
  const hoursAfter = (hours: number) => new Date(placedAt.getTime() + hours * HOUR)
  const isThere = order.state === 'delivered' || order.state === 'returned'
  const picks = [...new Set(order.picks)].map((at) => ({ productId: tastemakers[at] ?? '', count: at + 1 }))
  const items = [mix, sticks, bundle].map((productId, at) => ({
    productId,
    quantity: order.units[at] ?? 0,
    unitPrice: [27950, 26901, 69999][at] ?? 0,
    picks: at === 0 ? picks : [],
  }))
  return {
    userId: people[order.person]?.id ?? '',
    placedAt,
    items: items.filter(({ quantity }) => quantity > 0),
    status: order.state === 'returned' ? 'delivered' : order.state,
    paymentStatus: order.state === 'returned' ? 'refunded' : order.isPaid ? 'paid' : 'pending',
    discount: order.coupon ? 1234 : 0,
    notes: order.coupon ? 'Coupon applied: HARVEST10' : null,
    ...(order.coupon && { couponCode: 'HARVEST10', discountKind: order.city === 1 ? 'referral' : 'coupon' }),
    source: order.source,
    carrier: CARRIERS[order.carrier] ?? null,
    address: { city: CITIES[order.city] ?? '', state: 'Maharashtra' },
    events: [
      ...(isThere || order.state === 'shipped'
        ? [{ to: 'shipped' as const, at: hoursAfter(order.pace) }]
        : []),
      ...(isThere ? [{ to: 'delivered' as const, at: hoursAfter(order.pace * 2 + 3) }] : []),
      ...(order.state === 'cancelled' ? [{ to: 'cancelled' as const, at: hoursAfter(1) }] : []),
    ],
  }
}

/** Changes an order after it was counted. */
async function changeLater(id: string, change: Exclude<OrderSpec['later'], null>): Promise<void> {
  const status = change === 'cancelled' ? 'cancelled' : 'delivered'
  const paid = change === 'returned' ? { paymentStatus: 'refunded' } : {}
  if (status === 'delivered') {
    for (const to of ['shipped', 'delivered'] as const) {
      const at = new Date(NOW.getTime() - (to === 'shipped' ? 2 : 1) * HOUR)
      await db.insertInto('orderEvents').values({ orderId: id, toStatus: to, createdAt: at }).execute()
    }
  }
  await updateRows(db, 'orders', { id }, { status, ...paid })
  if (change === 'partly' || change === 'refused' || change === 'goodwill') await grantRefund(id, change)
}

/**
 * Makes a partial refund: the order stays a sale with less revenue. It also refunds a duplicate payment, which
 * changes no figure.
 */
async function grantRefund(orderId: string, kind: 'partly' | 'refused' | 'goodwill'): Promise<void> {
  const noted = { orderId, fromStatus: 'delivered', toStatus: 'delivered', createdAt: NOW }
  await insertRows(db, 'orderEvents', { ...noted, kind: 'refund_approved' })
  const open = { orderId, kind: 'refund', reason: 'damaged', status: 'open', requestedAt: NOW }
  const { id } = await db.insertInto('orderRequests').values(open).returning('id').executeTakeFirstOrThrow()
  await refreshRollups(ctx())
  const granted = { status: 'approved', amount: REFUNDED, decidedAt: NOW }
  await db.updateTable('orderRequests').set(granted).where('id', '=', id).execute()
  const order = await db
    .updateTable('orders')
    .set({ paymentStatus: 'paid' })
    .where('id', '=', orderId)
    .returning('total')
    .executeTakeFirstOrThrow()
  const item = await db
    .selectFrom('orderItems')
    .select('id')
    .where('orderId', '=', orderId)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const quantity = kind === 'goodwill' ? 0 : 1
  const line = { requestId: id, orderItemId: item.id, quantity, restocked: 0, amount: REFUNDED - 100 }
  await db.insertInto('returnedItems').values(line).execute()
  const payment = { orderId, provider: 'sandbox', amount: order.total, capturedAt: NOW }
  const payments = await db
    .insertInto('payments')
    .values(['once', 'twice'].map((time) => ({ ...payment, providerPaymentId: `${time} ${id}` })))
    .returning('id')
    .execute()
  const refund = { orderId, reason: 'damaged', status: 'requested', createdAt: NOW, updatedAt: NOW }
  await insertRows(db, 'refunds', [
    { ...refund, key: `refund:${id}`, amount: REFUNDED, paymentId: payments[0]?.id ?? '' },
    { ...refund, key: `unwanted:${id}`, amount: order.total, paymentId: payments[1]?.id ?? '' },
  ])
  await refreshRollups(ctx())
  const status = kind === 'refused' ? 'refused' : 'done'
  await db.updateTable('refunds').set({ status }).where('key', '=', `refund:${id}`).execute()
}

/** A partial refund in paise; one rupee of it belongs to no line. */
const REFUNDED = 12_345

/** Periods of every kind: ending today, in the past, within a month and over several. */
const PERIODS = [
  '2026-11-21..2026-11-21',
  '7d',
  '30d',
  '90d',
  '1y',
  '2026-11',
  '2026-10',
  '2026-02',
  '2026-09-05..2026-11-17',
].map((key) => periodOf(key, NOW))

const periods = fc.shuffledSubarray(PERIODS, { minLength: 2, maxLength: 3 })

it('has the same figures as counting all orders, after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(orderSpec, { maxLength: 14 }),
      fc.nat(14),
      periods,
      async (orders, cut, some) => {
        for (const table of ['refunds', 'payments', 'orders'] as const) await db.deleteFrom(table).execute()
        const ids: string[] = []
        for (const [at, order] of orders.entries()) {
          if (at === cut) await refreshRollups(ctx())
          ids.push(await makePastOrder(db, pastOrder(order)))
        }
        await refreshRollups(ctx())
        for (const [at, { later }] of orders.entries()) if (later) await changeLater(ids[at] ?? '', later)
        await refreshRollups(ctx())
        // Recounting without changes gives the same figures.
        await db.updateTable('orders').set({ updatedAt: NOW }).execute()
        await refreshRollups(ctx())
        const all = await allOrders()
        for (const period of some)
          expect(await readFigures(period), period.key).toEqual(directFigures(all, period))
      },
    ),
    { numRuns: 4 },
  )
}, 120_000)

async function readFigures(period: Period) {
  const { now, growth, ...compared } = await readCompared(db, period)
  const days = await salesByDay(db, period.current)
  const rows = async (id: string, ...keys: string[]) => {
    const found = await reportRows(db, id, period)
    return found.map((row) => keys.map((key) => row[key] ?? null)).toSorted(byFirst)
  }
  return {
    now,
    before: compared.before,
    days: days.filter(({ orders }) => orders > 0).map(({ day, revenue }) => [day, revenue]),
    returns: await rows('returns', 'name', 'delivered', 'returned'),
    groups: {
      products: await rows('products', 'productId', ...SALES),
      categories: await rows('categories', 'name', ...SALES),
      cities: await rows('cities', 'name', ...SALES),
      offers: await rows('offers', 'name', ...SALES),
      sources: await rows('sources', 'name', ...SALES),
    },
    carriers: await rows('carriers', 'name', 'parcels', 'delivered', 'seconds'),
    lifetimeValue: acquisition(growth).lifetimeValue,
  }
}

const SALES = ['orders', 'units', 'value', 'ordersBefore', 'unitsBefore', 'valueBefore']

type Cells = (Cell | undefined)[]

/** Sorts rows by their first cell. */
function byFirst([a]: Cells, [b]: Cells): number {
  return `${a}` < `${b}` ? -1 : 1
}

/** Returns the groups calculated from the lines and orders themselves. */
function directGroups(all: Row[], { current, previous, until }: Period): Record<string, Cells[]> {
  const sold = all.filter(isSale)
  const inSpan = (rows: Row[], { from, to }: Span, end: Date | null = null) =>
    rows.filter(({ day, createdAt }) => day >= from && day <= to && (!end || createdAt <= end))
  const unitsOf = (items: Row['items']) =>
    items.reduce((sum, { quantity, unitsBack }) => sum + quantity - unitsBack, 0)
  const byLine = (orders: Row[], name: (item: Row['items'][number]) => string) =>
    new Map(
      [
        ...Map.groupBy(
          orders.flatMap(({ items }) => items),
          name,
        ),
      ].map(([key, items]) => [
        key,
        [
          new Set(items.map(({ orderId }) => orderId)).size,
          unitsOf(items),
          items.reduce((sum, item) => sum + item.totalPrice - valueBack(item), 0),
        ],
      ]),
    )
  const byOrder = (orders: Row[], name: (order: Row) => string) =>
    new Map(
      [...Map.groupBy(orders, name)].map(([key, some]) => [
        key,
        [
          some.length,
          unitsOf(some.flatMap(({ items }) => items)),
          some.reduce((sum, order) => sum + revenueOf(order), 0),
        ],
      ]),
    )
  const compareGroups = (count: (orders: Row[]) => Map<string, number[]>): Cells[] => {
    const [now, earlier] = [count(inSpan(sold, current)), count(inSpan(sold, previous, until))]
    const names = [...new Set([...now.keys(), ...earlier.keys()])]
    const none = [0, 0, 0]
    return names
      .map((name) => [name, ...(now.get(name) ?? none), ...(earlier.get(name) ?? none)])
      .toSorted(byFirst)
  }
  const town = ({ city }: Row) => (city.trim().toLowerCase() === 'pune' ? 'Pune' : 'Nagpur')
  const offer = ({ discountKind, couponCode }: Row) =>
    discountKind === 'referral' ? 'Friend’s code' : couponCode ? `Coupon ${couponCode}` : 'No offer'
  return {
    products: compareGroups((orders) => byLine(orders, ({ productId }) => productId ?? '')),
    categories: compareGroups((orders) =>
      byLine(orders, ({ productId }) => categoryOf.get(productId ?? '') ?? ''),
    ),
    cities: compareGroups((orders) => byOrder(orders, town)),
    offers: compareGroups((orders) => byOrder(orders, offer)),
    sources: compareGroups((orders) =>
      byOrder(orders, ({ source }) => (source ? SOURCE_NAMES[source] : 'Unknown')),
    ),
  }
}

/** Returns the sums of a span; with `until` the last day counts up to that moment. */
function directSums(all: Row[], { span: { from, to }, until }: Slice): Sums {
  const byEnd = all.filter(({ day, createdAt }) => day <= to && (!until || createdAt <= until))
  const placed = byEnd.filter(({ day }) => day >= from)
  const sold = placed.filter(isSale)
  const delivered = placed.filter(({ status }) => status === 'delivered')
  const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
  const histories = [...Map.groupBy(byEnd.filter(isSale), ({ userId }) => userId).values()]
  const buyers = histories.filter((orders) => orders.some(({ day }) => day >= from))
  return {
    orders: placed.length,
    cancelled: placed.filter(({ status }) => status === 'cancelled').length,
    sales: sold.length,
    revenue: paise(sumOf(sold.map(revenueOf))),
    hydrationRevenue: paise(sumOf(sold.map(hydrationPart))),
    paidRevenue: paise(sumOf(sold.filter(isPaid).map(revenueOf))),
    couponOrders: placed.filter(({ notes }) => notes?.includes('Coupon applied')).length,
    delivered: delivered.length,
    deliverySeconds: sumOf(delivered.map((order) => seconds(order.createdAt, last(order, 'delivered')))),
    customers: buyers.length,
    repeating: buyers.filter((orders) => orders.length >= 2).length,
    newcomers: buyers.filter((orders) => orders.every(({ day }) => day >= from)).length,
    visits: 0,
  }
}

/** Returns the figures of a period, calculated directly from all rows. */
function directFigures(all: Row[], period: Period) {
  const { from, to } = period.current
  const placed = all.filter(({ day }) => day >= from && day <= to)
  const delivered = placed.filter(({ status }) => status === 'delivered')
  const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
  const sold = all.filter(isSale)
  const groups = <Of>(rows: Of[], key: (row: Of) => string, figures: (rows: Of[]) => number[]) =>
    [...Map.groupBy(rows, key)].map(([name, some]) => [name, ...figures(some)]).toSorted(byFirst)
  const customers = new Set(sold.map(({ userId }) => userId)).size
  return {
    now: directSums(all, wholeDays(period.current)),
    before: directSums(all, baseOf(period)),
    days: groups(
      placed,
      ({ day }) => day,
      (orders) => [sumOf(orders.filter(isSale).map(revenueOf))],
    ),
    returns: groups(
      delivered.flatMap(({ items }) => items),
      ({ productId }) => categoryOf.get(productId ?? '') ?? '',
      (rows) => [sumOf(rows.map(({ quantity }) => quantity)), sumOf(rows.map(({ unitsBack }) => unitsBack))],
    ),
    groups: directGroups(all, period),
    carriers: groups(
      placed.filter(({ status, carrier }) => carrier && ['shipped', 'delivered'].includes(status)),
      ({ carrier }) => carrier ?? '',
      (orders) => {
        const delivered = orders.filter(({ status }) => status === 'delivered')
        const times = delivered.map((order) => seconds(last(order, 'shipped'), last(order, 'delivered')))
        return [orders.length, delivered.length, sumOf(times)]
      },
    ),
    lifetimeValue: customers === 0 ? null : Math.round(sumOf(sold.map(revenueOf)) / customers),
  }
}

type Row = Awaited<ReturnType<typeof allOrders>>[number]
type OrderSums = Pick<Row, 'status' | 'paymentStatus' | 'paymentMethod' | 'total' | 'given'>
const isPaid = ({ paymentStatus }: Pick<Row, 'paymentStatus'>) => paymentStatus === 'paid'
const isSale = ({ status, paymentStatus, paymentMethod, total, given }: OrderSums) =>
  status !== 'cancelled' &&
  (paymentStatus === 'paid' || (paymentMethod === 'cod' && paymentStatus === 'pending')) &&
  given < total
const revenueOf = ({ total, given }: OrderSums) => total - given
/** The part of a refund for a line, without its tax. */
const valueBack = ({ paidBack, totalPrice, order }: Row['items'][number]) =>
  Math.min(totalPrice, Math.round((paidBack * order.subtotal) / order.total))
const last = ({ events }: Row, status: string) =>
  new Date(
    Math.max(
      ...events
        .filter(({ toStatus, kind }) => toStatus === status && kind === 'status')
        .map(({ createdAt }) => +createdAt),
    ),
  )
const seconds = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 1000)
const hydrationPart = (order: Row) => {
  const line = order.items.find(({ productId }) => productId === sticks)
  const part = Math.round((order.total * (line?.totalPrice ?? 0)) / order.subtotal) - (line?.paidBack ?? 0)
  return Math.max(0, Math.min(revenueOf(order), part))
}

async function allOrders() {
  const orders = await db.selectFrom('orders').selectAll().execute()
  const addresses = await db.selectFrom('shippingAddresses').selectAll().execute()
  const items = await db.selectFrom('orderItems').selectAll().execute()
  const picks = await db.selectFrom('orderItemTastemakers').selectAll().execute()
  const events = await db.selectFrom('orderEvents').selectAll().execute()
  const back = await db.selectFrom('returnedItems').selectAll().execute()
  const refunds = await db.selectFrom('refunds').selectAll().execute()
  const refused = new Set(refunds.filter(({ status }) => status === 'refused').map(({ key }) => key))
  const givenFor = ({ requestId, amount }: (typeof back)[number]) =>
    refused.has(`refund:${requestId}`) ? 0 : amount
  const withRefunds = orders.map((order) => ({
    ...order,
    given: refunds
      .filter(({ orderId, key }) => orderId === order.id && key.startsWith('refund:') && !refused.has(key))
      .reduce((sum, { amount }) => sum + amount, 0),
  }))
  return withRefunds.map((order) => ({
    ...order,
    day: dayOf(order.createdAt),
    city: addresses.find(({ id }) => id === order.shippingAddressId)?.city ?? '',
    events: events.filter(({ orderId }) => orderId === order.id),
    items: items
      .filter(({ orderId }) => orderId === order.id)
      .map((item) => ({
        ...item,
        order,
        picks: picks.filter(({ orderItemId }) => orderItemId === item.id),
        unitsBack: back
          .filter(({ orderItemId }) => orderItemId === item.id)
          .reduce((sum, { quantity }) => sum + quantity, 0),
        paidBack: back
          .filter(({ orderItemId }) => orderItemId === item.id)
          .reduce((sum, returned) => sum + givenFor(returned), 0),
      })),
  }))
}
