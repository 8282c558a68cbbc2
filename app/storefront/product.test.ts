import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { requestCart } from '#app/cart/request-cart.server.ts'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { action } from '#app/storefront/product.tsx'
import { makeProduct } from '#db/factories/product.ts'
import { findNumbers } from '#shop/carts/carts.read.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const id = await makeProduct(db, { stockQuantity: 30 })
const [product] = await findNumbers(db, [id])

/** Posts the product's form without JavaScript. Returns the cart's cookie, or the refusal. */
async function postForm(quantity: string) {
  const body = new URLSearchParams({ quantity })
  const request = new Request(`http://shop.test/product/${id}`, { method: 'POST', body })
  const page = { ctx: ctx(), products: { get: () => listProducts(db) } }
  const value = { ...page, cart: requestCart(page, request, null) } as unknown as RequestContext
  const context = new RouterContextProvider(new Map([[requestContext, value]]))
  const answer = await action({ request, context, params: { id } } as unknown as Parameters<typeof action>[0])
  return answer instanceof Response ? answer.headers.get('set-cookie') : answer.data
}

it('reads a quantity in any digits and with blanks, and refuses other texts, which the answer repeats', async () => {
  for (const quantity of ['12', ' 12 ', '१२', '１２', '\u200e12\u200f', '1\u200d2\ufe0f', '\u00ad12\u2060'])
    expect([quantity, await postForm(quantity)]).toEqual([
      quantity,
      expect.stringContaining(`cart=${product?.number}x12`),
    ])
  expect(await postForm('')).toContain(`cart=${product?.number}x1;`)
  for (const quantity of ['0', '-1', '1.5', 'two', '1e9', '\u200b'])
    expect(await postForm(quantity)).toMatchObject({
      message: 'Choose a quantity from 1 to 30.',
      about: 'quantity',
      quantity,
    })
})
