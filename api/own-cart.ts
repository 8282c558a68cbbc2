import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { itemBody, toItems, toLines } from '#api/cart-lines.ts'
import { BODY_ERRORS, body, errors, json, SESSION } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES } from '#api/examples.ts'
import { invalid } from '#api/failures.ts'
import { signedIn } from '#api/guards.ts'
import { refused } from '#api/refusals.ts'
import { MAX_LINES } from '#shop/carts/cart.ts'
import { readAccountCart } from '#shop/carts/carts.read.ts'
import { type LineRefusal, replaceCart } from '#shop/carts/replace-cart.ts'

export const ownCart = new OpenAPIHono<ApiEnv>()

const tags = ['cart']

const cartJson = z
  .object({
    items: z.array(
      z.object({
        product_id: z.uuid(),
        quantity: z.number().int(),
        tastemakers: z
          .array(z.uuid())
          .optional()
          .openapi({ description: 'The picks of a custom mix, one id per packet' }),
      }),
    ),
  })
  .openapi('OwnCart')

const read = createRoute({
  method: 'get',
  path: '/cart',
  tags,
  summary: 'Your cart, the same on all devices',
  middleware: signedIn,
  security: SESSION,
  responses: { 200: json(cartJson, 'The cart'), ...errors(401) },
})
ownCart.openapi(read, async (c) => {
  const { ctx, person } = c.var
  const { account } = await readAccountCart(ctx.db, person.id)
  return c.json({ items: await toItems(ctx.db, account) }, 200)
})

const cartBody = z
  .object({ items: z.array(itemBody).max(MAX_LINES) })
  .openapi('NewOwnCart', { example: BODIES.NewOwnCart })

const replace = createRoute({
  method: 'put',
  path: '/cart',
  tags,
  summary: 'Replace your cart with these items',
  middleware: signedIn,
  security: SESSION,
  request: { body: body(cartBody) },
  responses: { 200: json(cartJson, 'The cart'), ...errors(401, ...BODY_ERRORS) },
})
ownCart.openapi(replace, async (c) => {
  const { ctx } = c.var
  const replaced = await replaceCart(ctx, await toLines(ctx.db, c.req.valid('json').items))
  if (replaced.ok) return c.json({ items: await toItems(ctx.db, replaced.value) }, 200)
  if (replaced.reason === 'signed_out') return refused(c, replaced)
  return invalid(c, { [`items.${replaced.line}`]: wordsFor(replaced) })
})

function wordsFor(refusal: LineRefusal): string {
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
