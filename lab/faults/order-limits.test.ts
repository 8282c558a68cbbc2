/** Order limits on the pages of a real shop, without scripts. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { startRealShop } from '#tests/real-shop.ts'
import { placeOrder as placeByApi, signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const LIMITS = { ORDER_UNITS_PER_PRODUCT: '3', CASH_ORDER_LIMIT_NEW: '600', ORDERS_PER_HOUR: '3' }

const database = await testDatabase()
let program: ShopProgram
let url: string
let session: string

beforeAll(async () => {
  const dataDir = makeOpenFolder()
  program = await startRealShop(database.url, dataDir, LIMITS)
  url = await readyShop(program)
  session = await signIn(url, 'customer@demo.test')
  await database.db
    .updateTable('products')
    .set({ price: 30_000, discountPrice: null, mrp: 100_000 })
    .execute()
})

afterAll(async () => {
  await endShop(program, 'SIGTERM')
  removeFolders()
})

const ADDRESS = {
  fullName: 'Ananya Rao',
  phone: '9845012345',
  addressLine1: 'Typed with care',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560034',
}

async function openPage(path: string, cart: string, form?: Record<string, string>) {
  const headers = { cookie: `${session}; cart=${cart}`, origin: url }
  const init = form && { method: 'POST', body: new URLSearchParams(form) }
  const response = await fetch(url + path, { headers, redirect: 'manual', ...init })
  const page = await response.text()
  return { status: response.status, retry: response.headers.get('retry-after'), page }
}

let key = 0
function placeOrder(cart: string) {
  key += 1
  const order = { intent: 'place', paymentMethod: 'cod', idempotencyKey: `key-${key}`, expectedTotal: '1' }
  return openPage('/checkout?step=payment', cart, { ...order, ...ADDRESS, cart })
}

it('the product, cart and checkout pages and a posted order name the exceeded limit', async () => {
  const { number, name } = await database.db
    .selectFrom('products')
    .select(['number', 'name'])
    .where('id', '=', seedId(2))
    .executeTakeFirstOrThrow()
  const units = `You can order up to 3 of ${name} at a time. For more, write to us.`
  const added = await openPage('/cart', '', { intent: 'add', number: String(number), quantity: '4' })
  expect(added).toMatchObject({ status: 422, page: expect.stringContaining(units) })
  const cart = await openPage('/cart', `${number}x4`)
  expect(cart.page).toContain(units)
  expect(cart.page).toContain('Change to 3')
  expect((await openPage('/checkout', `${number}x4`)).page).toContain(units)
  const posted = await placeOrder(`${number}x4`)
  expect(posted.status).toBe(409)
  expect(posted.page).toContain(units)
  expect(posted.page).toContain('Typed with care')

  const cash = 'You can pay up to ₹600 in cash until your first order has arrived.'
  const address = await openPage('/checkout', `${number}x3`, ADDRESS)
  expect(address.page).toContain(cash)
  expect(address.page).toMatch(/<input type="radio"[^>]*disabled/)
})

it('an account that places too many orders in an hour gets a 429 with Retry-After', async () => {
  // Refused attempts do not count: the test above made one.
  expect((await placeOrder('99x1')).status).toBe(409)
  for (const key of ['first', 'second', 'third'])
    expect((await placeByApi(url, session, key)).status).toBe(201)
  const last = await placeOrder('99x1')
  expect(last.status).toBe(429)
  expect(Number(last.retry)).toBeGreaterThan(3000)
  expect(last.page).toContain('You have placed many orders in a short time. Please wait')
  expect(last.page).toContain('Typed with care')
})

it('an account that cancels too many orders in an hour gets a 429 with Retry-After', async () => {
  const customer = await makeUser(database.db)
  const account = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'customer@demo.test')
    .executeTakeFirstOrThrow()
  const items = [{ productId: seedId(2), quantity: 1 }]
  const orderId = await makeOrder(database.ctx({ ...customer, id: account.id }), items)
  const cancel = () => openPage(`/orders/${orderId}`, '', { intent: 'cancel', details: 'Typed with care' })
  const responses = [await cancel(), await cancel(), await cancel(), await cancel()]
  expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 429])
  expect(Number(responses[3]?.retry)).toBeGreaterThan(3000)
  expect(responses[3]?.page).toContain('You have cancelled many orders in a short time.')
})
