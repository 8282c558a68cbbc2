/** Orders for a spreadsheet, page by page, so that a long list never stands in memory as a whole. */
import type { Db } from '#shop/ctx.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { type Order, PAYMENT_METHOD_NAMES } from '#shop/orders/order.ts'
import { listOrders, type OrderFilter } from '#shop/orders/orders.read.ts'
import { statusName } from '#shop/orders/tracker.ts'

const PAGE_SIZE = 500

/** The first row names the columns. Amounts are rupees, times UTC. Without `isForAdmin` the customer is left out. */
export async function* exportRows(
  db: Db,
  filter: Omit<OrderFilter, 'limit' | 'after'>,
  isForAdmin: boolean,
): AsyncGenerator<CsvCell[][]> {
  yield [isForAdmin ? [...HEADINGS, 'Customer', 'E-mail'] : HEADINGS]
  let after: string | undefined
  while (true) {
    const orders = await listOrders(db, { ...filter, limit: PAGE_SIZE, ...(after && { after }) })
    yield orders.map((order) =>
      isForAdmin ? [...rowOf(order), order.customerName, order.customerEmail] : rowOf(order),
    )
    if (orders.length < PAGE_SIZE) return
    after = orders.at(-1)?.id
  }
}

const HEADINGS = [
  'Order',
  'Placed',
  'Status',
  'Payment method',
  'Payment status',
  'Items',
  'Subtotal',
  'Discount',
  'Tax',
  'Shipping',
  'Total',
  'Coupon',
  'Carrier',
  'Tracking number',
  'Deliver to',
  'City',
  'State',
  'PIN code',
]

function rowOf(order: Order): CsvCell[] {
  const { shippingAddress: to } = order
  return [
    order.id,
    order.createdAt.toISOString(),
    statusName(order.status),
    PAYMENT_METHOD_NAMES[order.paymentMethod],
    order.paymentStatus,
    order.items.map(({ name, quantity }) => `${quantity} x ${name}`).join('; '),
    toRupees(order.subtotal),
    toRupees(order.discount),
    toRupees(order.tax),
    toRupees(order.shippingFee),
    toRupees(order.total),
    order.couponCode,
    order.carrier,
    order.trackingNumber,
    to.fullName,
    to.city,
    to.state,
    to.postalCode,
  ]
}
