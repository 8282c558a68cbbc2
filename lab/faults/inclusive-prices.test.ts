/** A shop whose prices include GST shows the same price everywhere, and adds nothing to it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { startRealShop } from '#tests/real-shop.ts'
import { placeOrder, signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const shop = await testDatabase()
let program: ShopProgram
let url: string
let cookie: string

beforeAll(async () => {
  program = await startRealShop(shop.url, makeOpenFolder(), { PRICES: 'inclusive' })
  url = await readyShop(program)
  cookie = await signIn(url)
})

afterAll(async () => {
  await endShop(program, 'SIGTERM')
  removeFolders()
})

/** The page's text without scripts and styles. */
async function textOf(path: string, cookies = ''): Promise<string> {
  const response = await fetch(url + path, { headers: { cookie: cookies } })
  expect([path, response.status]).toEqual([path, 200])
  const html = await response.text()
  const bare = html.replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
  return bare
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

/** Texts about added tax. Ragi Meal Mix costs 279; with 18% it would be 329.22. */
const ADDED_TAX = /329\.22|\+ ?18%|18% (GST|tax)|added at checkout|with tax/

it('product list, product, cart and checkout show the listed price, which contains the tax', async () => {
  const withCart = `${cookie}; cart=2x1`
  const pages = {
    '/': await textOf('/'),
    '/products': await textOf('/products'),
    '/product': await textOf(`/product/${seedId(2)}`),
    '/hydration': await textOf('/hydration'),
    '/terms': await textOf('/terms'),
    '/cart': await textOf('/cart', 'cart=2x1'),
    '/checkout': await textOf('/checkout', withCart),
  }
  for (const [path, text] of Object.entries(pages))
    expect([path, ADDED_TAX.exec(text)?.[0]]).toEqual([path, undefined])
  expect(pages['/product']).toContain('₹279 inclusive of all taxes')
  for (const path of ['/cart', '/checkout'] as const)
    expect(pages[path]).toMatch(/Total ₹279\.00 Inclusive of all taxes: GST \(5%\) ₹13\.28/)
})

it('the structured data says that the price contains the tax', async () => {
  const html = await (await fetch(`${url}/product/${seedId(2)}`)).text()
  expect(html).toMatch(/"price":279,.{0,200}"valueAddedTaxIncluded":true/)
})

it('an order costs the listed price, in the API and on its page', async () => {
  const response = await placeOrder(url, cookie, randomUUID())
  const order = await response.json()
  expect(order).toMatchObject({ subtotal: 279, tax: 13.28, prices_include_tax: true, total: 279 })
  expect(await textOf(`/orders/${order.id}`, cookie)).toMatch(/Total ₹279\.00 Inclusive of all taxes/)
})
