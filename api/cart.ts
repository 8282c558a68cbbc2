import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, rupeesJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { itemsBody } from '#api/order-body.ts'
import { NOT_SOLD } from '#api/refusals.ts'
import { camelKeys } from '#api/snake-case.ts'
import { type PricedCart, type PricedCartLine, priceCart } from '#shop/carts/priced-cart.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { linesOf } from '#shop/orders/place-order.ts'

export const cart = new OpenAPIHono<ApiEnv>()

const lineJson = z.object({
  product_id: z.uuid(),
  name: z.string(),
  quantity: z.number().int(),
  unit_price: rupeesJson,
  total_price: rupeesJson,
  tastemakers: z.array(z.uuid()).optional(),
})

const warningJson = z.object({
  line: z.number().int().openapi({ description: 'Which of the items that were sent, from 0' }),
  code: z.enum(['not_sold', 'out_of_stock', 'too_few_left', 'wrong_picks']),
  message: z.string(),
})

const quoteJson = z
  .object({
    lines: z.array(lineJson),
    subtotal: rupeesJson,
    discount: rupeesJson,
    tax: rupeesJson,
    shipping_fee: rupeesJson,
    total: rupeesJson,
    warnings: z.array(warningJson).openapi({ description: 'What stands in the way of ordering this' }),
  })
  .openapi('Quote')
type QuoteJson = z.infer<typeof quoteJson>

const quote = createRoute({
  method: 'post',
  path: '/cart/quote',
  tags: ['cart'],
  summary: 'What these items cost, and whether they can be ordered',
  request: { body: body(z.object({ items: itemsBody }).openapi('Cart')) },
  responses: { 200: json(quoteJson, 'The quote'), ...errors(...BODY_ERRORS) },
})
cart.openapi(quote, async (c) => {
  const { ctx } = c.var
  const lines = linesOf(camelKeys(c.req.valid('json').items))
  const priced = priceCart(lines, await listProducts(ctx.db), ctx.config.shipping)
  return c.json(toQuoteJson(priced), 200)
})

function toQuoteJson({ lines, gone, quote }: PricedCart): QuoteJson {
  const missing = gone.map((key) => ({ line: Number(key), code: 'not_sold' as const, message: NOT_SOLD }))
  return {
    lines: lines.map(toLineJson),
    subtotal: toRupees(quote.subtotal),
    discount: toRupees(quote.discount),
    tax: toRupees(quote.tax),
    shipping_fee: toRupees(quote.shippingFee),
    total: toRupees(quote.total),
    warnings: [...lines.flatMap(toWarning), ...missing].toSorted((a, b) => a.line - b.line),
  }
}

function toLineJson(line: PricedCartLine): QuoteJson['lines'][number] {
  const tastemakers = line.picks.flatMap(({ product, count }) => Array<string>(count).fill(product.id))
  return {
    product_id: line.product.id,
    name: line.name,
    quantity: line.quantity,
    unit_price: toRupees(line.unitPrice),
    total_price: toRupees(line.lineTotal),
    ...(tastemakers.length > 0 && { tastemakers }),
  }
}

function toWarning({ key, problem, message }: PricedCartLine): QuoteJson['warnings'] {
  return problem && message ? [{ line: Number(key), code: problem, message }] : []
}
