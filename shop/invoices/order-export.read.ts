/** Exports orders page by page, so that a long list is never in memory as a whole. */

import type { Db } from '#shop/ctx.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { latestInvoices } from '#shop/invoices/invoices.read.ts'
import { type CsvCell, cellsOf, type FileColumn, headingsOf } from '#shop/kernel/csv.ts'
import { timeInIndia } from '#shop/kernel/day.ts'
import { type Money, NO_MONEY, toRupees } from '#shop/kernel/money.ts'
import { type ListingTimes, listForAdmin } from '#shop/orders/listing.read.ts'
import type { ListingSearch } from '#shop/orders/listing.ts'
import { type Order, staffPaymentStatus, unpaidWords } from '#shop/orders/order.ts'
import { listOrders, listOrdersIn, type OrderFilter } from '#shop/orders/orders.read.ts'
import { statusName } from '#shop/orders/tracker.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import { refundedAmounts } from '#shop/revenue.read.ts'

const PAGE_SIZE = 500

/** Exports a customer's own orders, without the shop's losses. Amounts are rupees, times IST. */
export async function* exportOrders(
  db: Db,
  filter: Omit<OrderFilter, 'limit' | 'after' | 'ids'> & { userId: string },
  pageSize = PAGE_SIZE,
): AsyncGenerator<CsvCell[][]> {
  yield [headingsOf(COLUMNS)]
  let after: string | undefined
  while (true) {
    const orders = await listOrders(db, { ...filter, limit: pageSize, ...(after && { after }) })
    yield (await withRefunds(db, orders)).map((order) => cellsOf(COLUMNS, { ...order, isWrittenOff: false }))
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
  yield [headingsOf(LISTING_COLUMNS)]
  let page: ListingSearch = { ...search, after: null, before: null }
  while (true) {
    const { orders, hasNext } = await listForAdmin(db, page, times, pageSize)
    const ids = orders.map(({ id }) => id)
    const fullOrders = await listOrdersIn(db, ids)
    const byId = new Map((await withRefunds(db, fullOrders)).map((order) => [order.id, order]))
    const invoices = await latestInvoices(db, ids)
    yield orders.flatMap((listed) => {
      const order = byId.get(listed.id)
      if (!order) return []
      const unpaid = unpaidWords(listed, listed.holdUntil, times.now) ?? ''
      return [cellsOf(LISTING_COLUMNS, { ...order, unpaid, invoice: invoices.get(listed.id) })]
    })
    if (!hasNext) return
    page = { ...page, after: ids.at(-1) ?? null }
  }
}

type ExportedOrder = Order & { refunded: Money }

const COLUMNS: FileColumn<ExportedOrder>[] = [
  ['Order', ({ id }) => id],
  ['Placed (IST)', ({ createdAt }) => timeInIndia(createdAt)],
  ['Status', ({ status }) => statusName(status)],
  ['Payment method', ({ paymentMethod }) => PAYMENT_METHOD_NAMES[paymentMethod]],
  ['Payment status', staffPaymentStatus],
  ['Items', ({ items }) => items.map(({ name, quantity }) => `${quantity} x ${name}`).join('; ')],
  ['Subtotal', ({ subtotal }) => toRupees(subtotal)],
  ['Discount', ({ discount }) => toRupees(discount)],
  ['Tax', ({ tax }) => toRupees(tax)],
  ['Tax is in the prices', ({ pricesIncludeTax }) => (pricesIncludeTax ? 'yes' : 'no')],
  ['Shipping', ({ shippingFee }) => toRupees(shippingFee)],
  ['Round-off', ({ roundOff }) => toRupees(roundOff)],
  ['Total', ({ total }) => toRupees(total)],
  ['Refunded', ({ refunded }) => toRupees(refunded)],
  ['Coupon', ({ couponCode }) => couponCode],
  ['Carrier', ({ carrier }) => carrier],
  ['Tracking number', ({ trackingNumber }) => trackingNumber],
  ['Deliver to', ({ shippingAddress }) => shippingAddress.fullName],
  ['City', ({ shippingAddress }) => shippingAddress.city],
  ['State', ({ shippingAddress }) => shippingAddress.state],
  ['PIN code', ({ shippingAddress }) => shippingAddress.postalCode],
]

type ListedRow = ExportedOrder & { unpaid: string; invoice: InvoiceDocument | undefined }

/** Returns a column that contains an amount of the invoice; empty without an invoice. */
const invoiceAmount =
  (key: 'taxable' | 'cgst' | 'sgst' | 'igst') =>
  ({ invoice }: ListedRow) =>
    invoice ? toRupees(invoice[key]) : null

const LISTING_COLUMNS: FileColumn<ListedRow>[] = [
  ...COLUMNS,
  ['Customer', ({ customerName }) => customerName],
  ['Email', ({ customerEmail }) => customerEmail],
  ['Unpaid', ({ unpaid }) => unpaid],
  ['HSN codes', ({ items }) => [...new Set(items.map(({ hsnCode }) => hsnCode))].filter(Boolean).join('; ')],
  ['Invoice', ({ invoice }) => invoice?.number ?? null],
  ['Taxable value', invoiceAmount('taxable')],
  ['CGST', invoiceAmount('cgst')],
  ['SGST', invoiceAmount('sgst')],
  ['IGST', invoiceAmount('igst')],
]

async function withRefunds(db: Db, orders: readonly Order[]): Promise<ExportedOrder[]> {
  const ids = orders.map(({ id }) => id)
  const refunded = await refundedAmounts(db, ids)
  return orders.map((order) => ({ ...order, refunded: refunded.get(order.id) ?? NO_MONEY }))
}
