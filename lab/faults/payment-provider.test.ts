/** A real shop whose payment provider does not answer. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { requestOrder } from '#tests/faults/order-load.ts'
import { cardSettings, startRazorpayServer } from '#tests/razorpay-server.ts'
import { startRealShop } from '#tests/real-shop.ts'
import { ORDER_BODY, signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const POLLING = { timeout: 120_000, interval: 100 }
const { url: databaseUrl, db, pool } = await testDatabase()
const provider = await startRazorpayServer()
let shop: ShopProgram
let url: string
let cookie: string

beforeAll(async () => {
  shop = await startRealShop(databaseUrl, makeOpenFolder(), {
    ...cardSettings(provider.url),
  })
  url = await readyShop(shop)
  cookie = await signIn(url)
  await db.updateTable('products').set({ stockQuantity: 100_000 }).execute()
})
afterAll(async () => {
  await endShop(shop, 'SIGTERM')
  await provider.stop()
  removeFolders()
})

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json', origin: url, cookie, 'idempotency-key': randomUUID() }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

const count = async (sql: string): Promise<number> => (await pool.query(sql)).rows[0].n

/** Makes waiting retries due at once. */
const makeRetriesDue = (queue: string) =>
  pool.query(`update pgboss.job set start_after = now() where state = 'retry' and name = $1`, [queue])

describe('while the payment provider does not respond', () => {
  it('the shop works on, no customer pays twice, and the payment is recorded and refunded once', async () => {
    const placed = await post('/api/orders', { ...ORDER_BODY, payment_method: 'card' })
    expect(placed.status).toBe(201)
    const orderId = placed.body.id
    provider.trouble(/POST \/v1\/orders$/, 'lost-call')
    const unanswered = post('/api/create-payment-intent', { order_id: orderId })
    // Other requests do not wait.
    const others = await Promise.all([requestOrder(url, cookie), requestOrder(url, cookie)])
    expect(others.map(({ status }) => status)).toEqual([201, 201])
    expect(await unanswered).toMatchObject({ status: 503 })
    const opened = await post('/api/create-payment-intent', { order_id: orderId })
    expect(opened.status).toBe(200)
    const payment = provider.pay(opened.body.provider_order_id, 'captured')
    const { paymentId, signature } = provider.proofOf(payment)
    const processed = await post('/api/process-payment', {
      order_id: orderId,
      payment_id: paymentId,
      signature,
    })
    expect(processed).toMatchObject({ status: 200, body: { payment_status: 'paid' } })
    const { provider: _, rawBody, headers } = provider.webhook('payment.captured', payment)
    for (let times = 0; times < 2; times += 1)
      expect(
        (await fetch(`${url}/api/webhooks/razorpay`, { method: 'POST', headers, body: rawBody })).status,
      ).toBe(200)
    provider.trouble(/POST \/v1\/payments\/\w+\/refund/, 'lost-answer')
    expect((await post(`/api/orders/${orderId}/cancellation`, { details: '' })).status).toBeLessThan(300)
    await vi.waitUntil(async () => {
      await makeRetriesDue('refund')
      return (
        (await count(
          `select count(*)::int as n from refunds where order_id = '${orderId}' and provider_refund_id is not null`,
        )) === 1
      )
    }, POLLING)
    const payments = await count(`select count(*)::int as n from payments where order_id = '${orderId}'`)
    const refunded = provider.refundsOf(paymentId)
    process.stdout.write(
      `  payments ${payments}, refunds ${refunded.length}, calls ${provider.calls.length}\n`,
    )
    expect({ payments, refunds: refunded.map(({ amount }) => amount) }).toEqual({
      payments: 1,
      refunds: [payment.amount],
    })
  })
})
