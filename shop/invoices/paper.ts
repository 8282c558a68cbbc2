/**
 * Tax invoices and credit notes (CGST Rules 46 and 53) as they are kept: everything that is printed, with amounts in
 * paise. Pure: the same order gives the same paper.
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
import { type Order, type OrderItem, PAYMENT_METHOD_NAMES } from '#shop/orders/order.ts'
import type { Seller } from '#shop/seller.ts'

export type PaperLine = {
  description: string
  hsnCode: string
  /** Null on a credit note, which is about amounts. */
  quantity: number | null
  unitPrice: Money | null
  /** This line's part of the order's discount. */
  discount: Money
  taxable: Money
  cgst: Money
  sgst: Money
  igst: Money
}

type PaperSums = {
  taxable: Money
  cgst: Money
  sgst: Money
  igst: Money
  shipping: Money
  /** The odd paisa of a tax that has no equal halves; on a credit note what has no place in a line, either way. */
  roundOff: Money
  total: Money
}

export type PaperParty = { name: string; lines: string[]; state: string | null }

export type Paper = PaperSums & {
  kind: 'invoice' | 'credit-note'
  /** Shows what a paper looks like, and is none: nothing was sold. Absent on papers older than this mark. */
  isSample?: boolean
  number: string
  /** ISO 8601, UTC. */
  issuedAt: string
  orderId: string
  orderedAt: string
  payment: string
  seller: PaperParty & { gstin: string | null; fssaiLicence: string | null }
  buyer: PaperParty
  /** Central and state tax in equal halves within the seller's state, else one integrated tax. */
  isWithinState: boolean
  lines: PaperLine[]
  /** On a credit note: the invoice that it takes back in part or in whole, and why. */
  against: { number: string; issuedAt: string } | null
  reason: string | null
}

/** What of an order stands on its invoice. */
export type Invoiced = Pick<
  Order,
  'id' | 'createdAt' | 'paymentMethod' | 'discount' | 'tax' | 'shippingFee' | 'shippingAddress'
> & { items: readonly Pick<OrderItem, 'name' | 'hsnCode' | 'quantity' | 'unitPrice' | 'totalPrice'>[] }

/** At most 16 characters of letters, digits, '-' and '/', as the rules ask: 'INV26-27/0000001'. */
export function paperNumber(series: 'INV' | 'CRN', year: string, last: number): string {
  return `${series}${year}/${String(last).padStart(7, '0')}`
}

export type PaperHead = { number: string; issuedAt: Date; seller: Seller; isSample: boolean }

/** The tax invoice of an order. The total is the order's, to the paisa. */
export function invoiceOf(order: Invoiced, { number, issuedAt, seller, isSample }: PaperHead): Paper {
  const isWithinState = seller.state !== null && seller.state === order.shippingAddress.state
  const discounts = shareOut(
    order.discount,
    order.items.map(({ totalPrice }) => totalPrice),
  )
  const taxables = order.items.map(({ totalPrice }, at) => subtract(totalPrice, discounts[at] ?? NO_MONEY))
  const half = isWithinState ? halfOf(order.tax) : NO_MONEY
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
    ...sumsOf(lines, order.shippingFee, isWithinState ? subtract(order.tax, add(half, half)) : NO_MONEY),
    against: null,
    reason: null,
  }
}

export type Credit = {
  number: string
  issuedAt: Date
  amount: Money
  reason: string
  earlier: readonly Paper[]
}

/** What of an invoice has not been credited by earlier notes. */
export function uncredited(invoice: Paper, earlier: readonly Paper[]): Money {
  return subtract(invoice.total, add(...earlier.map(({ total }) => total)))
}

/**
 * A credit note for part of an invoice or what is left of it: the amount (tax included) is shared over what its lines
 * still hold, and split into value and tax as they are. The last one takes back exactly what the others left.
 */
export function creditNoteOf(invoice: Paper, { number, issuedAt, amount, reason, earlier }: Credit): Paper {
  const left = leftOf(invoice, earlier)
  const part = amount === uncredited(invoice, earlier) ? left : takenFrom(left, amount)
  return {
    ...invoice,
    kind: 'credit-note',
    number,
    issuedAt: issuedAt.toISOString(),
    lines: part.lines.map(withoutPrices),
    ...sumsOf(part.lines, part.shipping, part.roundOff),
    against: { number: invoice.number, issuedAt: invoice.issuedAt },
    reason,
  }
}

type Parts = Pick<Paper, 'lines' | 'shipping' | 'roundOff'>

function leftOf(invoice: Paper, earlier: readonly Paper[]): Parts {
  const less = (name: 'shipping' | 'roundOff') =>
    subtract(invoice[name], add(...earlier.map((note) => note[name])))
  return {
    lines: invoice.lines.map((line, at) => lessEarlier(line, at, earlier)),
    shipping: less('shipping'),
    roundOff: less('roundOff'),
  }
}

function takenFrom(left: Parts, amount: Money): Parts {
  const odd = larger(left.roundOff, NO_MONEY)
  const shares = shareOut(amount, [...left.lines.map(grossOf), left.shipping, odd])
  const lines = left.lines.map((line, at) => partOfLine(line, shares[at] ?? NO_MONEY))
  const shipping = shares[left.lines.length] ?? NO_MONEY
  return { lines, shipping, roundOff: subtract(amount, add(...lines.map(grossOf), shipping)) }
}

function lessEarlier(line: PaperLine, at: number, earlier: readonly Paper[]): PaperLine {
  const credited = earlier.flatMap((note) => note.lines[at] ?? [])
  const less = (name: 'taxable' | 'cgst' | 'sgst' | 'igst') =>
    subtract(line[name], add(...credited.map((one) => one[name])))
  return { ...line, taxable: less('taxable'), cgst: less('cgst'), sgst: less('sgst'), igst: less('igst') }
}

/**
 * Tax in proportion, rounded down, but at least what the line's value cannot hold. A line of nothing but two halves of
 * tax has no place for an odd paisa: that one is left to the note's round-off.
 */
function partOfLine(line: PaperLine, amount: Money): PaperLine {
  const gross = grossOf(line)
  const beyond = amount > line.taxable ? subtract(amount, line.taxable) : NO_MONEY
  const igst = larger(proportionOf(amount, line.igst, gross), smaller(line.igst, beyond))
  const least = line.taxable === NO_MONEY ? halfOf(beyond) : subtract(beyond, halfOf(beyond))
  const half = larger(proportionOf(amount, line.cgst, gross), smaller(line.cgst, least))
  const taxable = smaller(line.taxable, subtract(amount, add(half, half, igst)))
  return { ...line, taxable, cgst: half, sgst: half, igst }
}

/** A line of a credit note, which is about amounts. */
function withoutPrices(line: PaperLine): PaperLine {
  return { ...line, quantity: null, unitPrice: null, discount: NO_MONEY }
}

/** What a line costs with its tax. */
export function grossOf({ taxable, cgst, sgst, igst }: PaperLine): Money {
  return add(taxable, cgst, sgst, igst)
}

function sumsOf(lines: readonly PaperLine[], shipping: Money, roundOff: Money): PaperSums {
  const sum = (name: 'taxable' | 'cgst' | 'sgst' | 'igst') => add(...lines.map((line) => line[name]))
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

function sellerOf(seller: Seller): Paper['seller'] {
  const contact = [seller.email, seller.phone].filter((line) => line !== null).join(', ')
  return {
    name: seller.name,
    lines: [seller.address, contact],
    state: seller.state,
    gstin: seller.gstin,
    fssaiLicence: seller.fssaiLicence,
  }
}

function buyerOf({ shippingAddress: to }: Invoiced): PaperParty {
  const place = `${to.city}, ${to.state} ${to.postalCode}`
  const lines = [to.addressLine1, to.addressLine2, place].filter((line) => line !== null)
  return { name: to.fullName, lines, state: to.state }
}

/** An invoice is due when the goods leave, and can be had once the order is paid. A cancelled order gets none. */
export function canInvoice({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  if (status === 'cancelled') return false
  return status === 'shipped' || status === 'delivered' || paymentStatus === 'paid'
}
