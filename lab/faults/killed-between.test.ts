/**
 * Kills the shop between a commit and its effects: emails, refunds, webhooks, invoices. After the next start
 * each has happened once for the customer.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { POLLING, restartableShop } from '#tests/faults/restartable-shop.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { startRazorpayServer, cardSettings } from '#tests/razorpay-server.ts'
import { signInStaff } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'

const CUSTOMER = 'customer@demo.test'
const FRIEND = 'worker@demo.test'
const RAGI_MIX = seedId(2)

const ground = await testDatabase()
const { db, jobs } = ground
const post = await startMailServer()
const razorpay = await startRazorpayServer()
const shop = await restartableShop(ground, makeOpenFolder(), {
  SMTP_URL: post.url,
  ...cardSettings(razorpay.url),
})
const customer = await signIn(shop.url, CUSTOMER)
const friend = await signIn(shop.url, FRIEND)
const admin = await signInStaff(shop.url, ground.url)
const stockAtFirst = await stock()

afterAll(async () => {
  await shop.kill()
  await post.close()
  await razorpay.stop()
  removeFolders()
})

async function send(cookie: string, method: 'POST' | 'PUT', path: string, body: object) {
  const response = await fetch(`${shop.url}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: shop.url,
      cookie,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const json = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`)
  return json
}

type Wanted = {
  cookie?: string
  phone?: string
  payment_method?: 'cod' | 'card'
  coupon_code?: string
  referral_code?: string
}

/** Orders one ragi mix; returns the order's id. */
async function order({ cookie = customer, phone = '9845012345', ...wanted }: Wanted = {}): Promise<string> {
  const place = { city: 'Kochi', state: 'Kerala', postal_code: '682001' }
  const shipping_address = { full_name: 'Meera Nair', phone, address_line1: `${phone} Lake View`, ...place }
  const items = [{ product_id: RAGI_MIX, quantity: 1 }]
  return (
    await send(cookie, 'POST', '/orders', { items, shipping_address, payment_method: 'cod', ...wanted })
  ).id
}

/** A card order, and the payment that the customer made at Razorpay. */
async function payAtRazorpay(wanted: Wanted = {}) {
  const id = await order({ ...wanted, payment_method: 'card' })
  const intent = await send(customer, 'POST', '/create-payment-intent', { order_id: id })
  return { id, intentId: intent.id, payment: razorpay.pay(intent.provider_order_id, 'captured') }
}

async function deliver(webhook: ReturnType<typeof razorpay.webhook>): Promise<number> {
  const { rawBody: body, headers } = webhook
  return (await fetch(`${shop.url}/api/webhooks/razorpay`, { method: 'POST', body, headers })).status
}

const setStatus = (id: string, status: string) => send(admin, 'PUT', `/orders/${id}`, { status })
const mails = (id: string, to = CUSTOMER) => post.mailbox(to, id.slice(0, 8))

async function stock(): Promise<number> {
  const product = db.selectFrom('products').select('stockQuantity').where('id', '=', RAGI_MIX)
  return (await product.executeTakeFirstOrThrow()).stockQuantity
}

const rows = (table: 'invoices' | 'creditNotes' | 'payments' | 'refunds', orderId: string) =>
  db.selectFrom(table).select('id').where('orderId', '=', orderId).execute()
const state = (id: string) =>
  db.selectFrom('orders').select(['status', 'paymentStatus']).where('id', '=', id).executeTakeFirstOrThrow()

let shipped = ''
let paid: Awaited<ReturnType<typeof payAtRazorpay>>

it('order email sent but not recorded, webhook stored but not handled, invoice not yet numbered', {
  timeout: 300_000,
}, async () => {
  await send(admin, 'POST', '/coupons', {
    code: 'ONCE',
    name: 'Once',
    discount_type: 'fixed',
    discount_value: 20,
  })
  shipped = await order()
  await shop.waitForJobs()
  paid = await payAtRazorpay({ coupon_code: 'ONCE' })
  const free = [await shop.holdTable('document_numbers'), await shop.holdTable('payments')]
  await setStatus(shipped, 'shipped')
  const webhook = razorpay.webhook('payment.captured', paid.payment)
  expect(await deliver(webhook)).toBe(200)
  await shop.waitForBlockedStatements(2)
  const taken = post.trouble(/^customer@demo\.test/, 'lost-answer')
  const placed = await order()
  await taken
  await shop.kill()
  expect(await rows('invoices', shipped)).toEqual([])
  expect(await state(paid.id)).toMatchObject({ paymentStatus: 'pending' })
  for (const release of free) await release()

  await shop.revive()
  await shop.waitForJobs()
  expect(mails(placed)).toHaveLength(1)
  expect(post.deliveriesOf(new RegExp(placed.slice(0, 8)))).toHaveLength(2)
  expect(mails(shipped)).toHaveLength(2)
  expect(await rows('invoices', shipped)).toHaveLength(1)
  expect(await state(paid.id)).toMatchObject({ paymentStatus: 'paid' })
  // The provider got no response, and sends it again.
  expect(await deliver(webhook)).toBe(200)
  await shop.waitForJobs()
  expect(await rows('payments', paid.id)).toHaveLength(1)
  expect(mails(paid.id)).toHaveLength(1)
})

it('refund made but not recorded, credit note not numbered, cancellation email lost in transit', {
  timeout: 300_000,
}, async () => {
  await setStatus(paid.id, 'shipped')
  await shop.waitForJobs()
  const units = await stock()
  const free = await shop.holdTable('document_numbers')
  const lost = post.trouble(/has been cancelled/, 'lost-mail')
  razorpay.trouble(/refund$/, 'lost-answer')
  await setStatus(paid.id, 'cancelled')
  await lost
  await shop.waitForBlockedStatements(1)
  await expect.poll(() => razorpay.refundsOf(paid.payment.id).length, POLLING).toBe(1)
  // The order's own rows were in the same commit: they exist, killed or not.
  const uses = () =>
    db.selectFrom('coupons').select('currentUses').where('code', '=', 'ONCE').executeTakeFirst()
  expect(await stock()).toBe(units + 1)
  expect(await uses()).toEqual({ currentUses: 0 })
  await shop.kill()
  expect(await rows('creditNotes', paid.id)).toEqual([])
  await free()

  await shop.revive()
  await shop.waitForJobs()
  expect(razorpay.refundsOf(paid.payment.id)).toHaveLength(1)
  expect(await rows('refunds', paid.id)).toHaveLength(1)
  expect(await state(paid.id)).toEqual({ status: 'cancelled', paymentStatus: 'refunded' })
  expect(await rows('creditNotes', paid.id)).toHaveLength(1)
  // Ordered, shipped, cancelled, refunded.
  expect(mails(paid.id)).toHaveLength(4)
  expect(await stock()).toBe(units + 1)
  expect(await uses()).toEqual({ currentUses: 0 })
})

it('refund email sent but not recorded, referral reward lost, an unpaid order not yet released', {
  timeout: 300_000,
}, async () => {
  const { id: userId } = await db
    .updateTable('users')
    .set({ referralCode: 'MEERA1' })
    .where('email', '=', CUSTOMER)
    .returning('id')
    .executeTakeFirstOrThrow()
  const consent = { userId, purpose: 'referral-mails', isGiven: true, decidedAt: new Date() }
  await db.insertInto('consents').values(consent).execute()
  const first = await order({ cookie: friend, phone: '9000000001', referral_code: 'MEERA1' })
  const second = await payAtRazorpay()
  await deliver(razorpay.webhook('payment.captured', second.payment))
  const unpaid = await order({ payment_method: 'card' })
  const { id: intentId } = await send(customer, 'POST', '/create-payment-intent', { order_id: unpaid })
  await shop.waitForJobs()
  const over = { holdUntil: new Date(), nextCheckAt: new Date(Date.now() + 3_600_000) }
  await db.updateTable('paymentIntents').set(over).where('id', '=', intentId).execute()

  const stuck = [
    post.trouble(/Refund for order/, 'lost-answer'),
    post.trouble(/friend has joined/, 'lost-mail'),
  ]
  await send(customer, 'POST', `/orders/${second.id}/cancellation`, {})
  await setStatus(first, 'delivered')
  await Promise.all(stuck)
  razorpay.trouble(/GET .*payments$/, 'lost-call')
  const lookups = () => razorpay.calls.filter((call) => /GET .*payments$/.test(call)).length
  const earlier = lookups()
  await jobs.send(db, { queue: 'payment-check', data: { intentId } })
  await expect.poll(lookups, POLLING).toBe(earlier + 1)
  await shop.kill()
  expect(await state(unpaid)).toEqual({ status: 'pending', paymentStatus: 'pending' })

  await shop.revive()
  await shop.waitForJobs()
  expect(mails(second.id).filter((subject) => /Refund for order/.test(subject))).toHaveLength(1)
  expect(post.deliveriesOf(new RegExp(`Refund for order #${second.id.slice(0, 8)}`))).toHaveLength(2)
  expect(razorpay.refundsOf(second.payment.id)).toHaveLength(1)
  expect(post.mailbox(CUSTOMER, 'friend has joined')).toHaveLength(1)
  const thanks = db.selectFrom('coupons').select('id').where('code', 'like', 'THANKS-%')
  expect(await thanks.execute()).toHaveLength(1)
  expect(mails(first, FRIEND)).toHaveLength(2)
  expect(await state(unpaid)).toEqual({ status: 'cancelled', paymentStatus: 'failed' })
  expect(mails(unpaid)).toHaveLength(1)
  // Two orders are valid; everything else went back to stock.
  const open = await db.selectFrom('orders').select('id').where('status', '!=', 'cancelled').execute()
  expect(await stock()).toBe(stockAtFirst - open.length)
  expect(shop.lines().filter((line) => line.includes('"level":50'))).toEqual([])
})
