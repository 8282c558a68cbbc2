/** Tax invoices and credit notes (CGST Rules 46 and 53) as stored. The same order gives the same document. */

import type { Seller } from '#shop/ctx.ts'
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
import type { TaxRate } from '#shop/kernel/tax.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'

export type InvoiceLine = {
  description: string
  hsnCode: string
  rate: TaxRate
  /** Taxed as a part of the goods' value (CGST Act s. 15(2)(c)). */
  isShipping?: true
  /** On a credit note: the index of the invoice's line. */
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
  /**
   * The odd paisa of a tax without equal halves and the order's own round-off; on a credit note also amounts
   * that fit no line. May be negative.
   */
  roundOff: Money
  total: Money
}

export type InvoiceParty = {
  name: string
  lines: string[]
  state: string | null
  /** Missing or null for consumers. */
  gstin?: string | null
}

export type InvoiceDocument = DocumentSums & {
  kind: 'invoice' | 'credit-note'
  /** A sample without a sale. */
  isSample: boolean
  number: string
  /** ISO 8601, UTC. */
  issuedAt: string
  orderId: string
  orderedAt: string
  payment: string
  seller: InvoiceParty & { gstin: string | null; fssaiLicence: string | null }
  buyer: InvoiceParty
  /** Central and state tax in equal halves, else one integrated tax. */
  isWithinState: boolean
  lines: InvoiceLine[]
  /** On a credit note: the credited invoice. */
  against: { number: string; issuedAt: string } | null
  reason: string | null
}

/** Key of the stored PDF. A restored database may reuse a number, so it also names order and time. */
export function documentKey({ number, issuedAt, orderId }: InvoiceDocument): string {
  return `papers/${number.replace('/', '-')}_${issuedAt.replaceAll(':', '')}_${orderId}.pdf`
}

export type Invoiced = Pick<
  Order,
  | 'id'
  | 'createdAt'
  | 'paymentMethod'
  | 'tax'
  | 'pricesIncludeTax'
  | 'shippingFee'
  | 'roundOff'
  | 'shippingAddress'
  | 'business'
> & { items: readonly InvoicedItem[] }

type InvoicedItem = Pick<
  OrderItem,
  'name' | 'hsnCode' | 'quantity' | 'unitPrice' | 'totalPrice' | 'rate' | 'taxable' | 'tax'
>

/** At most 16 characters, as the rules require: 'INV26-27/0000001'. */
export function documentNumber(series: 'INV' | 'CRN', year: string, last: number): string {
  return `${series}${year}/${String(last).padStart(7, '0')}`
}

export type InvoiceHead = { number: string; issuedAt: Date; seller: Seller; isSample: boolean }

/** Its total equals the order's exactly. */
export function invoiceOf(
  order: Invoiced,
  { number, issuedAt, seller, isSample }: InvoiceHead,
): InvoiceDocument {
  const isWithinState = seller.state !== null && seller.state === order.shippingAddress.state
  const goods = order.items.map((item) => lineOf(item, order, isWithinState))
  const lines = [...goods, ...shippingLine(order, isWithinState)]
  const oddPaise = subtract(order.tax, add(...lines.map(({ cgst, sgst, igst }) => add(cgst, sgst, igst))))
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
    ...sumsOf(lines, add(oddPaise, order.roundOff)),
    against: null,
    reason: null,
  }
}

function lineOf(item: InvoicedItem, { pricesIncludeTax }: Invoiced, isWithinState: boolean): InvoiceLine {
  const { rate, taxable, tax } = item
  return {
    description: item.name || 'Unknown Product',
    hsnCode: item.hsnCode,
    rate,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    discount: subtract(item.totalPrice, pricesIncludeTax ? add(taxable, tax) : taxable),
    taxable,
    ...taxesOf(tax, isWithinState),
  }
}

/** At the highest rate of the goods, under the code of the first with that rate. */
function shippingLine(order: Invoiced, isWithinState: boolean): InvoiceLine[] {
  const { items, shippingFee } = order
  if (shippingFee === NO_MONEY) return []
  const tax = subtract(order.tax, add(...items.map((item) => item.tax)))
  const rate = Math.max(...items.map((item) => item.rate))
  return [
    {
      description: 'Shipping',
      hsnCode: items.find((item) => item.rate === rate)?.hsnCode ?? '',
      rate,
      isShipping: true,
      quantity: null,
      unitPrice: null,
      discount: NO_MONEY,
      taxable: order.pricesIncludeTax ? subtract(shippingFee, tax) : shippingFee,
      ...taxesOf(tax, isWithinState),
    },
  ]
}

/** An odd paisa is in neither half. */
function taxesOf(tax: Money, isWithinState: boolean): Pick<InvoiceLine, 'cgst' | 'sgst' | 'igst'> {
  const half = isWithinState ? halfOf(tax) : NO_MONEY
  return { cgst: half, sgst: half, igst: isWithinState ? NO_MONEY : tax }
}

export type RateSums = Pick<InvoiceLine, Part> & { rate: TaxRate }

/** Lowest rate first. */
export function sumsByRate({ lines }: Pick<InvoiceDocument, 'lines'>): RateSums[] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].toSorted((a, b) => a - b)
  return rates.map((rate) => {
    const some = lines.filter((line) => line.rate === rate)
    return { rate, ...eachPart((part) => add(...some.map((line) => line[part]))) }
  })
}

export type Credit = Returned & {
  number: string
  issuedAt: Date
  reason: string
}

export type Returned = {
  /** Tax included; at most what earlier notes left. */
  amount: Money
  /** Returned units of each line; missing ones are 0. */
  units: readonly number[]
  earlier: readonly InvoiceDocument[]
}

/** Returns the amount that earlier notes have not credited. */
export function uncredited(invoice: InvoiceDocument, earlier: readonly InvoiceDocument[]): Money {
  return subtract(invoice.total, add(...earlier.map(({ total }) => total)))
}

/** Credits returned units, then shipping, then other lines. Without returned units all lines share it. */
export function creditNoteOf(
  invoice: InvoiceDocument,
  { number, issuedAt, reason, ...returned }: Credit,
): InvoiceDocument {
  const part = creditedParts(invoice, returned)
  const lines = part.lines.map((line, invoiceLine) => {
    const quantity = returned.units[invoiceLine] || null
    return { ...line, invoiceLine, quantity, unitPrice: null, discount: NO_MONEY }
  })
  return {
    ...invoice,
    kind: 'credit-note',
    number,
    issuedAt: issuedAt.toISOString(),
    lines: lines.filter((line) => line.quantity !== null || grossOf(line) > NO_MONEY),
    ...sumsOf(part.lines, part.roundOff),
    against: { number: invoice.number, issuedAt: invoice.issuedAt },
    reason,
  }
}

export type Parts = Pick<InvoiceDocument, 'lines' | 'roundOff'>

/** Returns the parts of lines and round-off that a note of this amount credits. */
export function creditedParts(invoice: InvoiceDocument, { amount, units, earlier }: Returned): Parts {
  const left = remainingParts(invoice, earlier)
  if (amount === uncredited(invoice, earlier)) return left
  const goods = returnedLines(invoice, { units, earlier })
  const price = add(...goods.map(grossOf))
  if (price === NO_MONEY) return takenFrom(left, amount)
  if (amount <= price) return takenFrom({ lines: goods, roundOff: NO_MONEY }, amount)
  const none = noneOf(left)
  const carriage = {
    ...none,
    lines: left.lines.map((line, at) => (line.isShipping ? line : (none.lines[at] ?? line))),
  }
  const carried = takenFrom(carriage, smaller(grossOfAll(carriage), subtract(amount, price)))
  const taken = combineParts({ ...none, lines: goods }, carried, add)
  const rest = subtract(amount, add(grossOfAll(taken), taken.roundOff))
  return combineParts(taken, takenFrom(combineParts(left, taken, subtract), rest), add)
}

/** Without the round-off. */
function grossOfAll({ lines }: Parts): Money {
  return add(...lines.map(grossOf))
}

function combineParts(a: Parts, b: Parts, how: (a: Money, b: Money) => Money): Parts {
  const lines = a.lines.map((line, at) => combine(line, b.lines[at], how))
  return { lines, roundOff: how(a.roundOff, b.roundOff) }
}

/** Returns the price that earlier notes left. A whole order returned includes the round-off. */
export function priceOfReturned(invoice: InvoiceDocument, returned: Omit<Returned, 'amount'>): Money {
  const price = add(...returnedLines(invoice, returned).map(grossOf))
  const all = uncredited(invoice, returned.earlier)
  const { roundOff } = remainingParts(invoice, returned.earlier)
  return price > NO_MONEY && subtract(all, price) === roundOff ? all : smaller(price, all)
}

/** Returns the lines with value and tax of the units returned now. */
function returnedLines(invoice: InvoiceDocument, { units, earlier }: Omit<Returned, 'amount'>) {
  const left = remainingParts(invoice, earlier)
  return invoice.lines.map((line, at) => {
    const credited = unitsCredited(at, earlier)
    const whole = line.quantity ?? 0
    const now = Math.min(whole, credited + (units[at] ?? 0))
    // The difference of two rounded-down sums, so that single returns add up to the whole line.
    const parts = eachPart((name) => {
      const part = subtract(proportionOf(line[name], now, whole), proportionOf(line[name], credited, whole))
      return larger(NO_MONEY, smaller(part, left.lines[at]?.[name] ?? NO_MONEY))
    })
    return { ...line, ...parts }
  })
}

export function unitsCredited(invoiceLine: number, notes: readonly InvoiceDocument[]): number {
  return creditsOf(invoiceLine, notes).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
}

type Part = 'taxable' | 'cgst' | 'sgst' | 'igst'

function eachPart(of: (part: Part) => Money) {
  return { taxable: of('taxable'), cgst: of('cgst'), sgst: of('sgst'), igst: of('igst') }
}

function combine(line: InvoiceLine, by: InvoiceLine | undefined, how: (a: Money, b: Money) => Money) {
  return { ...line, ...eachPart((part) => how(line[part], by?.[part] ?? NO_MONEY)) }
}

function creditsOf(at: number, earlier: readonly InvoiceDocument[]): InvoiceLine[] {
  return earlier.flatMap(({ lines }) => lines.filter((line) => line.invoiceLine === at))
}

function remainingParts(invoice: InvoiceDocument, earlier: readonly InvoiceDocument[]): Parts {
  const lines = invoice.lines.map((line, at) =>
    creditsOf(at, earlier).reduce((left, credited) => combine(left, credited, subtract), line),
  )
  return { lines, roundOff: subtract(invoice.roundOff, add(...earlier.map(({ roundOff }) => roundOff))) }
}

function takenFrom(left: Parts, amount: Money): Parts {
  if (amount === NO_MONEY) return noneOf(left)
  const odd = larger(left.roundOff, NO_MONEY)
  const shares = shareOut(amount, [...left.lines.map(grossOf), odd])
  const lines = left.lines.map((line, at) => partOfLine(line, shares[at] ?? NO_MONEY))
  return { lines, roundOff: subtract(amount, add(...lines.map(grossOf))) }
}

function noneOf({ lines }: Parts): Parts {
  return { lines: lines.map((line) => ({ ...line, ...eachPart(() => NO_MONEY) })), roundOff: NO_MONEY }
}

/**
 * Tax in proportion, rounded down, but at least what the line's value cannot hold. An odd paisa that two
 * halves cannot hold becomes the note's round-off.
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

export function grossOf({ taxable, cgst, sgst, igst }: Pick<InvoiceLine, Part>): Money {
  return add(taxable, cgst, sgst, igst)
}

function sumsOf(lines: readonly InvoiceLine[], roundOff: Money): DocumentSums {
  const sums = eachPart((part) => add(...lines.map((line) => line[part])))
  return { ...sums, roundOff, total: add(...lines.map(grossOf), roundOff) }
}

function sellerOf(seller: Seller): InvoiceDocument['seller'] {
  const { name, address, email, phone, state, gstin, fssaiLicence } = seller
  const contact = [email, phone].filter((line) => line !== null).join(', ')
  return { name, lines: [address, contact], state, gstin, fssaiLicence }
}

function buyerOf({ shippingAddress: to, business }: Invoiced): InvoiceParty {
  const place = `${to.city}, ${to.state} ${to.postalCode}`
  const lines = [to.addressLine1, to.addressLine2, place].filter((line) => line !== null)
  if (!business) return { name: to.fullName, lines, state: to.state }
  const { name, gstin } = business
  return { name, lines: [to.fullName, ...lines], state: to.state, gstin }
}

/** An invoice is due at shipping, and possible once the order is paid. */
export function canInvoice({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  if (status === 'cancelled') return false
  return status === 'shipped' || status === 'delivered' || paymentStatus === 'paid'
}
