/**
 * Tax invoices and credit notes (CGST Rules 46 and 53) as stored: all printed data, with amounts in paise. Pure: the
 * same order gives the same document.
 */
import {
  add,
  halfOf,
  larger,
  type Money,
  NO_MONEY,
  proportionOf,
  shareOut,
  smaller,
  subtract,
} from '#shop/kernel/money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import type { Seller } from '#shop/seller.ts'

export type InvoiceLine = {
  description: string
  hsnCode: string
  /** On a credit note: the index of the invoice's line, from 0. Older notes have all lines, in the same order. */
  invoiceLine?: number
  /** On a credit note the returned units; null where only money is refunded. */
  quantity: number | null
  unitPrice: Money | null
  /** This line's part of the order's discount. */
  discount: Money
  taxable: Money
  cgst: Money
  sgst: Money
  igst: Money
}

type DocumentSums = {
  taxable: Money
  cgst: Money
  sgst: Money
  igst: Money
  shipping: Money
  /**
   * The odd paisa of a tax without equal halves and the order's own round-off; on a credit note also amounts that fit no
   * line. May be negative.
   */
  roundOff: Money
  total: Money
}

export type InvoiceParty = { name: string; lines: string[]; state: string | null }

export type InvoiceDocument = DocumentSums & {
  kind: 'invoice' | 'credit-note'
  /** A sample without a sale. Missing on documents older than this field. */
  isSample?: boolean
  number: string
  /** ISO 8601, UTC. */
  issuedAt: string
  orderId: string
  orderedAt: string
  payment: string
  seller: InvoiceParty & { gstin: string | null; fssaiLicence: string | null }
  buyer: InvoiceParty
  /** Central and state tax in equal halves within the seller's state, else one integrated tax. */
  isWithinState: boolean
  lines: InvoiceLine[]
  /** On a credit note: the credited invoice. */
  against: { number: string; issuedAt: string } | null
  reason: string | null
}

/** The fields of an order that its invoice contains. */
export type Invoiced = Pick<
  Order,
  'id' | 'createdAt' | 'paymentMethod' | 'discount' | 'tax' | 'shippingFee' | 'roundOff' | 'shippingAddress'
> & { items: readonly Pick<OrderItem, 'name' | 'hsnCode' | 'quantity' | 'unitPrice' | 'totalPrice'>[] }

/** At most 16 characters of letters, digits, '-' and '/', as the rules require: 'INV26-27/0000001'. */
export function documentNumber(series: 'INV' | 'CRN', year: string, last: number): string {
  return `${series}${year}/${String(last).padStart(7, '0')}`
}

export type InvoiceHead = { number: string; issuedAt: Date; seller: Seller; isSample: boolean }

/** The tax invoice of an order. Its total equals the order's exactly. */
export function invoiceOf(
  order: Invoiced,
  { number, issuedAt, seller, isSample }: InvoiceHead,
): InvoiceDocument {
  const isWithinState = seller.state !== null && seller.state === order.shippingAddress.state
  const discounts = shareOut(
    order.discount,
    order.items.map(({ totalPrice }) => totalPrice),
  )
  const taxables = order.items.map(({ totalPrice }, at) => subtract(totalPrice, discounts[at] ?? NO_MONEY))
  const half = isWithinState ? halfOf(order.tax) : NO_MONEY
  const oddPaisa = isWithinState ? subtract(order.tax, add(half, half)) : NO_MONEY
  const halves = shareOut(half, taxables)
  const whole = shareOut(isWithinState ? NO_MONEY : order.tax, taxables)
  const lines = order.items.map((item, at) => ({
    description: item.name || 'Unknown Product',
    hsnCode: item.hsnCode,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    discount: discounts[at] ?? NO_MONEY,
    taxable: taxables[at] ?? NO_MONEY,
    cgst: halves[at] ?? NO_MONEY,
    sgst: halves[at] ?? NO_MONEY,
    igst: whole[at] ?? NO_MONEY,
  }))
  return {
    kind: 'invoice',
    isSample,
    number,
    issuedAt: issuedAt.toISOString(),
    orderId: order.id,
    orderedAt: order.createdAt.toISOString(),
    payment: PAYMENT_METHOD_NAMES[order.paymentMethod],
    seller: sellerOf(seller),
    buyer: buyerOf(order),
    isWithinState,
    lines,
    ...sumsOf(lines, order.shippingFee, add(oddPaisa, order.roundOff)),
    against: null,
    reason: null,
  }
}

export type Credit = Returned & {
  number: string
  issuedAt: Date
  reason: string
}

export type Returned = {
  /** In paise, tax included; at most what earlier notes left. */
  amount: Money
  /** Returned units of each line of the invoice, in its order; missing ones are 0. */
  units: readonly number[]
  /** The invoice's earlier notes. */
  earlier: readonly InvoiceDocument[]
}

/** The amount of an invoice that earlier notes have not credited. */
export function uncredited(invoice: InvoiceDocument, earlier: readonly InvoiceDocument[]): Money {
  return subtract(invoice.total, add(...earlier.map(({ total }) => total)))
}

/**
 * A credit note for part of an invoice, or for its remainder: first for returned units, then shipping, then
 * the other lines; without returned units shared over all lines.
 */
export function creditNoteOf(
  invoice: InvoiceDocument,
  { number, issuedAt, reason, ...returned }: Credit,
): InvoiceDocument {
  const part = creditedParts(invoice, returned)
  const lines = part.lines.map((line, at) => creditedLine(line, at, returned.units[at] ?? 0))
  return {
    ...invoice,
    kind: 'credit-note',
    number,
    issuedAt: issuedAt.toISOString(),
    lines: lines.filter((line) => line.quantity !== null || grossOf(line) > NO_MONEY),
    ...sumsOf(part.lines, part.shipping, part.roundOff),
    against: { number: invoice.number, issuedAt: invoice.issuedAt },
    reason,
  }
}

export type Parts = Pick<InvoiceDocument, 'lines' | 'shipping' | 'roundOff'>

/** The parts of the invoice's lines, shipping and round-off that a note of this amount credits. */
export function creditedParts(invoice: InvoiceDocument, { amount, units, earlier }: Returned): Parts {
  const left = remainingParts(invoice, earlier)
  if (amount === uncredited(invoice, earlier)) return left
  const goods = returnedLines(invoice, { units, earlier })
  const price = add(...goods.map(grossOf))
  if (price === NO_MONEY) return takenFrom(left, amount)
  if (amount <= price) return takenFrom({ lines: goods, shipping: NO_MONEY, roundOff: NO_MONEY }, amount)
  const shipping = smaller(left.shipping, subtract(amount, price))
  const others = {
    lines: left.lines.map((line, at) => combine(line, goods[at], subtract)),
    shipping: subtract(left.shipping, shipping),
    roundOff: left.roundOff,
  }
  const rest = takenFrom(others, subtract(amount, add(price, shipping)))
  const lines = rest.lines.map((line, at) => combine(line, goods[at], add))
  return { lines, shipping: add(shipping, rest.shipping), roundOff: rest.roundOff }
}

/**
 * The price of the returned units with tax, as far as earlier notes left it. Where only a round-off would be left, that
 * too: a whole order returned gives back what was paid.
 */
export function priceOfReturned(invoice: InvoiceDocument, returned: Omit<Returned, 'amount'>): Money {
  const price = add(...returnedLines(invoice, returned).map(grossOf))
  const all = uncredited(invoice, returned.earlier)
  const { roundOff } = remainingParts(invoice, returned.earlier)
  return price > NO_MONEY && subtract(all, price) === roundOff ? all : smaller(price, all)
}

/** The invoice's lines with value and tax of the units returned now; zero where none were. */
function returnedLines(
  invoice: InvoiceDocument,
  { units, earlier }: Omit<Returned, 'amount'>,
): InvoiceLine[] {
  const left = remainingParts(invoice, earlier)
  return invoice.lines.map((line, at) => {
    const before = unitsCredited(at, earlier)
    const whole = line.quantity ?? 0
    const now = Math.min(whole, before + (units[at] ?? 0))
    // The difference of two rounded-down sums, so that single returns add up to the whole line.
    const part = (name: Part) => {
      const parts = subtract(proportionOf(line[name], now, whole), proportionOf(line[name], before, whole))
      return larger(NO_MONEY, smaller(parts, left.lines[at]?.[name] ?? NO_MONEY))
    }
    return { ...line, taxable: part('taxable'), cgst: part('cgst'), sgst: part('sgst'), igst: part('igst') }
  })
}

/** The units of an invoice's line that the notes credit. */
export function unitsCredited(invoiceLine: number, notes: readonly InvoiceDocument[]): number {
  return creditsOf(invoiceLine, notes).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
}

type Part = 'taxable' | 'cgst' | 'sgst' | 'igst'

function combine(
  line: InvoiceLine,
  by: InvoiceLine | undefined,
  how: (a: Money, b: Money) => Money,
): InvoiceLine {
  const part = (name: Part) => how(line[name], by?.[name] ?? NO_MONEY)
  return { ...line, taxable: part('taxable'), cgst: part('cgst'), sgst: part('sgst'), igst: part('igst') }
}

/** The lines of earlier notes about a line of the invoice. */
function creditsOf(at: number, earlier: readonly InvoiceDocument[]): InvoiceLine[] {
  return earlier.flatMap(({ lines }) => lines.filter((line, place) => (line.invoiceLine ?? place) === at))
}

function remainingParts(invoice: InvoiceDocument, earlier: readonly InvoiceDocument[]): Parts {
  const less = (name: 'shipping' | 'roundOff') =>
    subtract(invoice[name], add(...earlier.map((note) => note[name])))
  return {
    lines: invoice.lines.map((line, at) => lessEarlier(line, at, earlier)),
    shipping: less('shipping'),
    roundOff: less('roundOff'),
  }
}

function takenFrom(left: Parts, amount: Money): Parts {
  if (amount === NO_MONEY) return noneOf(left)
  const odd = larger(left.roundOff, NO_MONEY)
  const shares = shareOut(amount, [...left.lines.map(grossOf), left.shipping, odd])
  const lines = left.lines.map((line, at) => partOfLine(line, shares[at] ?? NO_MONEY))
  const shipping = shares[left.lines.length] ?? NO_MONEY
  return { lines, shipping, roundOff: subtract(amount, add(...lines.map(grossOf), shipping)) }
}

function noneOf({ lines }: Parts): Parts {
  const none = { taxable: NO_MONEY, cgst: NO_MONEY, sgst: NO_MONEY, igst: NO_MONEY }
  return { lines: lines.map((line) => ({ ...line, ...none })), shipping: NO_MONEY, roundOff: NO_MONEY }
}

function lessEarlier(line: InvoiceLine, at: number, earlier: readonly InvoiceDocument[]): InvoiceLine {
  return creditsOf(at, earlier).reduce((left, credited) => combine(left, credited, subtract), line)
}

/**
 * Tax in proportion, rounded down, but at least what the line's value cannot hold. A line that consists only of two tax
 * halves cannot hold an odd paisa, which becomes the note's round-off.
 */
function partOfLine(line: InvoiceLine, amount: Money): InvoiceLine {
  const gross = grossOf(line)
  const beyond = amount > line.taxable ? subtract(amount, line.taxable) : NO_MONEY
  const igst = larger(proportionOf(amount, line.igst, gross), smaller(line.igst, beyond))
  const least = line.taxable === NO_MONEY ? halfOf(beyond) : subtract(beyond, halfOf(beyond))
  const half = larger(proportionOf(amount, line.cgst, gross), smaller(line.cgst, least))
  const taxable = smaller(line.taxable, subtract(amount, add(half, half, igst)))
  return { ...line, taxable, cgst: half, sgst: half, igst }
}

/** A line of a credit note. Its price per unit is on the invoice. */
function creditedLine(line: InvoiceLine, invoiceLine: number, units: number): InvoiceLine {
  return { ...line, invoiceLine, quantity: units || null, unitPrice: null, discount: NO_MONEY }
}

/** A line's price with tax. */
export function grossOf({ taxable, cgst, sgst, igst }: InvoiceLine): Money {
  return add(taxable, cgst, sgst, igst)
}

function sumsOf(lines: readonly InvoiceLine[], shipping: Money, roundOff: Money): DocumentSums {
  const sum = (name: Part) => add(...lines.map((line) => line[name]))
  const total = add(...lines.map(grossOf), shipping, roundOff)
  return {
    taxable: sum('taxable'),
    cgst: sum('cgst'),
    sgst: sum('sgst'),
    igst: sum('igst'),
    shipping,
    roundOff,
    total,
  }
}

function sellerOf(seller: Seller): InvoiceDocument['seller'] {
  const contact = [seller.email, seller.phone].filter((line) => line !== null).join(', ')
  return {
    name: seller.name,
    lines: [seller.address, contact],
    state: seller.state,
    gstin: seller.gstin,
    fssaiLicence: seller.fssaiLicence,
  }
}

function buyerOf({ shippingAddress: to }: Invoiced): InvoiceParty {
  const place = `${to.city}, ${to.state} ${to.postalCode}`
  const lines = [to.addressLine1, to.addressLine2, place].filter((line) => line !== null)
  return { name: to.fullName, lines, state: to.state }
}

/** An invoice is due at shipping, and possible once the order is paid. A cancelled order gets none. */
export function canInvoice({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  if (status === 'cancelled') return false
  return status === 'shipped' || status === 'delivered' || paymentStatus === 'paid'
}
