import { expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { lineKey, setQuantity } from '#shop/carts/cart.ts'
import { openInvoice } from '#shop/invoices/invoices.sql.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { markPrinted } from '#shop/orders/packing-desk.ts'
import { createOrder } from '#shop/orders/place-order.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { editItems, quoteItems, readEditableLines } from '#shop/settlement/edit-items.ts'
import { cardOrders } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'
import { insertRow, rowsOf, stockOf, updateRows } from '#tests/rows.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { orderByCard, actAtBank, prove, orderOf } = cardOrders(shop)
const manager = await makeUser(db, { staffRole: 'manager' })

/** Sets the quantity of the first line, with the price that staff saw. */
async function edit(orderId: string, quantity: number, fields: object = {}) {
  const { items, version } = await orderOf(orderId)
  const [first, ...others] = await readEditableLines(db, items)
  const lines = first ? setQuantity([first, ...others], lineKey(first), quantity) : []
  const quoted = await quoteItems(ctx(manager), { orderId, lines })
  if (!quoted.ok) return quoted
  const expectedTotal = quoted.value.cart.quote.total
  return editItems(ctx(manager), { orderId, version, lines, expectedTotal, ...fields })
}

it('changes a cash order: stock, total to collect, at the agreed price, once', async () => {
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
  expect(await edit(orderId, 4)).toEqual(err('edit_costs_more'))
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

it('extends a discount only within the role’s limit, and never on the own account', async () => {
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

it('keeps the order’s kind of prices', async () => {
  const customer = await makeUser(db)
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const { config } = ctx()
  const pricedBy = (prices: 'exclusive' | 'inclusive') => ({
    config: { ...config, taxes: { ...config.taxes, prices } },
  })
  const orderId = await makeOrder(ctx(customer, pricedBy('exclusive')), [{ productId, quantity: 2 }])
  const lines = await readEditableLines(db, (await orderOf(orderId)).items)
  const quoted = must(await quoteItems(ctx(manager, pricedBy('inclusive')), { orderId, lines }))
  expect(quoted.cart.quote).toMatchObject({ total: 21_000, pricesIncludeTax: false })
})

it('refuses to refund the whole payment, or an order with returned items', async () => {
  const customer = await makeUser(db)
  const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 5 }, NOW)
  const orderId = await makeOrder(ctx(customer), [{ productId, quantity: 3 }])
  await updateRows(db, 'orders', { id: orderId }, { paymentStatus: 'collected' })
  const payment = { orderId, amount: 23_600, capturedAt: NOW, provider: 'cod' as const }
  await insertRow(db, 'payments', { ...payment, providerPaymentId: `cash ${orderId}` })
  expect(await edit(orderId, 1)).toEqual(err('edit_refunds_all'))
  expect(await edit(orderId, 2)).toEqual(ok(null))
  expect((await orderOf(orderId)).events.at(-1)).toMatchObject({ kind: 'items_changed', note: null })
  const request = { orderId, kind: 'refund', status: 'approved', reason: 'damaged', amount: 100 } as const
  await insertRow(db, 'orderRequests', { ...request, requestedAt: NOW, decidedAt: NOW })
  expect(await edit(orderId, 1)).toEqual(err('refund_granted'))
})
