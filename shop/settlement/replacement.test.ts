/** Tests of replacements instead of refunds: the items are sent again, and nothing else happens twice. */

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { orderStatusEmail } from '#infra/email/templates/order-emails.ts'
import { recordRemittance } from '#shop/accounts/record-settlements.ts'
import { unitsSetAside } from '#shop/inventory/set-aside.read.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { NO_MONEY } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { cancellationEffects } from '#shop/orders/cancellation.read.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { deliveryEstimate } from '#shop/orders/delivery-estimate.ts'
import type { Order, OrderStatus } from '#shop/orders/order.ts'
import { findOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import { parcelItems, type ReplacedLine, type RequestWish, requestName } from '#shop/orders/request.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { refundAccountHints, takesRefundAccount } from '#shop/payments/refund-accounts.read.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { openReferrals } from '#shop/referrals/assign-codes.ts'
import { REVENUE } from '#shop/revenue.read.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'
import { stockOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase({ poolSize: 6 })
const admin = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db)

const DAY = 86_400_000
const UPI = { kind: 'upi', upi: 'meera@okicici' } as const

const requestFrom = (orderId: string, wish: RequestWish = 'replacement', actor: Person = customer) =>
  requestOrderRefund(ctx(actor), { orderId, reason: 'damaged', details: '', wish, account: UPI })
const replace = (orderId: string, answer = '', lines: ReplacedLine[] | null = null) =>
  decideRefund(ctx(admin), { orderId, decision: 'replace', answer, lines })
const moveTo = (orderId: string, status: OrderStatus) => changeOrder(ctx(admin), { orderId, status })

/** Makes a delivered cash order of two of ten units. */
async function makeDeliveredOrder(actor: Person = customer, fields: Parameters<typeof makeOrder>[2] = {}) {
  const product = await makeProduct(db, { stockQuantity: 10 })
  const orderId = await makeOrder(ctx(actor), [{ productId: product, quantity: 2 }], fields)
  await changeOrder(ctx(admin), { orderId, status: 'shipped', trackingNumber: 'EK1', carrier: 'India Post' })
  await moveTo(orderId, 'delivered')
  return { product, orderId }
}

async function orderOf(orderId: string): Promise<Order> {
  const order = await findOrder(db, orderId)
  if (!order) throw new Error('no such order')
  return order
}

const rowsOf = async (table: 'payments' | 'invoices' | 'refunds' | 'creditNotes', orderId: string) =>
  (await db.selectFrom(table).select('id').where('orderId', '=', orderId).execute()).length

async function revenueOf(orderId: string): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(REVENUE.as('revenue'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(row.revenue)
}

it('sends the order again without a second reward, invoice, payment or revenue', async () => {
  const friend = await makeUser(db)
  const opened = await openReferrals(ctx(friend))
  const newcomer = await makeUser(db)
  const { orderId, product } = await makeDeliveredOrder(newcomer, {
    referralCode: opened.ok ? opened.value : '',
  })
  await issueInvoice(ctx(), orderId)
  const { total: net } = await orderOf(orderId)
  const transfer = {
    net,
    carrier: 'Delhivery',
    reference: 'UTR4711',
    day: '2026-11-21',
    fee: NO_MONEY,
    tax: NO_MONEY,
  }
  must(await recordRemittance(ctx(admin), { ...transfer, orderIds: [orderId] }))
  const rewards = () => sql`select id from coupons where customer_id = ${friend.id}`.execute(db)
  expect((await rewards()).rows).toHaveLength(1)
  const revenue = await revenueOf(orderId)

  expect(await requestFrom(orderId, 'replacement', newcomer)).toEqual(ok(null))
  expect((await orderOf(orderId)).events.at(-1)).toMatchObject({ kind: 'replacement_requested' })
  // No money is paid, so no account is requested or stored.
  expect(await takesRefundAccount(db, orderId)).toBe(false)
  expect((await refundAccountHints(db, [orderId])).size).toBe(0)

  expect(await replace(orderId, 'Sorry about that.')).toEqual(ok(null))
  const replacement = await orderOf(orderId)
  expect(replacement).toMatchObject({ status: 'processing', paymentStatus: 'paid', trackingNumber: null })
  expect(replacement.carrier).toBeNull()
  expect(replacement.events.slice(-2)).toMatchObject([
    { kind: 'status', fromStatus: 'delivered', toStatus: 'processing', note: null },
    { kind: 'replacement_granted', note: 'Sorry about that.' },
  ])
  const [request] = await requestsOfOrder(db, orderId)
  expect(request).toMatchObject({ status: 'approved', amount: null, answer: 'Sorry about that.' })
  expect(request && requestName(request)).toBe('Replacement')
  expect(await stockOf(db, product)).toBe(6)

  // While the replacement is on its way, the order can be neither cancelled nor refunded.
  const cancelled = await cancelOrder(ctx(newcomer), { orderId, details: '' })
  expect(cancelled).toEqual(err('replacement_sent'))
  await moveTo(orderId, 'shipped')
  expect(await cancelOrder(ctx(newcomer), { orderId, details: '' })).toEqual(cancelled)
  expect(await requestFrom(orderId, 'refund', newcomer)).toEqual(err('not_delivered'))

  await moveTo(orderId, 'delivered')
  await issueInvoice(ctx(), orderId)
  expect(await stockOf(db, product)).toBe(6)
  expect((await rewards()).rows).toHaveLength(1)
  expect(await revenueOf(orderId)).toBe(revenue)
  const counts = ['payments', 'invoices', 'refunds', 'creditNotes'] as const
  expect(await Promise.all(counts.map((table) => rowsOf(table, orderId)))).toEqual([1, 1, 0, 0])
  // A replacement that arrives broken can be reported like the first parcel.
  expect(await requestFrom(orderId, 'refund', newcomer)).toEqual(ok(null))
  expect(await requestsOfOrder(db, orderId)).toMatchObject([{ status: 'approved' }, { status: 'open' }])
})

it('estimates the delivery in the email from the time of the decision', async () => {
  const { orderId } = await makeDeliveredOrder()
  await requestFrom(orderId)
  const later = new Date(NOW.getTime() + 5 * DAY)
  await decideRefund(ctx(admin, { now: later }), { orderId, decision: 'replace', answer: '', lines: null })
  const order = await orderOf(orderId)
  const mailJobs = (await readJobs(db, 'order-moved')).filter((job) => job.orderId === orderId)
  const event = order.events.at(-1)
  expect(mailJobs.map(({ eventId }) => eventId)).toContain(event?.id)
  const previousEvent = order.events.at(-2)?.id ?? 0
  expect(mailJobs.map(({ eventId }) => eventId)).not.toContain(previousEvent)
  const { deliveryTimes: times } = ctx().config
  const shop = { brand: 'Testmill', origin: 'https://shop.example', times, now: later }
  if (!event) throw new Error('no history')
  const { subject, text } = await orderStatusEmail(order, event, shop)
  expect(subject).toMatch(/: we’re sending a replacement$/)
  expect(text).toMatch(/sending a replacement for order .+, at no cost to you\. Expected by \w+ \d+ \w+\./)
  const estimate = deliveryEstimate(order, times, later)
  expect(estimate?.isLate).toBe(false)
  expect(estimate?.by && estimate.by > later.toISOString().slice(0, 10)).toBe(true)
})

it('takes the picks of a mix from stock, too; if a product is sold out, changes nothing and names it', async () => {
  const mix = await makeProduct(db, { tastemakerPicks: 10, stockQuantity: 10 })
  const spice = { isPick: true, stockQuantity: 25, name: 'Pepper Packet' } as const
  const pepper = await makeProduct(db, spice)
  const picks = { productId: mix, quantity: 1, tastemakers: Array<string>(10).fill(pepper) }
  const orderId = await makeOrder(ctx(customer), [picks])
  await moveTo(orderId, 'delivered')
  await requestFrom(orderId)
  await replace(orderId)
  expect([await stockOf(db, mix), await stockOf(db, pepper)]).toEqual([8, 5])

  await moveTo(orderId, 'delivered')
  await requestFrom(orderId)
  const former = await orderOf(orderId)
  expect(await replace(orderId)).toEqual({
    ok: false,
    reason: 'out_of_stock',
    message: expect.stringContaining(': Pepper Packet. '),
  })
  expect(await orderOf(orderId)).toEqual(former)
  expect([await stockOf(db, mix), await stockOf(db, pepper)]).toEqual([8, 5])
  const [, open] = await requestsOfOrder(db, orderId)
  expect(open).toMatchObject({ status: 'open', wish: 'replacement' })
})

it('sends only the given lines and units, and names them to packer and customer', async () => {
  const ragi = await makeProduct(db, { stockQuantity: 10, name: 'Ragi Mix' })
  const bajra = await makeProduct(db, { stockQuantity: 10, name: 'Bajra Mix' })
  const lines = [ragi, bajra].map((productId) => ({ productId, quantity: 2 }))
  const orderId = await makeOrder(ctx(customer), lines)
  await moveTo(orderId, 'delivered')
  await issueInvoice(ctx(), orderId)
  await requestFrom(orderId)
  const [first, second] = (await orderOf(orderId)).items
  const [ragiLine, bajraLine] = [first?.id ?? '', second?.id ?? '']
  const stranger = { itemId: orderId, quantity: 1 }
  for (const wrong of [
    [],
    [stranger],
    [{ itemId: ragiLine, quantity: 3 }],
    [{ itemId: ragiLine, quantity: 1 }, stranger],
  ])
    expect(await replace(orderId, '', wrong)).toEqual(err('not_in_order'))
  expect([await stockOf(db, ragi), await stockOf(db, bajra)]).toEqual([8, 8])

  const bajraOnly = [{ itemId: bajraLine, quantity: 1 }]
  expect(await replace(orderId, 'Sorry.', bajraOnly)).toEqual(ok(null))
  expect([await stockOf(db, ragi), await stockOf(db, bajra)]).toEqual([8, 7])
  const order = await orderOf(orderId)
  expect(order.events.at(-1)).toMatchObject({ kind: 'replacement_granted', note: '1 × Bajra Mix. Sorry.' })
  const requests = await requestsOfOrder(db, orderId)
  expect(requests).toMatchObject([{ status: 'approved', answer: 'Sorry.', replaced: bajraOnly }])
  expect(parcelItems(order, requests)).toMatchObject([{ name: 'Bajra Mix', quantity: 1 }])
  const audit = db.selectFrom('auditLog').select('after').where('entityId', '=', orderId)
  const granted = audit.where('action', '=', 'replacement granted')
  expect(await granted.execute()).toMatchObject([{ after: { refund: 'replaced', lines: bajraOnly } }])

  // The whole order can still be refunded, with one credit note for all lines.
  await moveTo(orderId, 'delivered')
  await requestFrom(orderId, 'refund')
  const returned = order.items.map(({ id, quantity }) => ({ itemId: id, quantity, restocked: 0 }))
  const money = { decision: 'approve', amount: null, returned, answer: '' } as const
  expect(await decideRefund(ctx(admin), { orderId, ...money })).toMatchObject({ ok: true })
  expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: order.total }])

  // Choosing all lines counts as the whole order. An order that was cancelled and reopened is packed as a whole.
  const other = await makeDeliveredOrder()
  await requestFrom(other.orderId)
  const [item] = (await orderOf(other.orderId)).items
  await replace(other.orderId, '', [{ itemId: item?.id ?? '', quantity: 2 }])
  expect(await requestsOfOrder(db, other.orderId)).toMatchObject([{ replaced: null }])
  const reopened = { ...order, events: [...order.events, { ...order.events[0], toStatus: 'cancelled' }] }
  expect(parcelItems(reopened as Order, requests)).toEqual(order.items)
})

it('sends one replacement if several admins decide concurrently', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { orderId, product } = await makeDeliveredOrder()
    await requestFrom(orderId)
    const answers = await Promise.all([replace(orderId), replace(orderId), replace(orderId)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject(err('no_open_request'))
    expect(await stockOf(db, product)).toBe(6)
  }
})

it('restocks one parcel’s units and refunds once if the shop cancels the order afterwards', async () => {
  const { orderId, product } = await makeDeliveredOrder()
  await requestFrom(orderId)
  await replace(orderId)
  await moveTo(orderId, 'cancelled')
  expect(await stockOf(db, product)).toBe(8)
  const { total } = await orderOf(orderId)
  expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: total }])
})

it('restocks only the replaced units if the order is cancelled while they are packed', async () => {
  const { orderId, product } = await makeDeliveredOrder()
  await requestFrom(orderId)
  const [item] = (await orderOf(orderId)).items
  await replace(orderId, '', [{ itemId: item?.id ?? '', quantity: 1 }])
  expect((await unitsSetAside(db)).get(product)).toBe(1)
  expect(await stockOf(db, product)).toBe(7)
  expect(await cancellationEffects(db, orderId)).toMatchObject({ stock: [{ units: 1 }] })
  await moveTo(orderId, 'cancelled')
  expect(await stockOf(db, product)).toBe(8)
})

it('needs a request for a replacement; such a request may also be refunded or declined', async () => {
  const [wanted, declined, other] = [
    await makeDeliveredOrder(),
    await makeDeliveredOrder(),
    await makeDeliveredOrder(),
  ]
  for (const { orderId } of [wanted, declined]) await requestFrom(orderId)
  await requestFrom(other.orderId, 'refund')
  expect(await replace(other.orderId)).toEqual(err('not_replaceable'))
  const { total } = await orderOf(wanted.orderId)
  const money = { decision: 'approve', amount: total, returned: [], answer: '' } as const
  expect(await decideRefund(ctx(admin), { orderId: wanted.orderId, ...money })).toMatchObject({ ok: true })
  const [paid] = await requestsOfOrder(db, wanted.orderId)
  expect(paid && requestName(paid)).toBe('Refund')
  expect(await takesRefundAccount(db, wanted.orderId)).toBe(true)
  await decideRefund(ctx(admin), { orderId: declined.orderId, decision: 'decline', answer: 'No' })
  expect((await orderOf(declined.orderId)).events.at(-1)).toMatchObject({ kind: 'replacement_declined' })
  expect(await stockOf(db, wanted.product)).toBe(8)
  expect(await stockOf(db, declined.product)).toBe(8)
})

it('refuses a replacement if the order was refunded or is not delivered', async () => {
  const { orderId, product } = await makeDeliveredOrder()
  await requestFrom(orderId)
  await db.updateTable('orders').set({ paymentStatus: 'refunded' }).where('id', '=', orderId).execute()
  expect(await replace(orderId)).toEqual(err('order_unpaid'))
  await db.updateTable('orders').set({ paymentStatus: 'paid' }).where('id', '=', orderId).execute()
  await moveTo(orderId, 'shipped')
  expect(await replace(orderId)).toEqual(err('not_replaceable'))
  expect(await stockOf(db, product)).toBe(8)
})
