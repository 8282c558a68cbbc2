import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { itemBody, toItems, toLines } from '#api/cart-lines.ts'
import { BODY_ERRORS, body, errors, json, rupeesJson, SESSION, TOO_MANY } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES } from '#api/examples.ts'
import { invalid } from '#api/failures.ts'
import { signedIn } from '#api/guards.ts'
import { codes, itemsBody } from '#api/order-body.ts'
import { NOT_SOLD, refuse } from '#api/refusals.ts'
import { camelKeys } from '#api/snake-case.ts'
import { MAX_LINES, numbersIn } from '#shop/carts/cart.ts'
import { type LineRefusal, replaceCart } from '#shop/carts/cart-storage.ts'
import { readAccountCart } from '#shop/carts/carts.read.ts'
import { type PricedCart, type PricedLine, priceCart } from '#shop/carts/priced-cart.ts'
import { findSellables } from '#shop/catalogue/products.read.ts'
import { readTaxTerms } from '#shop/catalogue/tax-rates.read.ts'
import { refuseAllCodes } from '#shop/coupons/coupon.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { limitRefusal } from '#shop/orders/limits.ts'
import { readOrderHistory } from '#shop/orders/orders.read.ts'
import { lookUpDiscounts } from '#shop/pricing/discounts.read.ts'

export const cart = new OpenAPIHono<ApiEnv>()

const tags = ['cart']
const own = { tags, middleware: signedIn, security: SESSION }

const lineJson = z.object({
  product_id: z.uuid(),
  name: z.string(),
  quantity: z.number().int(),
  unit_price: rupeesJson,
  total_price: rupeesJson,
  tastemakers: z.array(z.uuid()).optional(),
})

const warningJson = z.object({
  line: z
    .number()
    .int()
    .nullable()
    .describe('Index of the item in the request, from 0; null when it concerns the whole cart'),
  code: z.enum([
    'not_sold',
    'above_mrp',
    'out_of_stock',
    'too_few_left',
    'too_many',
    'wrong_picks',
    'referral_not_counted',
    'cash_limit',
    'too_many_open_orders',
  ]),
  message: z.string(),
})

const offerJson = z
  .object({
    kind: z.enum(['coupon', 'referral', 'first-order-offer', 'staff']),
    code: z.string().nullable(),
    label: z.string(),
    amount: rupeesJson,
  })
  .openapi('AppliedOffer')

const quoteJson = z
  .object({
    lines: z.array(lineJson),
    subtotal: rupeesJson,
    discount: rupeesJson,
    tax: rupeesJson,
    prices_include_tax: z.boolean().describe('The total contains the tax, which is not added'),
    shipping_fee: rupeesJson,
    total: rupeesJson,
    offer_applied: offerJson
      .nullable()
      .describe('The largest of coupon, friend’s code and first-order offer'),
    offer_note: z.string().nullable().describe('Why the discount applies, or what is missing to get one'),
    warnings: z
      .array(warningJson)
      .describe('Why this cannot be ordered; `cash_limit` applies only to cash on delivery'),
  })
  .openapi('Quote')
type QuoteJson = z.infer<typeof quoteJson>

const quote = createRoute({
  method: 'post',
  path: '/cart/quote',
  operationId: 'quoteCart',
  tags,
  summary: 'The price of these items, and whether they can be ordered',
  description: 'Visitors are treated as new customers.',
  request: { body: body(z.object({ items: itemsBody, ...codes }).openapi('Cart', { example: BODIES.Cart })) },
  responses: { 200: json(quoteJson, 'The quote'), ...errors(...BODY_ERRORS), ...TOO_MANY },
})
cart.openapi(quote, async (c) => {
  const { ctx } = c.var
  const { db, config, actor } = ctx
  const { items, ...codes } = c.req.valid('json')
  const { couponCode = null, referralCode = null } = camelKeys(codes)
  const lines = await toLines(db, items)
  const [history, products] = await Promise.all([
    readOrderHistory(db, actor),
    findSellables(db, numbersIn(lines)),
  ])
  const { hasOrdered } = history
  const found = await lookUpDiscounts(ctx, { couponCode, referralCode, delivery: null, hasOrdered })
  if (found.waitSeconds > 0) return refuse(c, refuseAllCodes(found.waitSeconds))
  const { discounts } = found
  const { shipping, orderLimits } = config
  const taxes = await readTaxTerms(db, config.taxes, numbersIn(lines), dayOf(ctx.now))
  const terms = { shipping, taxes, maxUnits: orderLimits.unitsPerProduct }
  const priced = priceCart(lines, products, terms, discounts)
  if (priced.couponRefusal) return refuse(c, priced.couponRefusal)
  const isReferralIgnored = referralCode && !discounts.referral
  const limit = { paymentMethod: 'cod', total: priced.quote.total } as const
  const limitProblem = limitRefusal(limit, orderLimits, history)
  const warnings = [
    ...(isReferralIgnored ? [REFERRAL_IGNORED] : []),
    ...(limitProblem ? [{ line: null, code: limitProblem.reason, message: limitProblem.message }] : []),
  ]
  return c.json(toQuoteJson(priced, warnings), 200)
})

type Warning = QuoteJson['warnings'][number]

const REFERRAL_IGNORED: Warning = {
  line: null,
  code: 'referral_not_counted',
  message: 'This friend’s code does not count for this order.',
}

function toQuoteJson({ lines, unavailable, ...priced }: PricedCart, cartWarnings: Warning[]): QuoteJson {
  const { quote, appliedDiscount, discountNote } = priced
  const missing = unavailable.map(({ index }) => ({
    line: index,
    code: 'not_sold' as const,
    message: NOT_SOLD,
  }))
  const warnings = [...lines.flatMap(toWarning), ...missing].toSorted((a, b) => a.line - b.line)
  return {
    lines: lines.map(toLineJson),
    subtotal: toRupees(quote.subtotal),
    discount: toRupees(quote.discount),
    tax: toRupees(quote.tax),
    prices_include_tax: quote.pricesIncludeTax,
    shipping_fee: toRupees(quote.shippingFee),
    total: toRupees(quote.total),
    offer_applied: appliedDiscount && { ...appliedDiscount, amount: toRupees(appliedDiscount.amount) },
    offer_note: discountNote,
    warnings: [...warnings, ...cartWarnings],
  }
}

function toLineJson(line: PricedLine): QuoteJson['lines'][number] {
  const tastemakers = line.picked.flatMap(({ product, count }) => Array<string>(count).fill(product.id))
  return {
    product_id: line.product.id,
    name: line.name,
    quantity: line.quantity,
    unit_price: toRupees(line.unitPrice),
    total_price: toRupees(line.lineTotal),
    ...(tastemakers.length > 0 && { tastemakers }),
  }
}

function toWarning({ index, problem, message }: PricedLine): (Warning & { line: number })[] {
  return problem && message ? [{ line: index, code: problem, message }] : []
}

const cartJson = z
  .object({
    items: z.array(
      z.object({
        product_id: z.uuid(),
        quantity: z.number().int(),
        tastemakers: z.array(z.uuid()).optional().describe('The picks of a custom mix, one id per packet'),
      }),
    ),
  })
  .openapi('OwnCart')

const read = createRoute({
  ...own,
  method: 'get',
  path: '/cart',
  summary: 'Your cart, the same on all devices',
  responses: { 200: json(cartJson, 'The cart'), ...errors(401) },
})
cart.openapi(read, async (c) => {
  const { ctx, person } = c.var
  const { account } = await readAccountCart(ctx.db, person.id)
  return c.json({ items: await toItems(ctx.db, account) }, 200)
})

const cartBody = z
  .object({ items: z.array(itemBody).max(MAX_LINES) })
  .openapi('NewOwnCart', { example: BODIES.NewOwnCart })

const replace = createRoute({
  ...own,
  method: 'put',
  path: '/cart',
  summary: 'Replace your cart with these items',
  request: { body: body(cartBody) },
  responses: { 200: json(cartJson, 'The cart'), ...errors(401, ...BODY_ERRORS) },
})
cart.openapi(replace, async (c) => {
  const { ctx } = c.var
  const replaced = await replaceCart(ctx, await toLines(ctx.db, c.req.valid('json').items))
  if (replaced.ok) return c.json({ items: await toItems(ctx.db, replaced.value) }, 200)
  if (replaced.reason === 'signed_out') return refuse(c, replaced)
  return invalid(c, { [`items.${replaced.line}`]: messageFor(replaced) })
})

function messageFor(refusal: LineRefusal): string {
  switch (refusal.reason) {
    case 'unknown_product':
      return 'Product not found.'
    case 'unknown_tastemaker':
      return 'One of these isn’t a tastemaker.'
    case 'wrong_picks':
      return refusal.needed === 0
        ? 'This product takes no tastemakers.'
        : `Choose exactly ${refusal.needed} tastemakers for this.`
  }
}
