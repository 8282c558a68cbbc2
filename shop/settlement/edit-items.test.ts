import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { lineKey, setQuantity } from '#shop/carts/cart.ts'
import { openInvoice } from '#shop/invoices/invoices.sql.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import { paise, rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { markPrinted } from '#shop/orders/packing-desk.ts'
import { createOrder } from '#shop/orders/place-order.ts'
import { MADE_ELSEWHERE } from '#shop/payments/refund.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { type AgreedEdit, editItems, quoteItems, readEditableLines } from '#shop/settlement/edit-items.ts'
import { openPayment } from '#shop/settlement/pay-order.ts'
import { checkPayment } from '#shop/settlement/payment-jobs.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'
import { insertRow, rowOf, rowsOf, stockOf, updateRows } from '#tests/rows.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { orderByCard, actAtBank, prove, orderOf } = cardOrders(shop)
const manager = await makeUser(db, { staffRole: 'manager' })

/** Sets the quantity of the first line. Sends the price that staff saw. */
async function edit(
  orderId: string,
  quantity: number,
  { method = 'card', ...fields }: Partial<AgreedEdit> = {},
  by = ctx(manager),
) {
  const { items, version } = await orderOf(orderId)
  const [first, ...others] = await readEditableLines(db, items)
  const lines = first ? setQuantity([first, ...others], lineKey(first), quantity) : []
  const quoted = await quoteItems(by, { orderId, lines, method })
  if (!quoted.ok) return quoted
  const expectedTotal = quoted.value.cart.quote.total
  return editItems(by, { orderId, version, lines, expectedTotal, method, ...fields })
}

it('changes stock and total of a cash order at the agreed price, once if the same edit is sent twice', async () => {
  const customer = await makeUser(db)
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const orderId = await makeOrder(ctx(customer), [{ productId, quantity: 2 }])
  await updateRows(db, 'products', { id: productId }, { price: rupees(150) })
  const [first, second] = await Promise.all([edit(orderId, 5), edit(orderId, 5)])
  expect([first, second]).toEqual([ok(null), ok(null)])
  expect(await edit(orderId, 4, { version: 1 })).toEqual(err('edit_conflict'))
  expect(await orderOf(orderId)).toMatchObject({
    ...{ version: 2, subtotal: 50_000, total: 59_000, paymentStatus: 'pending' },
    items: [{ quantity: 5, unitPrice: 10_000 }],
    events: [{ kind: 'status' }, { kind: 'items_changed', by: 'shop', note: 'To pay on delivery: ₹590.00.' }],
  })
  expect(await stockOf(db, productId)).toBe(0)
  const fromOldPage = { kind: 'slip', orders: [{ orderId, corrected: 0 }] } as const
  expect(await markPrinted(ctx(manager), fromOldPage)).toEqual(ok({ printed: 0, outdated: 1 }))
  expect(await edit(orderId, 6)).toMatchObject(err('cart_has_problems'))
  expect(await edit(orderId, 1)).toEqual(ok(null))
  expect(await stockOf(db, productId)).toBe(4)
  expect(await edit(orderId, 2, { expectedTotal: 1 })).toMatchObject(err('total_changed'))
  expect(await rowsOf(db, 'auditLog', { entityId: orderId })).toMatchObject([
    { action: 'change items', before: { total: 23_600 }, after: { total: 59_000 } },
    { after: { total: 11_800 } },
  ])
})

it('refunds the difference of a paid order, and replaces its invoice', async () => {
  const { orderId, providerOrderId, productId } = await orderByCard({ quantity: 3 })
  expect(await edit(orderId, 1)).toEqual(err('edit_unpaid'))
  await prove(orderId, await actAtBank(providerOrderId, 'success'))
  const sample = ctx(manager, { config: { ...ctx().config, isDemo: true } })
  await issueInvoice(sample, orderId)
  expect(await edit(orderId, 1)).toEqual(ok(null))
  expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: 23_600, reason: 'Items changed' }])
  expect(await orderOf(orderId)).toMatchObject({ total: 11_800, paymentStatus: 'paid' })
  expect(await stockOf(db, productId)).toBe(4)
  const note = (await readJobs(db, 'credit-note')).find((data) => data.orderId === orderId)
  if (!note) throw new Error('no credit note is queued')
  await issueCreditNote(sample, note)
  await issueCreditNote(sample, note)
  expect(await rowsOf(db, 'creditNotes', { orderId })).toMatchObject([{ amount: 35_400 }])
  expect((await openInvoice(db, orderId))?.content.total).toBe(11_800)
})

it('keeps the order’s discount, and refuses a packed order', async () => {
  const customer = await makeUser(db)
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 9 }, NOW)
  const { code } = await makeCoupon(db, { minOrderAmount: rupees(200) })
  const orderId = await makeOrder(ctx(customer), [{ productId, quantity: 3 }], { couponCode: code })
  expect(await edit(orderId, 2)).toEqual(ok(null))
  expect((await orderOf(orderId)).discount).toBeGreaterThan(0)
  expect(await edit(orderId, 1)).toEqual(ok(null))
  expect(await orderOf(orderId)).toMatchObject({ discount: 0, couponCode: null })
  expect(await rowsOf(db, 'couponUses', { orderId })).toEqual([])
  must(await changeOrder(ctx(manager), { orderId, status: 'processing' }))
  must(await changeOrder(ctx(manager), { orderId, trackingNumber: 'AWB123456' }))
  expect(await edit(orderId, 2)).toEqual(err('already_packed'))
})

it('adds units to a discounted order only within the role’s limit, and never to the actor’s own order', async () => {
  const owner = await makeUser(db, { staffRole: 'owner' })
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 20 }, NOW)
  const orderFor = async (customerId: string, discountPercent: number) => {
    const input = await orderInput(db, [{ productId, quantity: 2 }])
    return must(await createOrder(ctx(owner), { ...input, customerId, discountPercent })).orderId
  }
  const customer = await makeUser(db)
  const orderId = await orderFor(customer.id, 50)
  expect(await edit(orderId, 3)).toEqual(err('discount_above_limit'))
  expect(await edit(orderId, 1)).toEqual(ok(null))
  expect(await edit(await orderFor(customer.id, 20), 3)).toEqual(ok(null))
  expect(await edit(await orderFor(manager.id, 10), 3)).toEqual(err('own_discount'))
})

it('keeps the order’s price mode', async () => {
  const customer = await makeUser(db)
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const { config } = ctx()
  const pricedBy = (prices: 'exclusive' | 'inclusive') => ({
    config: { ...config, taxes: { ...config.taxes, prices } },
  })
  const orderId = await makeOrder(ctx(customer, pricedBy('exclusive')), [{ productId, quantity: 2 }])
  const lines = await readEditableLines(db, (await orderOf(orderId)).items)
  const quoted = must(
    await quoteItems(ctx(manager, pricedBy('inclusive')), { orderId, lines, method: 'cod' }),
  )
  expect(quoted.cart.quote).toMatchObject({ total: 21_000, pricesIncludeTax: false })
})

/** Makes a coupon that takes ₹100 off. */
const makeFixedCoupon = () => makeCoupon(db, { value: { discountType: 'fixed', amount: rupees(100) } })

it('refuses an edit that would refund the whole payment, and any edit if payments do not cover the total or a refund is granted', async () => {
  const customer = await makeUser(db)
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const { code } = await makeFixedCoupon()
  const orderId = await makeOrder(ctx(customer), [{ productId, quantity: 3 }], { couponCode: code })
  await updateRows(db, 'orders', { id: orderId }, { paymentStatus: 'collected' })
  const payment = { orderId, amount: 23_600, capturedAt: NOW, provider: 'cod' as const }
  await insertRow(db, 'payments', { ...payment, providerPaymentId: `cash ${orderId}` })
  expect(await edit(orderId, 1)).toEqual(err('edit_refunds_all'))
  expect(await edit(orderId, 2)).toEqual(ok(null))
  expect((await orderOf(orderId)).events.at(-1)).toMatchObject({ kind: 'items_changed', note: null })
  await updateRows(db, 'payments', { orderId }, { amount: paise(20_000) })
  expect(await edit(orderId, 1)).toEqual(err('edit_uncovered'))
  const request = { orderId, kind: 'refund', status: 'approved', reason: 'damaged', amount: 100 } as const
  await insertRow(db, 'orderRequests', { ...request, requestedAt: NOW, decidedAt: NOW })
  expect(await edit(orderId, 1)).toEqual(err('refund_granted'))
})

it('collects the difference by a link that still works after 24 hours, and refunds both payments when staff cancel the order', async () => {
  const { customer, orderId, providerOrderId } = await orderByCard({ quantity: 1 })
  await prove(orderId, await actAtBank(providerOrderId, 'success'))
  expect(await edit(orderId, 3)).toEqual(ok(null))
  expect(await edit(orderId, 2)).toEqual(ok(null))
  const unpaid = { status: 'pending', paymentStatus: 'pending', total: 23_600, advance: 11_800 }
  expect(await orderOf(orderId)).toMatchObject({ ...unpaid, paymentMethod: 'card' })
  const { id } = await rowOf(db, 'paymentIntents', { orderId, isCurrent: true })
  const dayLater = ctx(customer, { now: minutesLater(25 * 60) })
  await checkPayment(dayLater, id)
  expect(await orderOf(orderId)).toMatchObject(unpaid)
  const again = must(await openPayment(dayLater, { orderId }))
  expect(again.amount).toBe(11_800)
  await prove(orderId, await actAtBank(again.providerOrderId, 'success'))
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: 'paid' })
  must(await changeOrder(ctx(manager), { orderId, status: 'cancelled', agreedRefund: paise(23_600) }))
  expect((await refundsOfOrder(db, orderId)).map(({ amount }) => amount)).toEqual([11_800, 11_800])
})

it('lets the courier collect the difference of a paid order, and lets staff cancel an order before the difference is paid', async () => {
  const { orderId, providerOrderId } = await orderByCard({ quantity: 1 })
  await prove(orderId, await actAtBank(providerOrderId, 'success'))
  expect(await edit(orderId, 2, { method: 'cod' })).toEqual(ok(null))
  const order = await orderOf(orderId)
  expect(order.events.at(-1)).toMatchObject({ note: 'To pay on delivery: ₹118.00.' })
  for (const status of ['processing', 'shipped', 'delivered'] as const)
    must(await changeOrder(ctx(manager), { orderId, status }))
  expect(await rowsOf(db, 'payments', { orderId, provider: 'cod' })).toMatchObject([{ amount: 11_800 }])
  const other = await orderByCard({ quantity: 1 })
  await prove(other.orderId, await actAtBank(other.providerOrderId, 'success'))
  expect(await edit(other.orderId, 2)).toEqual(ok(null))
  must(await changeOrder(ctx(manager), { orderId: other.orderId, status: 'cancelled' }))
  expect(await refundsOfOrder(db, other.orderId)).toMatchObject([{ amount: 11_800 }])
  expect(await orderOf(other.orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' })
})

it('refuses to raise the total of a free order', async () => {
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const { code } = await makeFixedCoupon()
  const card = { paymentMethod: 'card', idempotencyKey: randomUUID(), couponCode: code } as const
  const orderId = await makeOrder(ctx(await makeUser(db)), [{ productId, quantity: 1 }], card)
  expect(await orderOf(orderId)).toMatchObject({ total: 0, paymentStatus: 'paid' })
  expect(await edit(orderId, 2)).toEqual(err('edit_costs_more'))
})

/** Makes a paid order of ₹118 whose total an edit raised. The link for the difference has been opened. */
async function partPaidOrder() {
  const { customer, orderId, providerOrderId } = await orderByCard({ quantity: 1 })
  await prove(orderId, await actAtBank(providerOrderId, 'success'))
  expect(await edit(orderId, 2)).toEqual(ok(null))
  return { orderId, link: must(await openPayment(ctx(customer), { orderId })) }
}

it('keeps an order cancelled if its link is paid late, and refunds both that payment and the advance', async () => {
  const { orderId, link } = await partPaidOrder()
  const { id } = await rowOf(db, 'paymentIntents', { orderId, isCurrent: true })
  await checkPayment(ctx(undefined, { now: minutesLater(25 * 60) }), id)
  expect(await rowOf(db, 'paymentIntents', { id })).toMatchObject({ status: 'released' })
  must(await changeOrder(ctx(manager), { orderId, status: 'cancelled' }))
  await prove(orderId, await actAtBank(link.providerOrderId, 'success'))
  expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled' })
  expect((await refundsOfOrder(db, orderId)).map(({ amount }) => amount)).toEqual([11_800, 11_800])
})

it('refuses to edit an order with a held payment; when staff cancel the order, that payment is refunded, too', async () => {
  const { orderId } = await partPaidOrder()
  await updateRows(db, 'paymentIntents', { orderId, isCurrent: true }, { status: 'held' })
  const payment = { orderId, amount: 20_000, capturedAt: NOW, provider: 'sandbox' as const }
  await insertRow(db, 'payments', { ...payment, providerPaymentId: `held ${orderId}` })
  expect(await edit(orderId, 1)).toEqual(err('payment_held'))
  must(await changeOrder(ctx(manager), { orderId, status: 'cancelled', agreedRefund: paise(31_800) }))
  expect((await refundsOfOrder(db, orderId)).map(({ amount }) => amount).toSorted()).toEqual([11_800, 20_000])
})

it('holds the payment of a link if the order’s advance was refunded on the provider’s dashboard', async () => {
  const { orderId, link } = await partPaidOrder()
  const { id: paymentId } = await rowOf(db, 'payments', { orderId })
  const refund = { orderId, paymentId, key: `provider:${orderId}`, amount: 11_800, reason: MADE_ELSEWHERE }
  await insertRow(db, 'refunds', { ...refund, status: 'done', createdAt: NOW, updatedAt: NOW })
  await prove(orderId, await actAtBank(link.providerOrderId, 'success'))
  expect(await rowOf(db, 'paymentIntents', { orderId, isCurrent: true })).toMatchObject({ status: 'held' })
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: 'pending' })
})

it('does not mark a fully refunded order as paid when staff cancel it', async () => {
  const { orderId, link } = await partPaidOrder()
  await prove(orderId, await actAtBank(link.providerOrderId, 'success'))
  await updateRows(db, 'orders', { id: orderId }, { paymentStatus: 'refunded' })
  must(await changeOrder(ctx(manager), { orderId, status: 'cancelled' }))
  expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
})

it('lets the courier collect a difference only where the shop takes cash, up to its limit', async () => {
  const { orderId } = await partPaidOrder()
  const { config, payments } = ctx()
  const cash = { method: 'cod' } as const
  const cardOnly = ctx(manager, { payments: { ...payments, takesCash: false } })
  expect(await edit(orderId, 2, cash, cardOnly)).toEqual(err('payment_method_unavailable'))
  const orderLimits = { ...config.orderLimits, cash: rupees(100) }
  const limited = ctx(manager, { config: { ...config, orderLimits } })
  expect(await edit(orderId, 2, cash, limited)).toMatchObject(err('cash_limit'))
  expect(await edit(orderId, 2, cash)).toEqual(ok(null))
})

it('keeps price, GST rate, limit and shipping rule of unchanged lines, also of archived goods', async () => {
  const { config } = ctx()
  const taxes = { prices: 'exclusive', defaultRate: 500 } as const
  const former = { ...config, taxes, shipping: { fee: rupees(40), freeAbove: rupees(1000) } }
  const [old, other] = [
    await makeProduct(db, { price: rupees(100) }, NOW),
    await makeProduct(db, { price: rupees(50) }, NOW),
  ]
  const items = [old, other].map((productId) => ({ productId, quantity: 2 }))
  const orderId = await makeOrder(ctx(await makeUser(db), { config: former }), items)
  await updateRows(db, 'products', { id: old }, { price: rupees(150), isActive: false, archivedAt: NOW })
  const now = {
    ...{ ...config, orderLimits: { ...config.orderLimits, unitsPerProduct: 1 } },
    ...{ taxes: { ...taxes, defaultRate: 1800 }, shipping: { fee: rupees(90), freeAbove: null } },
  }
  const { total, items: ordered } = await orderOf(orderId)
  const [line, second] = await readEditableLines(db, ordered)
  if (!line || !second) throw new Error('no lines')
  const quoteOf = async (...lines: (typeof line)[]) =>
    must(await quoteItems(ctx(manager, { config: now }), { orderId, lines, method: 'cod' })).cart
  expect(await quoteOf(line, second)).toMatchObject({ canCheckOut: true, quote: { total } })
  const fewer = await quoteOf(line, { ...second, quantity: 1 })
  expect(fewer.quote).toMatchObject({ subtotal: 25_000, shippingFee: 4_000, taxes: [{ rate: 500 }] })
  const more = await quoteOf({ ...line, quantity: 3 }, { ...second, quantity: 3 })
  expect(more.lines.map(({ problem }) => problem)).toEqual(['not_sold', 'too_many'])
  expect((await quoteOf(second)).canCheckOut).toBe(true)
})
