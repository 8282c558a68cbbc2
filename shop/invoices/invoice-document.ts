/** Tax invoices and credit notes (CGST Rules 46 and 53) as they are stored, computed from the order alone. */

import type { Seller } from '#shop/ctx.ts'
import { groupBy } from '#shop/kernel/group-by.ts'
import {
  add,
  halfOf,
  larger,
  type Money,
  NO_MONEY,
  nearestProportionOf,
  proportionOf,
  shareOut,
  smaller,
  subtract,
} from '#shop/kernel/money.ts'
import type { TaxRate } from '#shop/kernel/tax.ts'
import { hasPaid, type Order, type OrderItem } from '#shop/orders/order.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'

/** The unit quantity code of all goods: numbers of packs. */
export const UQC = 'NOS'

export type InvoiceLine = {
  description: string
  hsnCode: string
  rate: TaxRate
  /** Taxed as a part of the goods' value (CGST Act s. 15(2)(c)). */
  isShipping?: true
  /** On a credit note: the index of the invoice's line. */
  invoiceLine?: number
  /** On a credit note the number of returned units; null where only money is refunded. */
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
   * The odd paisa of a tax that has no equal halves, plus the order's own round-off. On a credit note also amounts
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
  /** True for a sample, which belongs to no sale. */
  isSample: boolean
  number: string
  /** ISO 8601, UTC. */
  issuedAt: string
  orderId: string
  orderedAt: string
  payment: string
  seller: InvoiceParty & { gstin: string | null; fssaiLicence: string | null }
  /** `state`: the place of supply, for a business the state where the goods go. */
  buyer: InvoiceParty
  /** The recipient of the goods that a business bought; missing for consumers. */
  shipTo?: InvoiceParty
  /** True: central and state tax in equal halves. False: one integrated tax. */
  isWithinState: boolean
  lines: InvoiceLine[]
  /** On a credit note: the credited invoice. */
  against: { number: string; issuedAt: string } | null
  reason: string | null
}

/** Returns the key of the stored PDF. It has order and time, because a restored database may reuse a number. */
export function documentKey({ number, issuedAt, orderId }: InvoiceDocument): string {
  return `papers/${nameOfNumber(number)}_${issuedAt.replaceAll(':', '')}_${orderId}.pdf`
}

export type SoldOrder = Pick<
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
> & { items: readonly SoldItem[] }

type SoldItem = Pick<
  OrderItem,
  'name' | 'hsnCode' | 'quantity' | 'unitPrice' | 'totalPrice' | 'rate' | 'taxable' | 'tax'
>

/** Returns a number of at most 16 characters, as the rules require: 'INV26-27/0000001'. */
export function documentNumber(series: 'INV' | 'CRN', year: string, last: number): string {
  return `${series}${year}/${String(last).padStart(7, '0')}`
}

/** Returns a number without '/', for files and URLs: 'INV26-27-0000001'. */
export function nameOfNumber(number: string): string {
  return number.replace('/', '-')
}

/** Reverses `nameOfNumber`. Returns null for any other text. */
export function numberFromName(name: string): string | null {
  const [, series, last] = /^((?:INV|CRN)\d\d-\d\d)-(\d{7})$/.exec(name) ?? []
  return series ? `${series}/${last}` : null
}

export type InvoiceHead = { number: string; issuedAt: Date; seller: Seller; isSample: boolean }

/** Returns the invoice of an order; both have the same total. */
export function invoiceOf(
  order: SoldOrder,
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
    ...partiesOf(order),
    isWithinState,
    lines,
    ...sumsOf(lines, add(oddPaise, order.roundOff)),
    against: null,
    reason: null,
  }
}

function lineOf(item: SoldItem, { pricesIncludeTax }: SoldOrder, isWithinState: boolean): InvoiceLine {
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

/** Taxes shipping at the highest rate of the goods, under the HSN code of the first item with that rate. */
function shippingLine(order: SoldOrder, isWithinState: boolean): InvoiceLine[] {
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

/** Splits tax within the state into halves. An odd paisa is in neither half. */
function taxesOf(tax: Money, isWithinState: boolean): Pick<InvoiceLine, 'cgst' | 'sgst' | 'igst'> {
  const half = isWithinState ? halfOf(tax) : NO_MONEY
  return { cgst: half, sgst: half, igst: isWithinState ? NO_MONEY : tax }
}

export type RateSums = Pick<InvoiceLine, Part> & { rate: TaxRate }

/** Sums the lines by rate, lowest first. */
export function sumsByRate({ lines }: Pick<InvoiceDocument, 'lines'>): RateSums[] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].toSorted((a, b) => a - b)
  return rates.map((rate) => {
    const rateLines = lines.filter((line) => line.rate === rate)
    return { rate, ...eachPart((part) => add(...rateLines.map((line) => line[part]))) }
  })
}

/** Sums the value by HSN code and rate, in the order of the lines. */
export function sumsByHsn({ lines }: Pick<InvoiceDocument, 'lines'>) {
  const groups = groupBy(lines, ({ hsnCode, rate }) => `${hsnCode} ${rate}`)
  return [...groups.values()].map((group) => {
    const { hsnCode = '', rate = 0 } = group[0] ?? {}
    return { hsnCode, rate, taxable: add(...group.map(({ taxable }) => taxable)) }
  })
}

export type Credit = CreditBasis & {
  number: string
  issuedAt: Date
  reason: string
}

export type CreditBasis = {
  /** The amount with tax, at most what earlier notes have not credited. */
  amount: Money
  /** The returned units of each line, by the line's index; 0 if missing. */
  units: readonly number[]
  earlier: readonly InvoiceDocument[]
}

/** Returns the amount that earlier notes have not credited. */
export function uncreditedAmount(invoice: InvoiceDocument, earlier: readonly InvoiceDocument[]): Money {
  return subtract(invoice.total, add(...earlier.map(({ total }) => total)))
}

/**
 * Returns a credit note. It credits returned units first, then shipping, then other lines. Without returned units all
 * lines share the amount.
 */
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

/** Returns which parts of the lines and of the round-off a note of this amount credits. */
export function creditedParts(invoice: InvoiceDocument, { amount, units, earlier }: CreditBasis): Parts {
  const left = remainingParts(invoice, earlier)
  if (amount === uncreditedAmount(invoice, earlier)) return left
  const goods = returnedLines(invoice, { units, earlier })
  const price = add(...goods.map(grossOf))
  if (price === NO_MONEY) return shareAmount(left, amount)
  if (amount <= price) return shareAmount({ lines: goods, roundOff: NO_MONEY }, amount)
  const zero = zeroParts(left)
  const shipping = {
    ...zero,
    lines: left.lines.map((line, at) => (line.isShipping ? line : (zero.lines[at] ?? line))),
  }
  const creditedShipping = shareAmount(shipping, smaller(grossOfAll(shipping), subtract(amount, price)))
  const credited = combineParts({ ...zero, lines: goods }, creditedShipping, add)
  const remainder = subtract(amount, add(grossOfAll(credited), credited.roundOff))
  return combineParts(credited, shareAmount(combineParts(left, credited, subtract), remainder), add)
}

/** Sums the lines, without the round-off. */
function grossOfAll({ lines }: Parts): Money {
  return add(...lines.map(grossOf))
}

function combineParts(a: Parts, b: Parts, operation: (a: Money, b: Money) => Money): Parts {
  const lines = a.lines.map((line, at) => combine(line, b.lines[at], operation))
  return { lines, roundOff: operation(a.roundOff, b.roundOff) }
}

/** Returns the price of returned units that is not credited yet. The last units of the order include the round-off. */
export function priceOfReturned(invoice: InvoiceDocument, returned: Omit<CreditBasis, 'amount'>): Money {
  const price = add(...returnedLines(invoice, returned).map(grossOf))
  const all = uncreditedAmount(invoice, returned.earlier)
  const { roundOff } = remainingParts(invoice, returned.earlier)
  return price > NO_MONEY && subtract(all, price) === roundOff ? all : smaller(price, all)
}

/** Returns the lines of the units returned now, with their value and tax. */
function returnedLines(invoice: InvoiceDocument, { units, earlier }: Omit<CreditBasis, 'amount'>) {
  const left = remainingParts(invoice, earlier)
  return invoice.lines.map((line, at) => {
    const credited = unitsCredited(at, earlier)
    const now = Math.min(line.quantity ?? 0, credited + (units[at] ?? 0))
    const [upToNow, earlierParts] = [partsOfUnits(line, now), partsOfUnits(line, credited)]
    // Subtracts two rounded sums, so that single returns add up to the whole line.
    const parts = eachPart((name) => {
      const part = subtract(upToNow[name], earlierParts[name])
      return larger(NO_MONEY, smaller(part, left.lines[at]?.[name] ?? NO_MONEY))
    })
    return { ...line, ...parts }
  })
}

/** Splits the price of the first units of a line. Price and taxes are rounded; the value is the remainder. */
function partsOfUnits(line: InvoiceLine, units: number): Record<Part, Money> {
  const of = (money: Money) => nearestProportionOf(money, units, line.quantity ?? 0)
  const [price, half, igst] = [of(grossOf(line)), of(line.cgst), of(line.igst)]
  return { taxable: subtract(price, add(half, half, igst)), cgst: half, sgst: half, igst }
}

export function unitsCredited(invoiceLine: number, notes: readonly InvoiceDocument[]): number {
  return creditsOf(invoiceLine, notes).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
}

type Part = 'taxable' | 'cgst' | 'sgst' | 'igst'

function eachPart(of: (part: Part) => Money) {
  return { taxable: of('taxable'), cgst: of('cgst'), sgst: of('sgst'), igst: of('igst') }
}

function combine(line: InvoiceLine, by: InvoiceLine | undefined, operation: (a: Money, b: Money) => Money) {
  return { ...line, ...eachPart((part) => operation(line[part], by?.[part] ?? NO_MONEY)) }
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

function shareAmount(left: Parts, amount: Money): Parts {
  if (amount === NO_MONEY) return zeroParts(left)
  const odd = larger(left.roundOff, NO_MONEY)
  const shares = shareOut(amount, [...left.lines.map(grossOf), odd])
  const lines = left.lines.map((line, at) => partOfLine(line, shares[at] ?? NO_MONEY))
  return { lines, roundOff: subtract(amount, add(...lines.map(grossOf))) }
}

function zeroParts({ lines }: Parts): Parts {
  return { lines: lines.map((line) => ({ ...line, ...eachPart(() => NO_MONEY) })), roundOff: NO_MONEY }
}

/**
 * Splits an amount into value and tax in the line's proportion. Tax is rounded down, but contains at least the part of
 * `amount` above the line's value. An odd paisa that has no equal halves becomes the note's round-off.
 */
function partOfLine(line: InvoiceLine, amount: Money): InvoiceLine {
  const gross = grossOf(line)
  const excess = amount > line.taxable ? subtract(amount, line.taxable) : NO_MONEY
  const igst = larger(proportionOf(amount, line.igst, gross), smaller(line.igst, excess))
  const minTax = line.taxable === NO_MONEY ? halfOf(excess) : subtract(excess, halfOf(excess))
  const half = larger(proportionOf(amount, line.cgst, gross), smaller(line.cgst, minTax))
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

function partiesOf({ shippingAddress: to, business }: SoldOrder): Pick<InvoiceDocument, 'buyer' | 'shipTo'> {
  const place = `${to.city}, ${to.state} ${to.postalCode}`
  const lines = [to.addressLine1, to.addressLine2, place].filter((line) => line !== null)
  const { state } = to
  const recipient = { name: to.fullName, lines, state }
  if (!business) return { buyer: recipient }
  const { name, gstin, address } = business
  return { buyer: { name, lines: address ? [address] : lines, state, gstin }, shipTo: recipient }
}

/** True if an invoice may be issued: it is due when the order ships, and possible once the order is paid. */
export function canInvoice({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): boolean {
  if (status === 'cancelled') return false
  return status === 'shipped' || status === 'delivered' || hasPaid(paymentStatus)
}
