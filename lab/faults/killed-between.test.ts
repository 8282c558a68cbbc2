/**
 * Kills the shop between a commit and its effects: emails, refunds, webhooks, invoices. After the next start each
 * effect has happened once for the customer.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { POLLING, restartableShop } from '#tests/faults/restartable-shop.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { cardSettings, startRazorpayServer } from '#tests/razorpay-server.ts'
import { signInStaff } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'

const CUSTOMER = 'customer@demo.test'
const FRIEND = 'worker@demo.test'
const RAGI_MIX = seedId(2)

const testDb = await testDatabase()
const { db, jobs } = testDb
const mail = await startMailServer()
const razorpay = await startRazorpayServer()
const shop = await restartableShop(testDb, makeOpenFolder(), {
  SMTP_URL: mail.url,
  ...cardSettings(razorpay.url),
})
const customer = await signIn(shop.url, CUSTOMER)
const friend = await signIn(shop.url, FRIEND)
const admin = await signInStaff(shop.url, testDb.url)
const initialStock = await stock()

afterAll(async () => {
  await shop.kill()
  await mail.close()
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

type OrderFields = {
  cookie?: string
  phone?: string
  payment_method?: 'cod' | 'card'
  coupon_code?: string
  referral_code?: string
}

/** Orders one ragi mix; returns the order's id. */
async function placeOrder({
  cookie = customer,
  phone = '9845012345',
  ...fields
}: OrderFields = {}): Promise<string> {
  const place = { city: 'Kochi', state: 'Kerala', postal_code: '682001' }
  const shipping_address = { full_name: 'Meera Nair', phone, address_line1: `${phone} Lake View`, ...place }
  const items = [{ product_id: RAGI_MIX, quantity: 1 }]
  return (
    await send(cookie, 'POST', '/orders', { items, shipping_address, payment_method: 'cod', ...fields })
  ).id
}

/** Places a card order and pays it at Razorpay. */
async function payAtRazorpay(fields: OrderFields = {}) {
  const id = await placeOrder({ ...fields, payment_method: 'card' })
  const intent = await send(customer, 'POST', '/create-payment-intent', { order_id: id })
  return { id, intentId: intent.id, payment: razorpay.pay(intent.provider_order_id, 'captured') }
}

async function deliver(webhook: ReturnType<typeof razorpay.webhook>): Promise<number> {
  const { rawBody: body, headers } = webhook
  return (await fetch(`${shop.url}/api/webhooks/razorpay`, { method: 'POST', body, headers })).status
}

const setStatus = (id: string, status: string) => send(admin, 'PUT', `/orders/${id}`, { status })
const mails = (id: string, to = CUSTOMER) => mail.mailbox(to, id.slice(0, 8))

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

it('a restart completes, once each, an unrecorded order email, an unhandled webhook and an unnumbered invoice', {
  timeout: 300_000,
}, async () => {
  await send(admin, 'POST', '/coupons', {
    code: 'ONCE',
    name: 'Once',
    discount_type: 'fixed',
    discount_value: 20,
  })
  shipped = await placeOrder()
  await shop.waitForJobs()
  paid = await payAtRazorpay({ coupon_code: 'ONCE' })
  const releases = [await shop.holdTable('document_numbers'), await shop.holdTable('payments')]
  await setStatus(shipped, 'shipped')
  const webhook = razorpay.webhook('payment.captured', paid.payment)
  expect(await deliver(webhook)).toBe(200)
  await shop.waitForBlockedStatements(2)
  const accepted = mail.trouble(/^customer@demo\.test/, 'lost-answer')
  const withSentEmail = await placeOrder()
  await accepted
  await shop.kill()
  expect(await rows('invoices', shipped)).toEqual([])
  expect(await state(paid.id)).toMatchObject({ paymentStatus: 'pending' })
  for (const release of releases) await release()

  await shop.restart()
  await shop.waitForJobs()
  expect(mails(withSentEmail)).toHaveLength(1)
  expect(mail.deliveriesOf(new RegExp(withSentEmail.slice(0, 8)))).toHaveLength(2)
  expect(mails(shipped)).toHaveLength(2)
  expect(await rows('invoices', shipped)).toHaveLength(1)
  expect(await state(paid.id)).toMatchObject({ paymentStatus: 'paid' })
  // A provider may repeat a webhook although it was answered.
  expect(await deliver(webhook)).toBe(200)
  await shop.waitForJobs()
  expect(await rows('payments', paid.id)).toHaveLength(1)
  expect(mails(paid.id)).toHaveLength(1)
})

it('a restart completes, once each, an unrecorded refund, an unnumbered credit note and a lost cancellation email', {
  timeout: 300_000,
}, async () => {
  await setStatus(paid.id, 'shipped')
  await shop.waitForJobs()
  const units = await stock()
  const release = await shop.holdTable('document_numbers')
  const lost = mail.trouble(/has been cancelled/, 'lost-mail')
  razorpay.trouble(/refund$/, 'lost-answer')
  await setStatus(paid.id, 'cancelled')
  await lost
  await shop.waitForBlockedStatements(1)
  await expect.poll(() => razorpay.refundsOf(paid.payment.id).length, POLLING).toBe(1)
  // The order's own rows were written in the same commit. The unit of a sent parcel is not restocked.
  const uses = () =>
    db.selectFrom('coupons').select('currentUses').where('code', '=', 'ONCE').executeTakeFirst()
  expect(await stock()).toBe(units)
  expect(await uses()).toEqual({ currentUses: 0 })
  await shop.kill()
  expect(await rows('creditNotes', paid.id)).toEqual([])
  await release()

  await shop.restart()
  await shop.waitForJobs()
  expect(razorpay.refundsOf(paid.payment.id)).toHaveLength(1)
  expect(await rows('refunds', paid.id)).toHaveLength(1)
  expect(await state(paid.id)).toEqual({ status: 'cancelled', paymentStatus: 'refunded' })
  expect(await rows('creditNotes', paid.id)).toHaveLength(1)
  // Ordered, shipped, cancelled, refunded.
  expect(mails(paid.id)).toHaveLength(4)
  expect(await stock()).toBe(units)
  expect(await uses()).toEqual({ currentUses: 0 })
})

it('a restart completes, once each, an unrecorded refund email, a lost reward email and an unreleased unpaid order', {
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
  const first = await placeOrder({ cookie: friend, phone: '9000000001', referral_code: 'MEERA1' })
  const second = await payAtRazorpay()
  await deliver(razorpay.webhook('payment.captured', second.payment))
  const unpaid = await placeOrder({ payment_method: 'card' })
  const { id: intentId } = await send(customer, 'POST', '/create-payment-intent', { order_id: unpaid })
  await shop.waitForJobs()
  const endedHold = { holdUntil: new Date(), nextCheckAt: new Date(Date.now() + 3_600_000) }
  await db.updateTable('paymentIntents').set(endedHold).where('id', '=', intentId).execute()

  const failedEmails = [
    mail.trouble(/Refund for order/, 'lost-answer'),
    mail.trouble(/friend has joined/, 'lost-mail'),
  ]
  await send(customer, 'POST', `/orders/${second.id}/cancellation`, {})
  await setStatus(first, 'delivered')
  await Promise.all(failedEmails)
  razorpay.trouble(/GET .*payments$/, 'lost-call')
  const lookups = () => razorpay.calls.filter((call) => /GET .*payments$/.test(call)).length
  const earlier = lookups()
  await jobs.send(db, { queue: 'payment-check', data: { intentId } })
  await expect.poll(lookups, POLLING).toBe(earlier + 1)
  await shop.kill()
  expect(await state(unpaid)).toEqual({ status: 'pending', paymentStatus: 'pending' })

  await shop.restart()
  await shop.waitForJobs()
  expect(mails(second.id).filter((subject) => /Refund for order/.test(subject))).toHaveLength(1)
  expect(mail.deliveriesOf(new RegExp(`Refund for order #${second.id.slice(0, 8)}`))).toHaveLength(2)
  expect(razorpay.refundsOf(second.payment.id)).toHaveLength(1)
  expect(mail.mailbox(CUSTOMER, 'friend has joined')).toHaveLength(1)
  const rewards = db.selectFrom('coupons').select('id').where('code', 'like', 'THANKS-%')
  expect(await rewards.execute()).toHaveLength(1)
  expect(mails(first, FRIEND)).toHaveLength(2)
  expect(await state(unpaid)).toEqual({ status: 'cancelled', paymentStatus: 'failed' })
  expect(mails(unpaid)).toHaveLength(1)
  // The units of orders that were cancelled before they were sent are back in stock.
  const takenOrders = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.or([eb('status', '!=', 'cancelled'), eb('id', '=', paid.id)]))
    .execute()
  expect(await stock()).toBe(initialStock - takenOrders.length)
  expect(shop.lines().filter((line) => line.includes('"level":50'))).toEqual([])
})
