import { randomUUID } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { action, loader } from '#app/checkout/checkout.tsx'
import type { CheckoutAnswer } from '#app/checkout/checkout-page.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import { type Cart, serializeCart } from '#shop/carts/cart.ts'
import { findNumbers } from '#shop/carts/carts.read.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { saveAddress } from '#shop/customers/saved-addresses.ts'
import { listAddresses } from '#shop/customers/users.read.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { testDatabase } from '#tests/database.ts'
import { rowOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const productId = await makeProduct(db)
const [product] = await findNumbers(db, [productId])
const CART: Cart = [{ number: product?.number ?? 0, quantity: 1, picks: {} }]

const TYPED = { ...ADDRESS, addressLine2: '', addressLine1: '12 Lake View' }

/** Simulates a browser at the checkout. Its cookies stay when another person signs in. */
function browser(first: Actor) {
  let actor = first
  let cart = CART
  const cookies = new Map<string, string>()
  const requestContextOf = () => {
    const value = {
      ctx: ctx(actor),
      cart: {
        read: async () => cart,
        priceSnapshot: async () => '',
        save: async (next?: Cart) => {
          cart = next ?? cart
          return cart
        },
        // After an order, the account's cart is empty.
        reload: () => {
          cart = []
        },
        setCookie: async () => null,
      },
      products: { get: () => listProducts(db) },
      limits: NO_RATE_LIMITS,
      reportError: (error: unknown) => {
        throw error
      },
    } as unknown as RequestContext
    return new RouterContextProvider(new Map([[requestContext, value]]))
  }
  /** Stores cookies by name and path. A request sends the cookies of its path. */
  const storeCookies = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const path = attributes.find((attribute) => attribute.startsWith('Path='))
      if (attributes.includes('Max-Age=0')) cookies.delete(`${path} ${pair.split('=')[0]}`)
      else cookies.set(`${path} ${pair.split('=')[0]}`, pair)
    }
  }
  const request = (query: string, body?: URLSearchParams, headers: Record<string, string> = {}) => {
    const pairs = [...cookies].filter(([key]) => /^Path=(\/|\/checkout) /.test(key)).map(([, pair]) => pair)
    const init = { headers: { ...headers, cookie: pairs.join('; ') }, ...(body && { method: 'POST', body }) }
    return {
      request: new Request(`http://shop.test/checkout${query}`, init),
      context: requestContextOf(),
      params: {},
    }
  }
  const open = async (query = '') => {
    const answer = await loader(request(query) as unknown as Parameters<typeof loader>[0])
    if (answer instanceof Response) {
      storeCookies(answer.headers)
      return { to: answer.headers.get('location') }
    }
    if (!('data' in answer)) return { ...answer }
    storeCookies(new Headers(answer.init?.headers))
    const { delivery } = answer.data
    return { ...delivery, ...delivery.draft, draft: undefined }
  }
  const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await action(
      request('', new URLSearchParams(fields), headers) as unknown as Parameters<typeof action>[0],
    )
    if (answer instanceof Response) {
      storeCookies(answer.headers)
      return { to: answer.headers.get('location') }
    }
    storeCookies(new Headers(answer.init?.headers))
    return { status: answer.init?.status ?? 200, ...(answer.data as CheckoutAnswer) }
  }
  const signInAs = (next: Actor) => {
    actor = next
  }
  const drafts = () => [...cookies].filter(([key]) => key.endsWith(' delivery'))
  return { open, post, signInAs, drafts, cookies }
}

async function saveAddressOf(person: Actor, fields: Partial<typeof TYPED> = {}) {
  const address = { ...TYPED, ...fields, addressLine2: null }
  // The first saved address becomes the default.
  const result = await saveAddress(ctx(person), { id: null, address, makeDefault: false })
  if (!result.ok) throw new Error(result.reason)
  return result.value.id
}

const PLACE = {
  ...TYPED,
  intent: 'place',
  cart: serializeCart(CART),
  expectedTotal: '1', // Differs from the total, so that the order is refused.
  idempotencyKey: 'k',
}

describe('the checkout’s draft', () => {
  it.each([
    ['an address with problems', { ...TYPED, intent: 'address', postalCode: '56' }, 422],
    ['a complete address', { ...TYPED, intent: 'address' }, 200],
    ['a coupon that is refused', { ...TYPED, intent: 'address', coupon: 'apply', couponCode: 'NOPE' }, 422],
    ['the link to the cart', { ...TYPED, intent: 'address', leaveTo: 'cart' }, undefined],
    ['the button back', { ...TYPED, intent: 'place', back: '', paymentMethod: 'cod' }, 200],
    ['an order without a payment method', PLACE, 422],
    ['an order that is refused', { ...PLACE, paymentMethod: 'cod' }, 409],
  ])('is stored by a post of %s', async (_, fields, status) => {
    const page = browser(await makeUser(db))
    expect(await page.post(fields)).toMatchObject(status ? { status } : { to: '/cart' })
    const { city, addressLine1 } = fields
    const delivery = await page.open()
    expect(delivery).toMatchObject({ address: { city, addressLine1 }, isEdited: true })
    const paymentMethod = 'paymentMethod' in fields ? fields.paymentMethod : ''
    // A refused code is not stored, because it would return without its reason.
    expect(delivery).toMatchObject({ paymentMethod, couponCode: '' })
    // Client-side navigations get the same cookie.
    expect(page.drafts().map(([key]) => key)).toEqual([
      'Path=/checkout delivery',
      'Path=/checkout.data delivery',
    ])
    expect(new Set(page.drafts().map(([, pair]) => pair)).size).toBe(1)
  })

  it('stays for the same person after the session has ended, but not for another person', async () => {
    const [person, other] = [await makeUser(db), await makeUser(db)]
    const page = browser(person)
    const delivery = await page.open()
    page.signInAs(VISITOR)
    const draftOwner = 'owner' in delivery ? delivery.owner : ''
    expect(await page.post({ ...TYPED, draftOwner })).toMatchObject({ status: 401 })
    expect(await page.open()).toEqual({ state: 'signed-out', hasDraft: true })
    page.signInAs(person)
    expect(await page.open()).toMatchObject({ address: TYPED })

    page.signInAs(other)
    expect(await page.open()).toMatchObject({ from: 'new', address: { addressLine1: '' } })
    expect(page.drafts()).toEqual([])
    page.signInAs(person)
    expect(await page.open()).toMatchObject({ address: { addressLine1: '' } })
  })

  it('is deleted when the order is placed', async () => {
    const page = browser(await makeUser(db))
    const refused = await page.post({ ...PLACE, paymentMethod: 'cod' })
    const message = 'error' in refused ? refused.error?.message : ''
    const [, whole, paise] = /total is now ₹([\d,]+)\.(\d\d)/.exec(message ?? '') ?? []
    const expectedTotal = `${whole}${paise}`.replaceAll(',', '')
    expect(page.drafts()).toHaveLength(2)
    const idempotencyKey = randomUUID()
    const placed = await page.post({ ...PLACE, expectedTotal, paymentMethod: 'cod', idempotencyKey })
    expect(placed).toMatchObject({ to: expect.stringContaining('/checkout/success') })
    expect(page.drafts()).toEqual([])
    expect(await page.open()).toMatchObject({ state: 'empty' })

    // A browser that got no response still has the key, and is redirected to the order once.
    page.cookies.set('Path=/ checkout_key', `checkout_key=${idempotencyKey}`)
    expect(await page.open()).toEqual(placed)
    expect(await page.open()).toMatchObject({ state: 'empty' })
  })

  it.each(['%', 'x'.repeat(9000), btoa('{}'), btoa('[1]')])(
    'is ignored if malformed: %.20s',
    async (text) => {
      const page = browser(await makeUser(db))
      page.cookies.set('Path=/checkout delivery', `delivery=${text}`)
      expect(await page.open('?step=payment')).toMatchObject({ from: 'new', isReady: false })
    },
  )
})

describe('the checkout', () => {
  it.each([
    ['address', { ...TYPED, intent: 'address', saveAddress: 'on' }],
    ['coupon', { ...TYPED, intent: 'address', coupon: 'apply', couponCode: 'NOPE' }],
    ['order', { ...PLACE, paymentMethod: 'cod' }],
    ['way back', { ...TYPED, intent: 'place', back: '' }],
    ['way to the cart', { ...TYPED, intent: 'address', leaveTo: 'cart' }],
  ])('refuses a post when another account has signed in since: %s', async (_, fields) => {
    const [person, other] = [await makeUser(db), await makeUser(db)]
    const page = browser(person)
    const delivery = await page.open()
    const draftOwner = 'owner' in delivery ? delivery.owner : ''
    page.signInAs(other)
    await page.post({ ...TYPED, intent: 'address', addressLine1: 'Of the other' })
    const answer = await page.post({ ...fields, draftOwner })
    expect(answer).toMatchObject({
      status: 409,
      step: 'address',
      notice: expect.stringContaining('You’re signed in as someone else now.'),
      draft: { address: { addressLine1: 'Of the other' } },
    })
    expect(JSON.stringify(answer)).not.toContain(TYPED.addressLine1)
    expect(await page.open()).toMatchObject({ address: { addressLine1: 'Of the other' } })
    expect(await listAddresses(db, other.id)).toEqual([])
  })

  it('allows the payment step on reload once the address is complete', async () => {
    const page = browser(await makeUser(db))
    await page.post({ ...TYPED, intent: 'address' })
    expect(await page.open('?step=payment')).toMatchObject({ isReady: true })
    await page.post({ ...TYPED, intent: 'address', postalCode: '' })
    expect(await page.open('?step=payment')).toMatchObject({ isReady: false })
  })

  it('shows the phone number and the PIN code at the payment step as they will be stored', async () => {
    const page = browser(await makeUser(db))
    const typed = { ...TYPED, phone: '+91 98450-12345', postalCode: ' 560 034' }
    const address = { ...TYPED, phone: '9845012345', postalCode: '560034' }
    expect(await page.post({ ...typed, intent: 'address' })).toMatchObject({ draft: { address } })
    expect(await page.open('?step=payment')).toMatchObject({ address })
  })

  it('continues without a refused code, once the customer has seen the reason', async () => {
    const page = browser(await makeUser(db))
    const fields = { ...TYPED, intent: 'address', couponCode: 'NOPE' }
    expect(await page.post(fields)).toMatchObject({ status: 422, coupon: { code: 'NOPE' } })
    const unchanged = { ...fields, refusedCode: 'NOPE' }
    expect(await page.post(unchanged)).toMatchObject({ step: 'payment', ignoredCode: 'NOPE' })
    expect(await page.post({ ...fields, refusedCode: 'OTHER' })).toMatchObject({ status: 422 })
    expect(await page.post({ ...unchanged, phone: '' })).toMatchObject({ coupon: { code: 'NOPE' } })
  })

  it('does not allow the payment step while the cart has problems', async () => {
    const page = browser(await makeUser(db))
    await page.post({ ...TYPED, intent: 'address' })
    await db.updateTable('products').set({ isActive: false }).where('id', '=', productId).execute()
    expect(await page.open('?step=payment')).toMatchObject({ isReady: false })
    await db.updateTable('products').set({ isActive: true }).where('id', '=', productId).execute()
    expect(await page.open('?step=payment')).toMatchObject({ isReady: true })
  })

  it('shows problems of the address and of the coupon together', async () => {
    const page = browser(await makeUser(db))
    expect(await page.post({ ...TYPED, intent: 'address', phone: '', couponCode: 'NOPE' })).toMatchObject({
      problems: { phone: 'Please enter a phone number' },
      coupon: { code: 'NOPE', message: 'Invalid coupon code' },
    })
  })
})

describe('the place of a PIN code', () => {
  it('fills in an empty city and state, and asks the customer to check them', async () => {
    const page = browser(await makeUser(db))
    expect(await page.post({ ...TYPED, intent: 'address', city: '', state: '' })).toMatchObject({
      status: 422,
      problems: { city: 'Bengaluru, by the PIN code. Please check it.' },
      draft: { address: { city: 'Bengaluru', state: 'Karnataka' } },
    })
    expect(await page.open()).toMatchObject({ address: { city: 'Bengaluru', state: 'Karnataka' } })
    expect(await page.post({ ...TYPED, intent: 'address', city: '', postalCode: '580123' })).toMatchObject({
      problems: { city: 'Please enter the city' },
    })
    expect(await page.post({ ...TYPED, intent: 'address', city: '12', state: 'Kerala' })).toMatchObject({
      problems: {
        city: 'Please enter the name of the city',
        postalCode: expect.stringContaining('Karnataka'),
      },
      draft: { address: { city: '12', state: 'Kerala' } },
    })
  })

  it('is checked again when the order is placed', async () => {
    const page = browser(await makeUser(db))
    expect(await page.post({ ...PLACE, paymentMethod: 'cod', state: 'Kerala' })).toMatchObject({
      step: 'address',
      problems: { postalCode: expect.stringContaining('Karnataka') },
    })
  })
})

describe('a known address', () => {
  it('is the default saved address, otherwise the last order’s address, and counts as unedited', async () => {
    const person = await makeUser(db)
    await makeOrder(ctx(person), [{ productId, quantity: 1 }])
    const page = browser(person)
    expect(await page.open()).toMatchObject({
      from: 'last',
      isEdited: false,
      address: ADDRESS,
      isReady: false,
    })
    const home = await saveAddressOf(person)
    expect(await page.open()).toMatchObject({ from: home, isEdited: false, address: TYPED })
    expect(await page.open('?step=payment')).toMatchObject({ isReady: false })
    await page.post({ ...TYPED, intent: 'address', addressFrom: home })
    expect(await page.open('?step=payment')).toMatchObject({ from: home, isEdited: false, isReady: true })
  })

  it('is the saved address if the last order was delivered to it', async () => {
    const person = await makeUser(db)
    const shippingAddress = { ...TYPED, addressLine2: null }
    await makeOrder(ctx(person), [{ productId, quantity: 1 }], { shippingAddress })
    const page = browser(person)
    await page.post({ ...TYPED, intent: 'address', addressFrom: 'last' })
    expect(await page.open()).toMatchObject({ from: 'last' })
    await saveAddressOf(person, { addressLine1: 'Office' })
    const same = await saveAddressOf(person)
    expect(await page.open()).toMatchObject({ from: same, isEdited: false })
  })

  it('is chosen by a link, which keeps the payment method', async () => {
    const person = await makeUser(db)
    const [, office] = [await saveAddressOf(person), await saveAddressOf(person, { addressLine1: 'Office' })]
    const page = browser(person)
    await page.post({ ...PLACE, paymentMethod: 'cod' })
    expect(await page.open(`?address=${office}`)).toEqual({ to: '/checkout' })
    const chosen = { from: office, isEdited: false, paymentMethod: 'cod' }
    expect(await page.open()).toMatchObject({ ...chosen, address: { addressLine1: 'Office' } })
    expect(await page.open('?address=new')).toEqual({ to: '/checkout' })
    expect(await page.open()).toMatchObject({ from: 'new', address: { addressLine1: '' } })
    await page.post({ ...TYPED, intent: 'address', phone: '' })
    await page.open('?address=new')
    expect(await page.open(), 'keeps the values typed for a new address').toMatchObject({
      address: { ...TYPED, phone: '' },
    })
    expect(await page.open(`?address=${randomUUID()}`)).toMatchObject({ from: 'new' })
  })

  it('changes with the saved address unless the draft was edited', async () => {
    const person = await makeUser(db)
    const id = await saveAddressOf(person)
    const page = browser(person)
    await page.post({ ...TYPED, intent: 'address', addressFrom: id })
    const address = { ...TYPED, addressLine1: 'Moved', addressLine2: null }
    await saveAddress(ctx(person), { id, address, makeDefault: true })
    expect(await page.open()).toMatchObject({ isEdited: false, address: { addressLine1: 'Moved' } })
    await page.post({ ...TYPED, intent: 'address', addressFrom: id, addressEdited: 'on' })
    expect(await page.open()).toMatchObject({ isEdited: true, address: { addressLine1: '12 Lake View' } })
    // If the form sends exactly the saved values, the address counts as the saved one again.
    await page.post({ ...address, addressLine2: '', intent: 'address', addressFrom: id, addressEdited: 'on' })
    expect(await page.open()).toMatchObject({ isEdited: false })
  })

  it('becomes a saved address once the checkout has saved it', async () => {
    const page = browser(await makeUser(db))
    await page.post({ ...TYPED, intent: 'address', saveAddress: 'on' })
    expect(await page.open()).toMatchObject({ isEdited: false, saveAddress: false, address: TYPED })
  })

  it('is shown as fields with problems if it is no longer valid', async () => {
    const person = await makeUser(db)
    const id = await saveAddressOf(person)
    await db.updateTable('savedAddresses').set({ state: 'Bombay' }).where('id', '=', id).execute()
    const page = browser(person)
    const delivery = await page.open('?step=payment')
    expect(delivery).toMatchObject({
      isEdited: true,
      isReady: false,
      problems: { state: 'Please choose a state' },
    })
  })
})

describe('the source that the page sends with an order', () => {
  it.each<[string, string, Record<string, string>, string | null]>([
    ['is stored', 'search', {}, 'search'],
    ['is null if the page names none', '', {}, null],
    ['is null if the shop does not know it, and the order is placed', 'visit-4711', {}, null],
    ['is dropped with Do Not Track', 'search', { dnt: '1' }, null],
    ['is dropped with Global Privacy Control', 'search', { 'sec-gpc': '1' }, null],
  ])('%s', async (_, source, headers, stored) => {
    const example = await makeOrder(ctx(await makeUser(db)), [{ productId, quantity: 1 }])
    const { total } = await rowOf(db, 'orders', { id: example })
    const person = await makeUser(db)
    const fields = { ...PLACE, paymentMethod: 'cod', expectedTotal: String(total), source }
    expect(await browser(person).post(fields, headers)).toMatchObject({
      to: expect.stringContaining('success'),
    })
    const placed = await db.selectFrom('orders').select('source').where('userId', '=', person.id).execute()
    expect(placed).toEqual([{ source: stored }])
  })
})
