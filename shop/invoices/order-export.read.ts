/** Page by page, so that a long list is never in memory as a whole. */

import type { Db } from '#shop/ctx.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { latestInvoices } from '#shop/invoices/invoices.read.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { timeInIndia } from '#shop/kernel/day.ts'
import { type Money, NO_MONEY, toRupees } from '#shop/kernel/money.ts'
import { type ListingTimes, listForAdmin } from '#shop/orders/listing.read.ts'
import type { ListingSearch } from '#shop/orders/listing.ts'
import { type Order, unpaidWords } from '#shop/orders/order.ts'
import { listOrders, type OrderFilter } from '#shop/orders/orders.read.ts'
import { statusName } from '#shop/orders/tracker.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import { refundedOf } from '#shop/revenue.read.ts'

const PAGE_SIZE = 500

/** Exports a customer's own orders. Amounts are rupees, times IST. */
export async function* exportOrders(
  db: Db,
  filter: Omit<OrderFilter, 'limit' | 'after' | 'ids'> & { userId: string },
  pageSize = PAGE_SIZE,
): AsyncGenerator<CsvCell[][]> {
  yield [HEADINGS]
  let after: string | undefined
  while (true) {
    const orders = await listOrders(db, { ...filter, limit: pageSize, ...(after && { after }) })
    yield await rowsOf(db, orders)
    if (orders.length < pageSize) return
    after = orders.at(-1)?.id
  }
}

/** Exports the admin's list with invoice taxes. The caller has checked the actor. */
export async function* exportListing(
  db: Db,
  search: ListingSearch,
  times: ListingTimes,
  pageSize = PAGE_SIZE,
): AsyncGenerator<CsvCell[][]> {
  yield [[...HEADINGS, 'Customer', 'Email', 'Unpaid', ...TAX_HEADINGS]]
  let page: ListingSearch = { ...search, after: null, before: null }
  while (true) {
    const { orders, hasNext } = await listForAdmin(db, page, times, pageSize)
    const ids = orders.map(({ id }) => id)
    const whole = ids.length > 0 ? await listOrders(db, { userId: null, ids, limit: pageSize }) : []
    const unpaid = new Map(
      orders.map((order) => [order.id, unpaidWords(order, order.holdUntil, times.now) ?? '']),
    )
    const byId = new Map(whole.map((order) => [order.id, order]))
    const inOrder = ids.flatMap((id) => byId.get(id) ?? [])
    const [rows, invoices] = [await rowsOf(db, inOrder), await latestInvoices(db, ids)]
    yield inOrder.map((order, at) => [
      ...(rows[at] ?? []),
      order.customerName,
      order.customerEmail,
      unpaid.get(order.id) ?? '',
      ...taxCells(order, invoices.get(order.id)),
    ])
    if (!hasNext) return
    page = { ...page, after: ids.at(-1) ?? null }
  }
}

const HEADINGS = [
  'Order',
  'Placed (IST)',
  'Status',
  'Payment method',
  'Payment status',
  'Items',
  'Subtotal',
  'Discount',
  'Tax',
  'Tax is in the prices',
  'Shipping',
  'Round-off',
  'Total',
  'Refunded',
  'Coupon',
  'Carrier',
  'Tracking number',
  'Deliver to',
  'City',
  'State',
  'PIN code',
]

const TAX_HEADINGS = ['HSN codes', 'Invoice', 'Taxable value', 'CGST', 'SGST', 'IGST']

/** As invoiced; empty before the invoice. */
function taxCells({ items }: Order, invoice: InvoiceDocument | undefined): CsvCell[] {
  const codes = new Set(items.map(({ hsnCode }) => hsnCode).filter((code) => code !== ''))
  const amounts = invoice && [invoice.taxable, invoice.cgst, invoice.sgst, invoice.igst].map(toRupees)
  return [[...codes].join('; '), invoice?.number ?? null, ...(amounts ?? [null, null, null, null])]
}

async function rowsOf(db: Db, orders: readonly Order[]): Promise<CsvCell[][]> {
  const refunded = await refundedOf(
    db,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => rowOf(order, refunded.get(order.id) ?? NO_MONEY))
}

function rowOf(order: Order, refunded: Money): CsvCell[] {
  const { shippingAddress: to } = order
  return [
    order.id,
    timeInIndia(order.createdAt),
    statusName(order.status),
    PAYMENT_METHOD_NAMES[order.paymentMethod],
    order.paymentStatus,
    order.items.map(({ name, quantity }) => `${quantity} x ${name}`).join('; '),
    toRupees(order.subtotal),
    toRupees(order.discount),
    toRupees(order.tax),
    order.pricesIncludeTax ? 'yes' : 'no',
    toRupees(order.shippingFee),
    toRupees(order.roundOff),
    toRupees(order.total),
    toRupees(refunded),
    order.couponCode,
    order.carrier,
    order.trackingNumber,
    to.fullName,
    to.city,
    to.state,
    to.postalCode,
  ]
}
