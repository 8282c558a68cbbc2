/** One real shop: it is killed, its mail server and disk fail, its webhooks arrive twice and out of order. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeTask } from '#db/factories/task.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { POLLING, restartableShop } from '#tests/faults/restartable-shop.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { cardSettings, startRazorpayServer } from '#tests/razorpay-server.ts'
import { ORDER_BODY, signIn } from '#tests/shop-customer.ts'

const CUSTOMER = 'customer@demo.test'
/** Limits the size of files with prlimit, a program of Linux (util-linux). */
const CAN_LIMIT_FILES = process.platform === 'linux'

const testShop = await testDatabase()
const { db, pool, ctx } = testShop
const mail = await startMailServer()
const provider = await startRazorpayServer()
const DATA_DIR = makeOpenFolder()
const shop = await restartableShop(testShop, DATA_DIR, { SMTP_URL: mail.url, ...cardSettings(provider.url) })
const cookie = await signIn(shop.url)
await db.updateTable('products').set({ stockQuantity: 1000 }).execute()

afterAll(async () => {
  await shop.kill()
  await mail.close()
  await provider.stop()
  removeFolders()
})

async function post(path: string, body: object) {
  const headers = {
    'content-type': 'application/json',
    origin: shop.url,
    cookie,
    'idempotency-key': randomUUID(),
  }
  const response = await fetch(shop.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.ok, path).toBe(true)
  return response.json()
}

const placeOrder = async (payment_method: 'cod' | 'card' = 'cod'): Promise<string> =>
  (await post('/api/orders', { ...ORDER_BODY, payment_method })).id

/**
 * Returns the emails about the order in the customer's mailbox. An email that was delivered twice is listed
 * once.
 */
const mailbox = (orderId: string) => mail.mailbox(CUSTOMER, orderId.slice(0, 8))

it('sends each email once although the shop is killed between order and email', async () => {
  const accepted = mail.trouble(/^customer@demo\.test/, 'lost-answer')
  const withLostAnswer = await placeOrder()
  await accepted
  const withQueuedEmail = await placeOrder()
  await shop.kill()
  await shop.restart()
  await shop.waitForJobs()
  expect([withLostAnswer, withQueuedEmail].map((id) => mailbox(id).length)).toEqual([1, 1])
  expect(mail.deliveriesOf(new RegExp(withLostAnswer.slice(0, 8)))).toHaveLength(2)
})

it('counts a payment once when webhooks are repeated, reordered and stored before a kill', async () => {
  const id = await placeOrder('card')
  const intent = await post('/api/create-payment-intent', { order_id: id })
  const payment = provider.pay(intent.provider_order_id, 'captured')
  const deliver = async ({ rawBody: body, headers }: ReturnType<typeof provider.webhook>) =>
    (await fetch(`${shop.url}/api/webhooks/razorpay`, { method: 'POST', body, headers })).status
  const captured = provider.webhook('payment.captured', payment)
  const authorized = provider.webhook('payment.authorized', { ...payment, status: 'authorized' })
  const failed = provider.webhook('payment.failed', { ...payment, status: 'failed' })
  const release = await shop.holdTable('payments')
  expect(await deliver(captured)).toBe(200)
  await shop.waitForBlockedStatements(1)
  await shop.kill()
  await release()
  await shop.restart()
  for (const webhook of [captured, failed, authorized, captured]) expect(await deliver(webhook)).toBe(200)
  await shop.waitForJobs()
  const read = db.selectFrom('orders').select('paymentStatus').where('id', '=', id)
  expect(await read.executeTakeFirst()).toEqual({ paymentStatus: 'paid' })
  expect(await db.selectFrom('payments').select('id').where('orderId', '=', id).execute()).toHaveLength(1)
  expect(mailbox(id)).toHaveLength(1)
})

it('takes orders while the mail server is down, and later sends each email once', async () => {
  await mail.close()
  const orders = [await placeOrder(), await placeOrder()]
  const countJobs = (state: string) =>
    pool.query(`select from pgboss.job where name = 'order-confirmation' and state = $1`, [state])
  await expect.poll(async () => (await countJobs('retry')).rowCount, POLLING).toBe(orders.length)
  expect(orders.flatMap(mailbox)).toEqual([])
  await mail.open()
  // By the ninth retry, about an hour of delays has passed. Delays double, from five seconds on.
  await pool.query(`update pgboss.job set retry_count = 9, start_after = now() where state = 'retry'`)
  await shop.waitForJobs()
  expect(orders.map((id) => mail.deliveriesOf(new RegExp(id.slice(0, 8))).length)).toEqual([1, 1])
})

it.skipIf(!CAN_LIMIT_FILES)(
  'refuses a photo while the disk is full, leaves nothing behind, and takes orders',
  async () => {
    const person = async (email: string, more: Partial<Person>): Promise<Person> => {
      const read = db.selectFrom('users').select(['id', 'fullName']).where('email', '=', email)
      const { id, fullName } = await read.executeTakeFirstOrThrow()
      const common = { kind: 'person', email, staffRole: null, isWorker: false, factorAt: null } as const
      return { ...common, id, fullName, coordinates: [], ...more }
    }
    const admin = await person('admin@demo.test', { staffRole: 'owner' })
    const worker = await person('worker@demo.test', { isWorker: true })
    const now = new Date()
    await enrolWorker(ctx(admin, { now }), { ...workerInput.parse({}), userId: worker.id })
    const taskId = await makeTask(ctx(admin, { now }), worker)
    expect(await startTask(ctx(worker, { now }), { workLogId: taskId })).toMatchObject({ ok: true })
    const workerCookie = await signIn(shop.url, 'worker@demo.test')
    const photo = new File([new Uint8Array(await phonePhoto(7))], 'task.jpg', { type: 'image/jpeg' })
    const send = () => {
      const body = new FormData()
      body.set('photo', photo)
      const headers = { origin: shop.url, cookie: workerCookie }
      return fetch(`${shop.url}/api/work-logs/${taskId}/photo`, { method: 'POST', headers, body })
    }
    const limitFiles = (bytes: string) => {
      const { status, error } = spawnSync('prlimit', ['--pid', `${shop.pid()}`, `--fsize=${bytes}:unlimited`])
      expect(status, `prlimit (util-linux): ${error?.message}`).toBe(0)
    }
    const folder = join(DATA_DIR, 'files', 'task-photos')
    const files = () => (existsSync(folder) ? readdirSync(folder) : [])
    limitFiles('256')
    const refused = await Promise.all([send(), send()])
    expect(refused.map(({ status }) => status)).toEqual([503, 503])
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await db.selectFrom('taskPhotos').select('id').execute()).toEqual([])
    expect(files()).toEqual([])
    await placeOrder()
    limitFiles('unlimited')
    expect((await send()).status).toBe(200)
    // The photo, and its thumbnail for lists.
    expect(files()).toHaveLength(2)
  },
)
