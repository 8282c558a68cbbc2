import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import CartRoute, { action, loader } from '#app/cart/cart.tsx'
import { requestCart } from '#app/cart/request-cart.server.ts'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { makeProduct } from '#db/factories/product.ts'
import { findNumbers } from '#shop/carts/carts.read.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { testDatabase } from '#tests/database.ts'
import { renderRoute } from '#tests/rendered.ts'

const { db, ctx } = await testDatabase()
const [product] = await findNumbers(db, [await makeProduct(db)])

/** Returns a visitor's request for the cart's page. */
function argsOf(path: string, { cookie = '', form }: { cookie?: string; form?: Record<string, string> }) {
  const headers = cookie ? { cookie } : undefined
  const body = form && new URLSearchParams(form)
  const request = new Request(`http://shop.test${path}`, { headers, ...(body && { method: 'POST', body }) })
  const parts = { ctx: ctx(), products: { get: () => listProducts(db) }, texts: { get: async () => ({}) } }
  const value = { ...parts, cart: requestCart(parts, request, null) } as unknown as RequestContext
  const context = new RouterContextProvider(new Map([[requestContext, value]]))
  return { request, context, params: {} }
}

/** Returns the page's HTML, or its redirect. */
async function renderPath(path: string, cookie = '') {
  const answer = await loader(argsOf(path, { cookie }) as unknown as Parameters<typeof loader>[0])
  if (answer instanceof Response) return answer.headers.get('location')
  return renderRoute(CartRoute, answer.data, path)
}

it('says that the browser blocks cookies, after each form that changes the cart', async () => {
  const line = { intent: 'add', number: String(product?.number), quantity: '1' }
  for (const then of ['/cart', '/checkout', '/products']) {
    const added = await action(
      argsOf('/cart', { form: { ...line, then } }) as unknown as Parameters<typeof action>[0],
    )
    const next = (added as Response).headers.get('location') ?? ''
    expect(await renderPath(next)).toMatch(
      /role="alert".*Your browser blocks cookies, so it can’t keep a cart\. Allow cookies for this site/,
    )
    const lead = await renderPath(next, `cart=${product?.number}x1`)
    if (then === '/cart') expect(lead).not.toContain('blocks cookies')
    else expect(lead).toBe(then)
  }
  expect(await renderPath('/cart')).not.toContain('blocks cookies')
})
