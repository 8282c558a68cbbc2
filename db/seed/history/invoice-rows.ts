import type { Seller } from '#shop/ctx.ts'
import {
  creditNoteOf,
  documentNumber,
  type InvoiceDocument,
  invoiceOf,
} from '#shop/invoices/invoice-document.ts'
import { NO_MONEY } from '#shop/kernel/money.ts'
import { financialYear } from '#shop/kernel/time.ts'
import type { PastOrder } from './order.ts'
import { relatedId } from './order-rows.ts'

type Series = 'INV' | 'CRN'

/**
 * Returns invoices of shipped orders (issued at shipping) and of paid, unshipped orders (issued at payment), and credit
 * notes of refunds after delivery. Each series is numbered without gaps in the order of issue.
 */
export function invoiceRows(orders: readonly PastOrder[], seller: Seller) {
  const counter = documentCounter()
  const invoiced = orders.flatMap((order) => {
    const shippedAt = order.moves.find(({ to }) => to === 'shipped')?.at
    const issuedAt = shippedAt ?? (order.paymentStatus === 'paid' ? order.paidAt : null)
    return issuedAt ? [{ order, issuedAt }] : []
  })
  const invoices = byIssue(invoiced).map(({ order, issuedAt }) => {
    const number = counter.next('INV', issuedAt)
    const content = invoiceOf(invoiceInput(order), { number, issuedAt, seller, isSample: true })
    return { id: relatedId(order.id, 'f'), order_id: order.id, number, issued_at: issuedAt, content }
  })
  const invoiceByOrder = new Map(invoices.map(({ order_id, content }) => [order_id, content]))
  const refunded = invoiced.flatMap(({ order }) =>
    order.refundedAt ? [{ order, issuedAt: order.refundedAt, invoice: invoiceByOrder.get(order.id) }] : [],
  )
  const notes = byIssue(refunded).flatMap(({ order, issuedAt, invoice }) =>
    invoice ? [noteRow(order, issuedAt, invoice, counter.next('CRN', issuedAt))] : [],
  )
  return { invoices, credit_notes: notes, document_numbers: counter.rows() }
}

function byIssue<Issued extends { issuedAt: Date }>(documents: readonly Issued[]): Issued[] {
  return documents.toSorted((first, second) => first.issuedAt.getTime() - second.issuedAt.getTime())
}

/** Counts the documents of each series and financial year. The program continues from these numbers. */
function documentCounter() {
  const counts = new Map<string, { series: Series; financial_year: string; last: number }>()
  return {
    next(series: Series, issuedAt: Date): string {
      const year = financialYear(issuedAt)
      const key = `${series} ${year}`
      const last = (counts.get(key)?.last ?? 0) + 1
      counts.set(key, { series, financial_year: year, last })
      return documentNumber(series, year, last)
    },
    rows: () => [...counts.values()],
  }
}

function noteRow({ id, total, lines }: PastOrder, issuedAt: Date, invoice: InvoiceDocument, number: string) {
  const reason = 'Refund after delivery'
  const returned = { amount: total, units: lines.map(({ quantity }) => quantity), earlier: [] }
  const content = creditNoteOf(invoice, { number, issuedAt, reason, ...returned })
  return {
    order_id: id,
    invoice_id: relatedId(id, 'f'),
    cause: `refund:${relatedId(id, 'e')}`,
    number,
    amount: total,
    issued_at: issuedAt,
    content,
  }
}

function invoiceInput({ id, placedAt, customer, lines, tax, paymentMethod }: PastOrder) {
  const { fullName, phone, addressLine1, postalCode, town } = customer
  const items = lines.map(({ name, product, quantity, unitPrice, total, taxed }) => ({
    ...{ name, quantity, unitPrice },
    hsnCode: product.hsnCode,
    totalPrice: total,
    ...taxed,
  }))
  const place = { city: town.city, state: town.state, postalCode }
  const shippingAddress = { fullName, phone, addressLine1, addressLine2: null, ...place }
  return {
    id,
    createdAt: placedAt,
    paymentMethod,
    tax,
    pricesIncludeTax: false,
    shippingFee: NO_MONEY,
    roundOff: NO_MONEY,
    shippingAddress,
    business: null,
    items,
  }
}
