import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ADDRESS, makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { parseCart } from '#shop/carts/cart.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { fingerprintOf, placeOrder } from '#shop/orders/place-order.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { stockOf, updateRows } from '#tests/rows.ts'

const { db, pool, ctx } = await testDatabase()

function product(fields: Parameters<typeof makeProduct>[1] = {}) {
  return makeProduct(db, fields, NOW)
}

function idOf(placed: Awaited<ReturnType<typeof placeOrder>>): string {
  if (!placed.ok) throw new Error(`the order was refused: ${placed.reason}`)
  return placed.value.orderId
}

async function movementsOf(productId: string): Promise<number> {
  const row = await db
    .selectFrom('stockMovements')
    .select(({ fn }) => fn.sum<string>('quantity').as('sum'))
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  return Number(row.sum)
}

describe('placeOrder', () => {
  it('inserts order, items, address and event, allocates stock and queues the email', async () => {
    const customer = await makeUser(db)
    const mix = await product({ price: rupees(279), stockQuantity: 5 })
    const orderId = await makeOrder(ctx(customer), [{ productId: mix, quantity: 2 }])
    const order = await findOrder(db, orderId)
    expect(order).toMatchObject({ status: 'pending', paymentStatus: 'pending', paymentMethod: 'cod' })
    expect(order).toMatchObject({ subtotal: 55800, tax: 10044, shippingFee: 0, total: 65844 })
    expect(order?.items).toMatchObject([{ quantity: 2, unitPrice: 27900, totalPrice: 55800 }])
    expect(order?.shippingAddress).toMatchObject({ city: 'Bengaluru', postalCode: '560034' })
    expect(order?.events).toMatchObject([{ fromStatus: null, toStatus: 'pending' }])
    expect(await stockOf(db, mix)).toBe(3)
    expect(await movementsOf(mix)).toBe(3)
    const jobs = await ctx()
      .db.withoutPlugins()
      .selectFrom('pgboss.job' as never)
      .selectAll()
      .execute()
    expect(jobs).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'order-confirmation', data: { orderId } })]),
    )
  })

  it('rounds cash totals if configured, and accepts the rounded or the exact expected total', async () => {
    const customer = await makeUser(db)
    const items = [{ productId: await product({ price: rupees(899) }), quantity: 1 }]
    const buyer = ctx(customer, { config: { ...ctx().config, roundsCash: true } })
    const placeWith = async (fields: Parameters<typeof orderInput>[2]) =>
      placeOrder(buyer, await orderInput(db, items, fields))
    for (const expectedTotal of [106_082, 106_100, undefined]) {
      const order = await findOrder(db, idOf(await placeWith({ expectedTotal })))
      expect(order).toMatchObject({ tax: 16_182, roundOff: 18, total: 106_100 })
    }
    expect(await placeWith({ expectedTotal: 106_000 })).toMatchObject(err('total_changed'))
    const card = await placeWith({ paymentMethod: 'card', expectedTotal: 106_082 })
    expect(await findOrder(db, idOf(card))).toMatchObject({ roundOff: 0, total: 106_082 })
    expect(await placeWith({ paymentMethod: 'card', expectedTotal: 106_100 })).toMatchObject(
      err('total_changed'),
    )
    expect(await findOrder(db, await makeOrder(ctx(customer), items))).toMatchObject({ roundOff: 0 })
  })

  it('allocates the picks of a mix for each of its units', async () => {
    const customer = await makeUser(db)
    const mix = await product({ tastemakerPicks: 10 })
    const [salt, pepper] = [await product({ isPick: true }), await product({ isPick: true })]
    const tastemakers = [...Array(7).fill(salt), ...Array(3).fill(pepper)]
    const orderId = await makeOrder(ctx(customer), [{ productId: mix, quantity: 2, tastemakers }])
    expect(await stockOf(db, salt)).toBe(100 - 14)
    expect(await stockOf(db, pepper)).toBe(100 - 6)
    const order = await findOrder(db, orderId)
    expect(order?.items[0]?.name).toMatch(/\(custom 10 flavors mix\)$/)
    expect(order?.items[0]?.tastemakers.map((pick) => pick.count).toSorted()).toEqual([3, 7])
  })

  it('stores the allergens that product and picks declare when the order is placed', async () => {
    const customer = await makeUser(db)
    const milky = await product({ isPick: true, allergens: ['Milk'] })
    const box = await product({ tastemakerPicks: 2, allergens: ['Peanut'] })
    const tool = await product({ category: 'biodegradable', allergens: [] })
    const items = [
      { productId: box, quantity: 1, tastemakers: [milky, milky] },
      { productId: tool, quantity: 1 },
    ]
    const orderId = await makeOrder(ctx(customer), items)
    await updateRows(db, 'products', { id: milky }, { allergens: ['Soybean'] })
    const lines = (await findOrder(db, orderId))?.items.map(({ allergens }) => allergens)
    expect(lines).toEqual(['Contains: Milk, Peanut', ''])
  })

  it('adds up the units of a product over all lines before checking the stock', async () => {
    const customer = await makeUser(db)
    const mix = await product({ tastemakerPicks: 10 })
    const packet = await product({ isPick: true, stockQuantity: 12 })
    const items = [
      { productId: mix, quantity: 1, tastemakers: Array(10).fill(packet) },
      { productId: packet, quantity: 3 },
    ]
    const refused = await placeOrder(ctx(customer), await orderInput(db, items))
    expect(refused).toMatchObject(err('out_of_stock'))
    expect(await stockOf(db, packet)).toBe(12)
    expect(await stockOf(db, mix)).toBe(100)
  })

  it('refuses picks that are not packets, picks for a product that is not a mix, and products not on sale', async () => {
    const customer = await makeUser(db)
    const [mix, plain] = [await product({ tastemakerPicks: 10 }), await product()]
    const [packet, hidden] = [await product({ isPick: true }), await product({ isActive: false })]
    const wrong = [
      [{ productId: mix, quantity: 1, tastemakers: Array(10).fill(plain) }],
      [{ productId: plain, quantity: 1, tastemakers: [packet] }],
      [{ productId: hidden, quantity: 1 }],
      [{ productId: randomUUID(), quantity: 1 }],
    ]
    for (const items of wrong) {
      expect(await placeOrder(ctx(customer), await orderInput(db, items))).toMatchObject(
        err('cart_has_problems'),
      )
    }
  })

  it('refuses a visitor, and a total that differs from the expected one', async () => {
    const customer = await makeUser(db)
    const items = [{ productId: await product({ price: rupees(100) }), quantity: 1 }]
    expect(await placeOrder(ctx(VISITOR), await orderInput(db, items))).toMatchObject(err('signed_out'))
    const changed = await placeOrder(ctx(customer), await orderInput(db, items, { expectedTotal: 11700 }))
    expect(changed).toMatchObject({ reason: 'total_changed', cart: { quote: { total: 11800 } } })
    expect(
      await placeOrder(ctx(customer), await orderInput(db, items, { expectedTotal: 11800 })),
    ).toMatchObject({
      ok: true,
    })
  })

  it('refuses a payment method that is not offered', async () => {
    const { payments } = ctx()
    const items = [{ productId: await product(), quantity: 1 }]
    for (const [paymentMethod, offered] of [
      ['cod', { takesCash: false }],
      ['card', { card: null }],
    ] as const) {
      const buyer = ctx(await makeUser(db), { payments: { ...payments, ...offered } })
      const placed = await placeOrder(buyer, await orderInput(db, items, { paymentMethod }))
      expect(placed).toMatchObject(err('payment_method_unavailable'))
    }
  })

  it('returns the same order for a repeated request, and refuses its key for a different one', async () => {
    const customer = await makeUser(db)
    const mix = await product({ stockQuantity: 10 })
    const input = await orderInput(db, [{ productId: mix, quantity: 1 }])
    const first = await placeOrder(ctx(customer), input)
    const again = await placeOrder(ctx(customer), input)
    expect(first).toMatchObject({ ok: true, value: { isReplay: false } })
    expect(again).toMatchObject({ ok: true, value: { isReplay: true } })
    expect(again.ok && first.ok && again.value.orderId === first.value.orderId).toBe(true)
    const other = await placeOrder(ctx(customer), {
      ...input,
      lines: input.lines.map((line) => ({ ...line, quantity: 2 })),
    })
    expect(other).toMatchObject(err('idempotency_key_reused'))
    const separate = await placeOrder(ctx(await makeUser(db)), input)
    expect(separate).toMatchObject({ ok: true, value: { isReplay: false } })
    expect(await stockOf(db, mix)).toBe(8)
  })
})

describe('fingerprintOf', () => {
  const lines = parseCart('2x3_1x1-10.11*2')
  const request = { idempotencyKey: 'key', lines, shippingAddress: ADDRESS, paymentMethod: 'cod' } as const

  it.each([
    ['picks', { lines: parseCart('2x3_1x1-10*2.11') }],
    ['coupon', { couponCode: 'MILLET10' }],
    ['friend’s code', { referralCode: 'FRIEND123456' }],
    ['business', { business: { name: 'Asha Foods', gstin: '32AAACB1234C1ZO', address: null } }],
    ['payment method', { paymentMethod: 'card' }],
    ['address', { shippingAddress: { ...ADDRESS, city: 'Kochi' } }],
  ] as const)('differs with another %s', (_, change) => {
    expect(fingerprintOf({ ...request, ...change })).not.toBe(fingerprintOf(request))
  })
})

describe('concurrent orders', () => {
  it('sell 8 units in stock to 8 of 24 customers', async () => {
    const mix = await product({ stockQuantity: 8 })
    const buyers = await Promise.all(Array.from({ length: 24 }, () => makeUser(db)))
    const input = await orderInput(db, [{ productId: mix, quantity: 1 }])
    const results = await Promise.all(buyers.map((buyer) => placeOrder(ctx(buyer), input)))
    expect(results.filter((result) => result.ok)).toHaveLength(8)
    const refusals = results.filter((result) => !result.ok).map((result) => !result.ok && result.reason)
    expect(new Set(refusals)).toEqual(new Set(['out_of_stock']))
    expect(await stockOf(db, mix)).toBe(0)
    expect(await movementsOf(mix)).toBe(0)
  })

  it('of mixes with the same picks in opposite sequence neither deadlock nor oversell', async () => {
    const mix = await product({ tastemakerPicks: 10 })
    const packets = await Promise.all(
      Array.from({ length: 5 }, () => product({ isPick: true, stockQuantity: 40 })),
    )
    const buyers = await Promise.all(Array.from({ length: 30 }, () => makeUser(db)))
    const inputOf = (picks: string[]) => {
      const tastemakers = picks.flatMap((packet) => [packet, packet])
      return orderInput(db, [{ productId: mix, quantity: 1, tastemakers }])
    }
    const [input, reversed] = [await inputOf(packets), await inputOf(packets.toReversed())]
    const orders = buyers.map((buyer, at) => placeOrder(ctx(buyer), at % 2 === 0 ? input : reversed))
    const placed = (await Promise.all(orders)).filter((result) => result.ok)
    expect(placed).toHaveLength(20)
    for (const packet of packets) expect(await stockOf(db, packet)).toBe(0)
    expect(await stockOf(db, mix)).toBe(80)
  })

  it('with the same key create one order, even of the last unit', async () => {
    const customer = await makeUser(db)
    const mix = await product({ stockQuantity: 1 })
    const input = await orderInput(db, [{ productId: mix, quantity: 1 }])
    const results = await Promise.all(Array.from({ length: 10 }, () => placeOrder(ctx(customer), input)))
    const ids = results.map((result) => (result.ok ? result.value.orderId : result.reason))
    expect(new Set(ids).size).toBe(1)
    expect(results.every((result) => result.ok)).toBe(true)
    expect(await stockOf(db, mix)).toBe(0)
  })
})

it('placeOrder retries when PostgreSQL aborts it to resolve a deadlock', async () => {
  const customer = await makeUser(db)
  const products = [await product({ stockQuantity: 5 }), await product({ stockQuantity: 5 })].toSorted()
  const clients = [await pool.connect(), await pool.connect()] as const
  const [blocker, rival] = clients
  const waitingLocks =
    'select 1 from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())'
  const expectWaiting = (count: number) =>
    expect.poll(async () => (await pool.query(waitingLocks)).rowCount, { timeout: 10_000 }).toBe(count)
  try {
    for (const [at, client] of clients.entries()) {
      await client.query('begin')
      await client.query('select 1 from products where id = $1 for no key update', [products[at]])
    }
    const items = products.map((productId) => ({ productId, quantity: 2 }))
    const order = makeOrder(ctx(customer), items)
    await expectWaiting(1)
    // The order locks the account and waits for the first product. The rival transaction does not check for deadlocks
    // itself.
    await rival.query("set local deadlock_timeout = '1h'")
    const rivalQuery = rival.query('select 1 from users where id = $1 for update', [customer.id])
    await expectWaiting(2)
    await blocker.query('commit')
    await rivalQuery
    await rival.query('commit')
    expect(await findOrder(db, await order)).toMatchObject({ status: 'pending' })
    for (const productId of products) expect(await stockOf(db, productId)).toBe(3)
  } finally {
    for (const client of clients) await client.query('rollback').finally(() => client.release())
  }
})
