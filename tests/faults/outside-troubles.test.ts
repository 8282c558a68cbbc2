/** A real shop whose mail server, payment provider or disk fails while customers order. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeTask } from '#db/factories/task.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { startTask } from '#shop/programme/start-task.ts'
import { testDatabase } from '#tests/database.ts'
import { openFolder, removeFolders } from '#tests/faults/folders.ts'
import { expectKept, order, orderLoad } from '#tests/faults/order-load.ts'
import { mailServer } from '#tests/mail-server.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { razorpayServer, takingCards } from '#tests/razorpay-server.ts'
import { startRealShop } from '#tests/real-shop.ts'
import { ORDER_BODY, signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }
const HAS_PRLIMIT = spawnSync('prlimit', ['--version']).status === 0

const { url: databaseUrl, db, pool, ctx } = await testDatabase()
const mail = await mailServer()
const provider = await razorpayServer()
const DATA_DIR = openFolder()
let shop: ShopProgram
let url: string
let cookie: string

beforeAll(async () => {
  await mail.close()
  shop = await startRealShop(databaseUrl, DATA_DIR, {
    SMTP_URL: mail.url,
    ...takingCards(provider.url),
  })
  url = await readyShop(shop)
  cookie = await signIn(url)
  await db.updateTable('products').set({ stockQuantity: 100_000 }).execute()
})
afterAll(async () => {
  await endShop(shop, 'SIGTERM')
  await mail.close()
  await provider.stop()
  removeFolders()
})

const kept = () => ({ url, cookie, databaseUrl })

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json', origin: url, cookie, 'idempotency-key': randomUUID() }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

const one = async (sql: string): Promise<number> => (await pool.query(sql)).rows[0].n

/** Deliveries of an email whose subject names the order. */
const mailsAbout = (orderId: string) => mail.deliveriesOf(new RegExp(orderId.slice(0, 8))).length

/** Makes waiting retries due now. */
const hurry = (queue: string) =>
  pool.query(`update pgboss.job set start_after = now() where state = 'retry' and name = $1`, [queue])

describe('the mail server', () => {
  it('is down for an hour: orders go on, and every email arrives once when it is back', async () => {
    const load = orderLoad(url, cookie, 1)
    await load.acknowledged(3)
    await load.stop()
    const own = load.outcomes.map(({ id }) => id ?? '')
    const orders = own.length
    const jobs = (condition: string) =>
      one(`select count(*)::int as n from pgboss.job where name = 'order-confirmation'
        and data ->> 'orderId' in ('${own.join("', '")}') and ${condition}`)
    await vi.waitUntil(async () => (await jobs(`state = 'retry'`)) === orders, PATIENCE)
    // The ninth retry comes after about an hour of delays, which double from five seconds.
    await pool.query(
      `update pgboss.job set retry_count = 9 where state = 'retry' and name = 'order-confirmation'`,
    )
    expect(own.map(mailsAbout)).toEqual(own.map(() => 0))
    await mail.open()
    await hurry('order-confirmation')
    await vi.waitUntil(async () => (await jobs(`state < 'completed'`)) === 0, PATIENCE)
    const counts = own.map(mailsAbout)
    const lost = counts.filter((count) => count === 0).length
    const doubled = counts.filter((count) => count > 1).length
    process.stdout.write(`  orders ${orders}, lost ${lost}, doubled ${doubled} mails\n`)
    expect(counts).toEqual(own.map(() => 1))
    await expectKept(kept(), load.outcomes)
  })
})

describe('the payment provider', () => {
  it('does not answer: the shop keeps working, no customer pays twice, and payments are found and refunded once', async () => {
    const placed = await post('/api/orders', { ...ORDER_BODY, payment_method: 'card' })
    expect(placed.status).toBe(201)
    const orderId = placed.body.id
    provider.trouble(/POST \/v1\/orders$/, 'lost-call')
    const hanging = post('/api/create-payment-intent', { order_id: orderId })
    // Other requests are not held up.
    const others = await Promise.all([order(url, cookie), order(url, cookie)])
    expect(others.map(({ status }) => status)).toEqual([201, 201])
    expect(await hanging).toMatchObject({ status: 503 })
    const opened = await post('/api/create-payment-intent', { order_id: orderId })
    expect(opened.status).toBe(200)
    const payment = provider.pay(opened.body.provider_order_id, 'captured')
    const { paymentId, signature } = provider.proofOf(payment)
    const proven = await post('/api/process-payment', { order_id: orderId, payment_id: paymentId, signature })
    expect(proven).toMatchObject({ status: 200, body: { payment_status: 'paid' } })
    const { provider: _, rawBody, headers } = provider.webhook('payment.captured', payment)
    for (let times = 0; times < 2; times += 1)
      expect(
        (await fetch(`${url}/api/webhooks/razorpay`, { method: 'POST', headers, body: rawBody })).status,
      ).toBe(200)
    provider.trouble(/POST \/v1\/payments\/\w+\/refund/, 'lost-answer')
    expect((await post(`/api/orders/${orderId}/cancellation`, { details: '' })).status).toBeLessThan(300)
    await vi.waitUntil(async () => {
      await hurry('refund')
      return (
        (await one(
          `select count(*)::int as n from refunds where order_id = '${orderId}' and provider_refund_id is not null`,
        )) === 1
      )
    }, PATIENCE)
    const payments = await one(`select count(*)::int as n from payments where order_id = '${orderId}'`)
    const refunded = provider.refundsOf(paymentId)
    process.stdout.write(
      `  paid ${payments} time, given back ${refunded.length} time; calls ${provider.calls.length}\n`,
    )
    expect({ payments, refunds: refunded.map(({ amount }) => amount) }).toEqual({
      payments: 1,
      refunds: [payment.amount],
    })
  })
})

describe.skipIf(!HAS_PRLIMIT)('the disk', () => {
  it('is full: a photo is turned down and leaves nothing behind, orders go on, and the same photo arrives later', async () => {
    const person = async (email: string): Promise<Person> => {
      const { id, fullName } = await db
        .selectFrom('users')
        .select(['id', 'fullName'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      return {
        kind: 'person',
        id,
        email,
        fullName,
        staffRole: email.startsWith('admin') ? 'owner' : null,
        isWorker: email.startsWith('worker'),
        coordinates: [],
        factorAt: null,
      }
    }
    const [admin, worker] = [await person('admin@demo.test'), await person('worker@demo.test')]
    const now = new Date()
    await enrolWorker(ctx(admin, { now }), { ...workerInput.parse({}), userId: worker.id })
    const taskId = await makeTask(ctx(admin, { now }), worker)
    expect(await startTask(ctx(worker, { now }), { workLogId: taskId })).toMatchObject({ ok: true })
    const workerCookie = await signIn(url, 'worker@demo.test')
    const bytes = await phonePhoto(7)
    const send = () => {
      const form = new FormData()
      form.set('photo', new File([new Uint8Array(bytes)], 'task.jpg', { type: 'image/jpeg' }))
      const headers = { origin: url, cookie: workerCookie }
      return fetch(`${url}/api/work-logs/${taskId}/photo`, { method: 'POST', headers, body: form })
    }
    const limit = (bytes: string) =>
      spawnSync('prlimit', ['--pid', `${shop.child.pid}`, `--fsize=${bytes}:unlimited`]).status
    const folder = join(DATA_DIR, 'files', 'task-photos')
    const files = () => (existsSync(folder) ? readdirSync(folder) : [])
    expect(limit('256')).toBe(0)
    const refused = await Promise.all([send(), send(), send()])
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await one('select count(*)::int as n from task_photos')).toBe(0)
    expect(files()).toEqual([])
    const outcomes = [await order(url, cookie)]
    expect(outcomes.map(({ status }) => status)).toEqual([201])
    expect(limit('unlimited')).toBe(0)
    expect((await send()).status).toBe(200)
    process.stdout.write(`  photos turned down 3, left behind 0, kept ${files().length}\n`)
    // The photo, and its small copy for lists.
    expect(files()).toHaveLength(2)
  })
})
