import {
  type Cart,
  type CartLine,
  lineKey,
  numbersIn,
  roomFor,
  shortageMessage,
  unitsMessage,
  unitsRequested,
} from '#shop/carts/cart.ts'
import { mixName } from '#shop/carts/mix.ts'
import { allergensSentence } from '#shop/catalogue/allergens.ts'
import { isPaidAboveMrp, type Sellable, unitPrice } from '#shop/catalogue/product.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'
import { policyAt, type TaxRate, type TaxTerms } from '#shop/kernel/tax.ts'
import { rateOf } from '#shop/kernel/taxed.ts'
import { applyBestDiscount, type DiscountedQuote, type Discounts } from '#shop/pricing/discounts.ts'
import { lineTotal } from '#shop/pricing/quote.ts'

export type LineProblem =
  | 'not_sold'
  | 'above_mrp'
  | 'out_of_stock'
  | 'too_few_left'
  | 'too_many'
  | 'wrong_picks'

/** A line of an order being edited. It keeps price and rate. Units up to its quantity are not checked again. */
export type AgreedLine = { quantity: number; unitPrice: Money; rate: TaxRate }

/** `unsold`: products of agreed lines that are no longer sold. */
export type CartTerms = {
  shipping: ShippingPolicy
  taxes: TaxTerms
  maxUnits: number
  withdrawn?: Readonly<Record<number, string>>
  agreed?: ReadonlyMap<string, AgreedLine>
  unsold?: readonly Sellable[]
}

export type PricedLine = CartLine & {
  key: string
  index: number
  product: Sellable
  name: string
  unitPrice: Money
  lineTotal: Money
  rate: TaxRate
  /** The chosen tastemakers that are still sold. */
  picked: { product: Sellable; count: number }[]
  problem: LineProblem | null
  message: string | null
}

export type PricedCart = DiscountedQuote & {
  lines: PricedLine[]
  /** Lines whose product is no longer sold: they cost nothing and can only be removed. */
  unavailable: { key: string; index: number; number: number; name: string | null }[]
  canCheckOut: boolean
}

/** Prices the cart with current products and the best discount, and finds each line's problem. */
export function priceCart(
  cart: Cart,
  products: readonly Sellable[],
  { shipping, taxes, maxUnits, withdrawn = {}, agreed: agreedLines, unsold = [] }: CartTerms,
  discounts: Discounts,
): PricedCart {
  const onSale = new Map(products.map((product) => [product.number, product]))
  const sellable = new Map([...unsold, ...products].map((product) => [product.number, product]))
  const units = unitsRequested(cart)
  const lines: PricedLine[] = []
  const unavailable: PricedCart['unavailable'] = []
  for (const [index, line] of cart.entries()) {
    const key = lineKey(line)
    const agreed = agreedLines?.get(key)
    const byNumber = agreed ? sellable : onSale
    const product = byNumber.get(line.number)
    if (!product) unavailable.push({ key, index, number: line.number, name: withdrawn[line.number] ?? null })
    else {
      const terms = { taxes, maxUnits, withdrawn, agreed, unsold }
      lines.push({ key, index, ...priceLine(line, product, byNumber, units, terms) })
    }
  }
  const goods = lines.map((line) => ({ ...line, name: line.product.name, category: line.product.category }))
  return {
    lines,
    unavailable,
    ...applyBestDiscount(goods, { shipping, prices: taxes.prices }, discounts),
    canCheckOut: lines.length > 0 && unavailable.length === 0 && lines.every((line) => line.problem === null),
  }
}

/** Returns the reasons why the cart can't be ordered, a sentence each. */
export function orderProblems({ lines, unavailable }: PricedCart): string[] {
  const problems = new Set(lines.flatMap((line) => line.message ?? []))
  if (unavailable.length > 0) problems.add(unsoldMessage(unavailable.flatMap(({ name }) => name ?? [])))
  return [...problems]
}

export function unsoldMessage(names: readonly string[]): string {
  return names.length > 0
    ? `We no longer sell ${names.join(', ')}.`
    : 'Something in your cart is no longer sold.'
}

type LineTerms = Required<Pick<CartTerms, 'taxes' | 'maxUnits' | 'withdrawn' | 'unsold'>> & {
  agreed: AgreedLine | undefined
}

function priceLine(
  line: CartLine,
  product: Sellable,
  byNumber: ReadonlyMap<number, Sellable>,
  units: ReadonlyMap<number, number>,
  terms: LineTerms,
): Omit<PricedLine, 'key' | 'index'> {
  const picks = Object.entries(line.picks)
  const picked = picks.flatMap(([number, count]) => {
    const pick = byNumber.get(Number(number))
    return pick ? [{ product: pick, count }] : []
  })
  const numbers = [product.number, ...picked.map((pick) => pick.product.number)]
  const each = terms.agreed?.unitPrice ?? unitPrice(product)
  const rate = terms.agreed?.rate ?? rateOf(numbers, terms.taxes)
  return {
    ...line,
    product,
    name: picks.length > 0 ? mixName(product.name, product.tastemakerPicks) : product.name,
    unitPrice: each,
    lineTotal: lineTotal({ unitPrice: each, quantity: line.quantity }),
    rate,
    picked,
    ...problemOf(line, product, picked, units, { ...terms, rate }),
  }
}

function problemOf(
  line: CartLine,
  product: Sellable,
  picked: PricedLine['picked'],
  units: ReadonlyMap<number, number>,
  { taxes, rate, maxUnits, withdrawn, agreed, unsold }: LineTerms & { rate: TaxRate },
): Pick<PricedLine, 'problem' | 'message'> {
  if (agreed && line.quantity <= agreed.quantity) return { problem: null, message: null }
  const parts = [product, ...picked.map((pick) => pick.product)]
  const gone = parts.flatMap(({ number, name }) =>
    unsold.some((other) => other.number === number) ? [name] : [],
  )
  if (gone.length > 0) return { problem: 'not_sold', message: unsoldMessage(gone) }
  if (picked.length < Object.keys(line.picks).length) {
    const names = Object.keys(line.picks).flatMap((number) => withdrawn[Number(number)] ?? [])
    const message = names.length > 0 ? unsoldMessage(names) : 'A tastemaker of this mix is no longer sold.'
    return { problem: 'not_sold', message: `${message} Choose again.` }
  }
  const count = picked.reduce((sum, pick) => sum + pick.count, 0)
  if (count !== product.tastemakerPicks || !picked.every((pick) => pick.product.isPick)) {
    const message = `Choose exactly ${product.tastemakerPicks} tastemakers for this.`
    return { problem: 'wrong_picks', message }
  }
  if (isPaidAboveMrp(product, policyAt(taxes, rate))) {
    const message = `${product.name} can’t be ordered right now: we’re correcting its price.`
    return { problem: 'above_mrp', message }
  }
  const unitsOf = ({ number }: Sellable) => units.get(number) ?? 0
  const short = parts.find((part) => part.stockQuantity < Math.min(unitsOf(part), maxUnits))
  if (short) {
    const problem = short.stockQuantity <= 0 ? 'out_of_stock' : 'too_few_left'
    return { problem, message: shortageMessage(short.name, short.stockQuantity) }
  }
  const overLimit = parts.find((part) => unitsOf(part) > maxUnits)
  return overLimit
    ? { problem: 'too_many', message: unitsMessage(overLimit.name, maxUnits) }
    : { problem: null, message: null }
}

/** Returns one sentence, or '' for a line without food. */
export function allergensOfLine({ product, picked }: Pick<PricedLine, 'product' | 'picked'>): string {
  return allergensSentence([product, ...picked.map((pick) => pick.product)])
}

/** Returns units by product id, picks included. */
export function allocatedUnits({ lines }: Pick<PricedCart, 'lines'>): Map<string, number> {
  const products = lines.flatMap((line) => [line.product, ...line.picked.map((pick) => pick.product)])
  const units = unitsRequested(lines)
  return new Map(products.map(({ id, number }) => [id, units.get(number) ?? 0]))
}

/** Returns the highest quantity that stock and `maxUnits` allow next to the other lines. */
export function maxOfLine(line: PricedLine, lines: readonly PricedLine[], maxUnits: number): number {
  // A pick that is no longer sold is the line's problem, and limits no quantity.
  const available = new Map([...numbersIn([line])].map((number) => [number, Number.POSITIVE_INFINITY]))
  for (const { number, stockQuantity } of [line.product, ...line.picked.map((pick) => pick.product)])
    available.set(number, Math.min(stockQuantity, maxUnits))
  return roomFor(line, lines, available)
}
