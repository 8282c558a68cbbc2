import { describe, expect, it } from 'vitest'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { orderStatusEmail } from '#infra/email/templates/order-emails.ts'
import { NOT_RECORDED } from '#shop/audit/change.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import { err } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { correctAddress } from '#shop/orders/correct-address.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { findParcels, outdatedLabelOf } from '#shop/orders/packing.read.ts'
import { markPrinted, packOrders } from '#shop/orders/packing-desk.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'
import { rowsOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db)
const productId = await makeProduct(db, { stockQuantity: 1000 })
const KOCHI = { ...ADDRESS, city: 'Kochi', state: 'Kerala', postalCode: '682001' }

const makeCashOrder = () => makeOrder(ctx(customer), [{ productId, quantity: 1 }])
const correct = (orderId: string, address = KOCHI, version = 1, actor = admin) =>
  correctAddress(ctx(actor), { orderId, version, address })

it('correctAddress changes only this order’s address, emails the customer and records it in history and audit log', async () => {
  const [orderId, other] = [await makeCashOrder(), await makeCashOrder()]
  const total = (await findOrder(db, orderId))?.total
  expect(await correct(orderId)).toEqual({ ok: true, value: { isChanged: true } })
  const order = await findOrder(db, orderId)
  expect([order?.shippingAddress, order?.total, order?.version]).toEqual([KOCHI, total, 2])
  expect((await findOrder(db, other))?.shippingAddress).toEqual(ADDRESS)
  const event = order?.events.at(-1)
  expect(event).toMatchObject({ kind: 'address_corrected', by: 'shop' })
  expect((await readJobs(db, 'order-moved')).at(-1)).toEqual({ orderId, eventId: event?.id })
  if (!order || !event) throw new Error('no event')
  const { deliveryTimes: times } = ctx().config
  const email = await orderStatusEmail(order, event, {
    brand: 'Cultiva',
    origin: 'http://x',
    times,
    now: NOW,
  })
  expect(email.subject).toMatch(/: corrected address$/)
  const log = await rowsOf(db, 'auditLog', { entityId: orderId })
  expect(log).toMatchObject([{ after: { city: NOT_RECORDED } }])
})

it('correctAddress changes nothing if the address is the same', async () => {
  const orderId = await makeCashOrder()
  expect(await correct(orderId, ADDRESS)).toEqual({ ok: true, value: { isChanged: false } })
  expect((await findOrder(db, orderId))?.version).toBe(1)
})

it('correctAddress names the shipment as the reason, not the old version, if the order was shipped in the meantime', async () => {
  const orderId = await makeCashOrder()
  await changeOrder(ctx(admin), { orderId, status: 'shipped' })
  expect(await correct(orderId)).toEqual(err('already_shipped'))
})

it('correctAddress refuses an old version and a shipped order', async () => {
  const orderId = await makeCashOrder()
  expect(await correct(orderId, KOCHI, 9)).toMatchObject(err('edit_conflict'))
  const outcomes = await Promise.all([
    changeOrder(ctx(admin), { orderId, version: 1, status: 'shipped' }),
    correct(orderId),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  await changeOrder(ctx(admin), { orderId, status: 'shipped' })
  const version = (await findOrder(db, orderId))?.version ?? 0
  expect(await correct(orderId, KOCHI, version)).toMatchObject(err('already_shipped'))
})

it('correctAddress refuses another state than the invoice’s, and accepts another city', async () => {
  const orderId = await makeCashOrder()
  await changeOrder(ctx(admin), { orderId, status: 'shipped' })
  await issueInvoice(ctx(admin), orderId)
  await changeOrder(ctx(admin), { orderId, status: 'processing' })
  const version = (await findOrder(db, orderId))?.version ?? 0
  expect(await correct(orderId, KOCHI, version)).toMatchObject(err('state_on_invoice'))
  const mysuru = { ...ADDRESS, city: 'Mysuru', postalCode: '570001' }
  expect((await correct(orderId, mysuru, version)).ok).toBe(true)
})

describe('labels and slips that were printed before a correction', () => {
  const print = async (orderId: string, kind: 'label' | 'slip', corrected?: number) => {
    const outcome = await markPrinted(ctx(admin), { kind, orders: [{ orderId, corrected }] })
    return outcome.ok && outcome.value
  }
  const printsOf = async (orderId: string) => {
    const [parcel] = await findParcels(db, [orderId])
    return [parcel?.labelPrintedAt, parcel?.slipPrintedAt, parcel?.isLabelOutdated]
  }
  const versionOf = async (orderId: string) => (await findOrder(db, orderId))?.version ?? 0

  it('count as not printed until they are printed again', async () => {
    const [orderId, other] = [await makeCashOrder(), await makeCashOrder()]
    for (const id of [orderId, other]) for (const kind of ['label', 'slip'] as const) await print(id, kind)
    await correct(orderId)
    expect(await printsOf(orderId)).toEqual([null, null, true])
    expect(await printsOf(other)).toEqual([NOW, NOW, false])
    expect(await outdatedLabelOf(db, orderId)).toEqual({ isPacked: false })
    await print(orderId, 'label')
    expect(await printsOf(orderId)).toEqual([NOW, null, false])
    expect(await outdatedLabelOf(db, orderId)).toBeNull()
  })

  it('stay valid if nothing on them changed', async () => {
    const orderId = await makeCashOrder()
    for (const kind of ['label', 'slip'] as const) await print(orderId, kind)
    await correct(orderId, ADDRESS)
    expect(await printsOf(orderId)).toEqual([NOW, NOW, false])
    await correct(orderId, { ...ADDRESS, phone: '9731100229' })
    expect(await printsOf(orderId)).toEqual([null, NOW, true])
  })

  it('are reported for a packed parcel, until it is shipped', async () => {
    const orderId = await makeCashOrder()
    await changeOrder(ctx(admin), { orderId, status: 'processing' })
    await print(orderId, 'label')
    await packOrders(ctx(admin), [{ orderId, version: await versionOf(orderId) }])
    await correct(orderId, KOCHI, await versionOf(orderId))
    expect(await outdatedLabelOf(db, orderId)).toEqual({ isPacked: true })
    await changeOrder(ctx(admin), { orderId, status: 'shipped' })
    expect(await outdatedLabelOf(db, orderId)).toBeNull()
  })

  it('are not marked as printed from a page that was opened before the correction', async () => {
    const orderId = await makeCashOrder()
    await correct(orderId)
    expect(await print(orderId, 'label', 0)).toEqual({ printed: 0, outdated: 1 })
    expect(await printsOf(orderId)).toEqual([null, null, false])
    const event = (await findOrder(db, orderId))?.events.findLast(({ kind }) => kind === 'address_corrected')
    expect(await print(orderId, 'label', event?.id)).toEqual({ printed: 1, outdated: 0 })
  })
})
