import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import {
  countShipped,
  countStages,
  findParcels,
  findUndoable,
  findUndoneNumbers,
  listShipped,
  listStage,
} from '#shop/orders/packing.read.ts'
import { UNDO_SECONDS } from '#shop/orders/packing.ts'
import {
  confirmOrders,
  type DeskOrder,
  packOrders,
  shipOrders,
  undoDeskAction,
} from '#shop/orders/packing-desk.ts'
import { findNamedOrders } from '#shop/orders/tracking-file.read.ts'
import { requestRefund } from '#shop/payments/request-refund.flow.ts'
import { cardOrders } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { orderByCard, actAtBank, prove, orderOf } = cardOrders(shop)
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Admin' })
const other = await makeUser(db, { staffRole: 'owner' })
const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 1000 })

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const ctxAt = (seconds = 0, actor = admin) => ctx(actor, { now: later(seconds) })
let customer = await makeUser(db)
const cashOrder = () => makeOrder(ctx(customer), [{ productId, quantity: 1 }])

async function deskOrders(...ids: string[]): Promise<DeskOrder[]> {
  const orders = await Promise.all(ids.map((id) => findOrder(db, id)))
  return orders.flatMap((order) => (order ? [{ orderId: order.id, version: order.version }] : []))
}
const statusOf = async (id: string) => (await findOrder(db, id))?.status
const emailsAbout = async (id: string) =>
  (await readJobs(db, 'order-moved')).filter(({ orderId }) => orderId === id)

/** Makes an order that is confirmed and packed. */
async function packedOrder() {
  const id = await cashOrder()
  await confirmOrders(ctxAt(), await deskOrders(id))
  await packOrders(ctxAt(), await deskOrders(id))
  return id
}

beforeEach(async () => {
  customer = await makeUser(db)
})

describe('the packing desk', () => {
  it('confirms, packs and ships an order, and records each step in the audit log', async () => {
    const [first, second] = [await cashOrder(), await cashOrder()]
    const confirmed = await confirmOrders(ctxAt(), await deskOrders(first, second))
    expect(confirmed).toMatchObject({ ok: true, value: { done: [first, second], refused: [] } })
    expect(await packOrders(ctxAt(), await deskOrders(first))).toMatchObject({
      ok: true,
      value: { done: [first] },
    })
    const stageIds = async (stage: 'pack' | 'ship') =>
      (await listStage(db, stage, 100, [first, second])).map(({ order }) => order.id)
    expect([await stageIds('pack'), await stageIds('ship')]).toEqual([[second], [first]])
    const [order] = await deskOrders(first)
    const shipped = await shipOrders(ctxAt(), [
      { orderId: first, version: order?.version ?? 0, carrier: 'Delhivery', trackingNumber: 'AWB1' },
    ])
    expect(shipped).toMatchObject({ ok: true, value: { done: [first] } })
    const found = await findOrder(db, first)
    expect(found).toMatchObject({ status: 'shipped', carrier: 'Delhivery', trackingNumber: 'AWB1' })
    const log = await db
      .selectFrom('auditLog')
      .select(['action', 'actorId'])
      .where('entityId', '=', first)
      .orderBy('id')
      .execute()
    expect(log).toEqual(['confirm', 'pack', 'ship'].map((action) => ({ action, actorId: admin.id })))
  })

  it('counts the orders that each stage lists', async () => {
    await packedOrder()
    const counts = await countStages(db)
    for (const stage of ['confirm', 'pack', 'ship'] as const) {
      const listed = await listStage(db, stage, 1000)
      expect(counts[stage]).toMatchObject({ count: listed.length, since: listed[0]?.order.createdAt ?? null })
    }
  })

  it('neither lists nor confirms an unpaid card order', async () => {
    const { orderId } = await orderByCard()
    expect((await listStage(db, 'confirm', 1000)).map(({ order }) => order.id)).not.toContain(orderId)
    const outcome = await confirmOrders(ctxAt(), await deskOrders(orderId))
    expect(outcome).toMatchObject({ ok: true, value: { done: [], refused: [{ reason: 'order_unpaid' }] } })
  })

  it('refuses a step out of sequence, an old version and more than 200 orders', async () => {
    const id = await cashOrder()
    const reasonOf = async (action: ReturnType<typeof packOrders>) => {
      const outcome = await action
      return outcome.ok ? outcome.value.refused[0]?.reason : outcome.reason
    }
    expect(await reasonOf(packOrders(ctxAt(), await deskOrders(id)))).toBe('not_in_stage')
    expect(await reasonOf(shipOrders(ctxAt(), await deskOrders(id)))).toBe('not_in_stage')
    expect(await reasonOf(confirmOrders(ctxAt(), [{ orderId: id, version: 99 }]))).toBe('edit_conflict')
    const many = Array.from({ length: 201 }, () => ({ orderId: id, version: 1 }))
    expect(await reasonOf(confirmOrders(ctxAt(), many))).toBe('too_many_orders')
    expect(await statusOf(id)).toBe('pending')
  })

  it('refuses a tracking number of another order, ignoring case', async () => {
    const [first, second] = [await packedOrder(), await packedOrder()]
    const wanted = (await deskOrders(first, second)).map((order, index) => ({
      ...order,
      carrier: 'DTDC',
      trackingNumber: index === 0 ? 'twice1' : 'TWICE1',
    }))
    const shipped = await shipOrders(ctxAt(), wanted)
    expect(shipped).toMatchObject({
      ok: true,
      value: { done: [expect.any(String)], refused: [{ reason: 'tracking_number_taken' }] },
    })
  })

  it('lists orders shipped since a moment, until they are delivered', async () => {
    const [first, second] = [await packedOrder(), await packedOrder()]
    const otherCount = await countShipped(db, later(5))
    await shipOrders(ctxAt(5), await deskOrders(first))
    await shipOrders(ctxAt(6), await deskOrders(second))
    const listShippedSince = async (seconds: number) =>
      (await listShipped(db, later(seconds), 100))
        .map(({ order }) => order.id)
        .filter((id) => [first, second].includes(id))
    expect(await listShippedSince(5)).toEqual([second, first])
    expect(await listShippedSince(6)).toEqual([second])
    expect(await countShipped(db, later(5))).toBe(otherCount + 2)
    await changeOrder(ctxAt(7), { orderId: second, status: 'delivered' })
    expect(await listShippedSince(5)).toEqual([first])
  })

  it('neither lists nor packs an order with an open cancellation request', async () => {
    const id = await packedOrder()
    await shipOrders(ctxAt(), await deskOrders(id))
    await cancelOrder(ctx(customer), { orderId: id, details: '' })
    await changeOrder(ctxAt(), { orderId: id, status: 'processing' })
    expect((await listStage(db, 'pack', 1000)).map(({ order }) => order.id)).not.toContain(id)
    expect(await packOrders(ctxAt(), await deskOrders(id))).toMatchObject({
      ok: true,
      value: { done: [], refused: [{ reason: 'cancellation_open' }] },
    })
    expect((await findParcels(db, [id]))[0]).toMatchObject({ isStopped: true, packedAt: null })
    const [order] = await findNamedOrders(db, [{ order: id, number: 'X1' }])
    expect(order).toMatchObject({ stage: null })
  })

  it('finds an order of a tracking file by eight characters of its id, but not by six', async () => {
    const id = await packedOrder()
    const findByText = async (order: string) => (await findNamedOrders(db, [{ order, number: 'X2' }]))[0]
    expect(await findByText(`#${id.slice(0, 8).toUpperCase()}`)).toMatchObject({ id })
    expect(await findByText(id.slice(0, 6))).toBeNull()
  })

  it('neither lists nor confirms an order with a full refund under way', async () => {
    const { orderId, providerOrderId } = await orderByCard()
    await prove(orderId, await actAtBank(providerOrderId, 'success'))
    const stages = async () => (await listStage(db, 'confirm', 1000)).map(({ order }) => order.id)
    expect(await stages()).toContain(orderId)
    const { total } = await orderOf(orderId)
    const refund = { amount: total, reason: 'Asked by phone', key: 'phone', actorId: admin.id, now: NOW }
    await db.transaction().execute((trx) => requestRefund(trx, ctx().jobs, { orderId, ...refund }))
    expect((await orderOf(orderId)).paymentStatus).toBe('paid')
    expect(await stages()).not.toContain(orderId)
    const outcome = await confirmOrders(ctxAt(), await deskOrders(orderId))
    expect(outcome).toMatchObject({ ok: true, value: { done: [], refused: [{ reason: 'order_unpaid' }] } })
  })

  it('gives a tracking number to only one of two orders that are shipped concurrently', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [first, second] = [await packedOrder(), await packedOrder()]
      const wanted = (await deskOrders(first, second)).map((order) => ({
        ...order,
        trackingNumber: `SAME-${round}`,
      }))
      const outcomes = await Promise.all([
        shipOrders(ctxAt(), wanted.slice(0, 1)),
        shipOrders(ctxAt(0, other), wanted.slice(1)),
      ])
      expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.done : []))).toHaveLength(1)
    }
  })

  it('ships each order once when two admins ship the same orders concurrently', async () => {
    const ids = await Promise.all([packedOrder(), packedOrder(), packedOrder()])
    const wanted = await deskOrders(...ids)
    const outcomes = await Promise.all([
      shipOrders(ctxAt(), wanted),
      shipOrders(ctxAt(0, other), wanted.toReversed()),
    ])
    const done = outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.done : []))
    expect(done.toSorted()).toEqual(ids.toSorted())
    for (const id of ids) {
      const events = (await findOrder(db, id))?.events.filter(({ toStatus }) => toStatus === 'shipped')
      expect([events?.length, (await emailsAbout(id)).length]).toEqual([1, 2])
    }
  })
})

describe('undoDeskAction', () => {
  it('undoes a shipment and deletes the event of its queued email', async () => {
    const id = await packedOrder()
    const shipped = await shipOrders(ctxAt(), await deskOrders(id))
    const actionId = shipped.ok ? (shipped.value.actionId ?? '') : ''
    expect(await findUndoable(db, actionId, later(UNDO_SECONDS))).toMatchObject({ kind: 'ship', orders: 1 })
    const undone = await undoDeskAction(ctxAt(UNDO_SECONDS, other), actionId)
    expect(undone).toEqual({ ok: true, value: { done: [id], changed: [] } })
    const order = await findOrder(db, id)
    expect([order?.status, order?.events.some(({ toStatus }) => toStatus === 'shipped')]).toEqual([
      'processing',
      false,
    ])
    expect((await findParcels(db, [id]))[0]?.packedAt).toEqual(NOW)
    const emails = await emailsAbout(id)
    expect(emails.at(-1)?.eventId).toEqual(expect.any(Number))
    expect(order?.events.map((event) => event.id)).not.toContain(emails.at(-1)?.eventId)
    expect(await undoDeskAction(ctxAt(5), actionId)).toMatchObject(err('action_not_found'))
  })

  it('restores the tracking number from before the shipment and deletes the history entry of the shipment’s number', async () => {
    const [withoutNumber, withNumber] = [await packedOrder(), await packedOrder()]
    await changeOrder(ctxAt(), { orderId: withNumber, trackingNumber: 'OLD-1', carrier: 'DTDC' })
    const wanted = (await deskOrders(withoutNumber, withNumber)).map((order, index) => ({
      ...{ ...order, carrier: 'Delhivery', trackingNumber: `NEW-${index}` },
    }))
    const shipped = await shipOrders(ctxAt(5), wanted)
    expect((await findOrder(db, withNumber))?.trackingNumber).toBe('NEW-1')
    await undoDeskAction(ctxAt(10), shipped.ok ? (shipped.value.actionId ?? '') : '')
    const [first, second] = [await findOrder(db, withoutNumber), await findOrder(db, withNumber)]
    expect(first).toMatchObject({ status: 'processing', trackingNumber: null, carrier: null })
    expect(second).toMatchObject({ status: 'processing', trackingNumber: 'OLD-1', carrier: 'DTDC' })
    const parcels = (order: typeof first) => order?.events.filter(({ kind }) => kind.startsWith('parcel'))
    expect([parcels(first), parcels(second)]).toMatchObject([[], [{ note: 'DTDC, OLD-1' }]])
    const entries = await db
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'undo ship')
      .where('entityId', '=', withNumber)
      .execute()
    expect(entries).toEqual([{ after: { status: 'processing', trackingNumber: 'OLD-1', carrier: 'DTDC' } }])
    const ordersAgain = (await deskOrders(withoutNumber)).map((order) => ({
      ...order,
      trackingNumber: 'NEW-1',
    }))
    expect(await shipOrders(ctxAt(20), ordersAgain)).toMatchObject({ value: { done: [withoutNumber] } })
  })

  it('keeps the entered carrier and number for the form, until the order gets a different number', async () => {
    const [numbered, empty, carrierOnly] = [await packedOrder(), await packedOrder(), await packedOrder()]
    const wanted = (await deskOrders(numbered, empty, carrierOnly)).map((order) => ({
      ...order,
      ...(order.orderId === numbered && { carrier: 'Delhivery', trackingNumber: 'BACK-1' }),
      ...(order.orderId === carrierOnly && { carrier: 'Gati' }),
    }))
    const shipped = await shipOrders(ctxAt(5), wanted)
    const actionId = shipped.ok ? (shipped.value.actionId ?? '') : ''
    const undoneNumbers = async () =>
      Object.entries(
        await findUndoneNumbers(db, actionId, await findParcels(db, [numbered, empty, carrierOnly])),
      )
    expect(await undoneNumbers()).toEqual([])
    await undoDeskAction(ctxAt(10), actionId)
    expect((await findOrder(db, numbered))?.trackingNumber).toBeNull()
    const both = [
      [numbered, { carrier: 'Delhivery', trackingNumber: 'BACK-1' }],
      [carrierOnly, { carrier: 'Gati', trackingNumber: '' }],
    ]
    expect((await undoneNumbers()).toSorted()).toEqual(both.toSorted())
    await changeOrder(ctxAt(12), { orderId: numbered, trackingNumber: 'OTHER-1', carrier: 'DTDC' })
    expect(await undoneNumbers()).toEqual([both[1]])
  })

  it('comes before the email, which is sent 90 seconds after the action', async () => {
    const id = await cashOrder()
    await confirmOrders(ctxAt(), await deskOrders(id))
    const [email] = (
      await sql<{ startAfter: Date }>`
      select start_after from pgboss.job where name = 'order-moved' order by created_on desc, id desc limit 1`.execute(
        db,
      )
    ).rows
    expect(email?.startAfter).toEqual(later(90))
  })

  it('undoes a confirmation and a packing', async () => {
    const id = await cashOrder()
    const confirmed = await confirmOrders(ctxAt(), await deskOrders(id))
    expect(
      await undoDeskAction(ctxAt(1), confirmed.ok ? (confirmed.value.actionId ?? '') : ''),
    ).toMatchObject({
      ok: true,
    })
    expect(await statusOf(id)).toBe('pending')
    await confirmOrders(ctxAt(2), await deskOrders(id))
    const packed = await packOrders(ctxAt(2), await deskOrders(id))
    await undoDeskAction(ctxAt(3), packed.ok ? (packed.value.actionId ?? '') : '')
    expect((await findParcels(db, [id]))[0]?.packedAt).toBeNull()
    expect((await packOrders(ctxAt(4), await deskOrders(id))).ok).toBe(true)
  })

  it('refuses an undo after a minute, and skips orders that were changed since', async () => {
    const [first, second] = [await cashOrder(), await cashOrder()]
    const confirmed = await confirmOrders(ctxAt(), await deskOrders(first, second))
    const actionId = confirmed.ok ? (confirmed.value.actionId ?? '') : ''
    expect(await undoDeskAction(ctxAt(UNDO_SECONDS + 1), actionId)).toMatchObject(err('undo_too_late'))
    await cancelOrder(ctx(customer), { orderId: second, details: '' })
    expect(await undoDeskAction(ctxAt(30), actionId)).toEqual({
      ok: true,
      value: { done: [first], changed: [second] },
    })
    expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'cancelled'])
  })

  it('leaves the order cancelled when the customer cancels concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await cashOrder()
      const confirmed = await confirmOrders(ctxAt(), await deskOrders(id))
      const actionId = confirmed.ok ? (confirmed.value.actionId ?? '') : ''
      await Promise.all([
        undoDeskAction(ctxAt(1), actionId),
        cancelOrder(ctx(customer), { orderId: id, details: '' }),
      ])
      expect(await statusOf(id)).toBe('cancelled')
    }
  })
})

it('an order that is set back must be packed again', async () => {
  const id = await packedOrder()
  await changeOrder(ctxAt(), { orderId: id, status: 'pending' })
  await changeOrder(ctxAt(), { orderId: id, status: 'processing' })
  expect((await findParcels(db, [id]))[0]?.packedAt).toBeNull()
})
