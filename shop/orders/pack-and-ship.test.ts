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
import { queued } from '#tests/queued.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { orderByCard, act, prove, orderOf } = cardOrders(shop)
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Admin' })
const other = await makeUser(db, { staffRole: 'owner' })
const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 1000 })

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const at = (seconds = 0, actor = admin) => ctx(actor, { now: later(seconds) })
let customer = await makeUser(db)
const cashOrder = () => makeOrder(ctx(customer), [{ productId, quantity: 1 }])

async function seen(...ids: string[]): Promise<DeskOrder[]> {
  const orders = await Promise.all(ids.map((id) => findOrder(db, id)))
  return orders.flatMap((order) => (order ? [{ orderId: order.id, version: order.version }] : []))
}
const statusOf = async (id: string) => (await findOrder(db, id))?.status
const emailsAbout = async (id: string) =>
  (await queued(db, 'order-moved')).filter(({ orderId }) => orderId === id)

/** An order that is confirmed and packed. */
async function packedOrder() {
  const id = await cashOrder()
  await confirmOrders(at(), await seen(id))
  await packOrders(at(), await seen(id))
  return id
}

beforeEach(async () => {
  customer = await makeUser(db)
})

describe('the stages', () => {
  it('lead an order from payment to the carrier, with who and when', async () => {
    const [first, two] = [await cashOrder(), await cashOrder()]
    const confirmed = await confirmOrders(at(), await seen(first, two))
    expect(confirmed).toMatchObject({ ok: true, value: { done: [first, two], refused: [] } })
    expect(await packOrders(at(), await seen(first))).toMatchObject({ ok: true, value: { done: [first] } })
    const stageIds = async (stage: 'pack' | 'ship') =>
      (await listStage(db, stage, 100, [first, two])).map(({ order }) => order.id)
    expect([await stageIds('pack'), await stageIds('ship')]).toEqual([[two], [first]])
    const [order] = await seen(first)
    const shipped = await shipOrders(at(), [
      { orderId: first, version: order?.version ?? 0, carrier: 'Delhivery', trackingNumber: 'AWB1' },
    ])
    expect(shipped).toMatchObject({ ok: true, value: { done: [first] } })
    const found = await findOrder(db, first)
    expect(found).toMatchObject({ status: 'shipped', carrier: 'Delhivery', trackingNumber: 'AWB1' })
    const log = await db
      .selectFrom('auditLog')
      .select(['action', 'actorId'])
      .where('entityId', '=', first)
      .execute()
    expect(log).toEqual(['confirm', 'pack', 'ship'].map((action) => ({ action, actorId: admin.id })))
  })

  it('count what they list', async () => {
    await packedOrder()
    const counts = await countStages(db)
    for (const stage of ['confirm', 'pack', 'ship'] as const) {
      const listed = await listStage(db, stage, 1000)
      expect(counts[stage]).toMatchObject({ count: listed.length, since: listed[0]?.order.createdAt ?? null })
    }
  })

  it('have no unpaid card order, and none is confirmed', async () => {
    const { orderId } = await orderByCard()
    expect((await listStage(db, 'confirm', 1000)).map(({ order }) => order.id)).not.toContain(orderId)
    const tried = await confirmOrders(at(), await seen(orderId))
    expect(tried).toMatchObject({ ok: true, value: { done: [], refused: [{ reason: 'order_unpaid' }] } })
  })

  it('go in sequence, and for orders as they were seen', async () => {
    const id = await cashOrder()
    const reasonOf = async (act: ReturnType<typeof packOrders>) => {
      const tried = await act
      return tried.ok ? tried.value.refused[0]?.reason : tried.reason
    }
    expect(await reasonOf(packOrders(at(), await seen(id)))).toBe('not_in_stage')
    expect(await reasonOf(shipOrders(at(), await seen(id)))).toBe('not_in_stage')
    expect(await reasonOf(confirmOrders(at(), [{ orderId: id, version: 99 }]))).toBe('edit_conflict')
    const many = Array.from({ length: 201 }, () => ({ orderId: id, version: 1 }))
    expect(await reasonOf(confirmOrders(at(), many))).toBe('too_many_orders')
    expect(await statusOf(id)).toBe('pending')
  })

  it('take a tracking number once, in any case', async () => {
    const [first, two] = [await packedOrder(), await packedOrder()]
    const wanted = (await seen(first, two)).map((order, index) => ({
      ...order,
      carrier: 'DTDC',
      trackingNumber: index === 0 ? 'twice1' : 'TWICE1',
    }))
    const shipped = await shipOrders(at(), wanted)
    expect(shipped).toMatchObject({
      ok: true,
      value: { done: [expect.any(String)], refused: [{ reason: 'tracking_number_taken' }] },
    })
  })

  it('list what was shipped since a moment, once and while it is on its way', async () => {
    const [first, two] = [await packedOrder(), await packedOrder()]
    await shipOrders(at(5), await seen(first))
    await shipOrders(at(6), await seen(two))
    const since = async (seconds: number) =>
      (await listShipped(db, later(seconds), 100))
        .map(({ order }) => order.id)
        .filter((id) => [first, two].includes(id))
    expect(await since(5)).toEqual([two, first])
    expect(await since(6)).toEqual([two])
    await changeOrder(at(7), { orderId: two, status: 'delivered' })
    expect(await since(5)).toEqual([first])
  })

  it('have no order whose customer asks to cancel it', async () => {
    const id = await packedOrder()
    await shipOrders(at(), await seen(id))
    await cancelOrder(ctx(customer), { orderId: id, details: '' })
    await changeOrder(at(), { orderId: id, status: 'processing' })
    expect((await listStage(db, 'pack', 1000)).map(({ order }) => order.id)).not.toContain(id)
    expect(await packOrders(at(), await seen(id))).toMatchObject({
      ok: true,
      value: { done: [], refused: [{ reason: 'cancellation_open' }] },
    })
    expect((await findParcels(db, [id]))[0]).toMatchObject({ isStopped: true, packedAt: null })
    const [named] = await findNamedOrders(db, [{ order: id, number: 'X1' }])
    expect(named).toMatchObject({ stage: null })
  })

  it('are named in a file by eight characters of their id, not by six digits of another shop', async () => {
    const id = await packedOrder()
    const namedBy = async (order: string) => (await findNamedOrders(db, [{ order, number: 'X2' }]))[0]
    expect(await namedBy(`#${id.slice(0, 8).toUpperCase()}`)).toMatchObject({ id })
    expect(await namedBy(id.slice(0, 6))).toBeNull()
  })

  it('have no order whose payment is on its way back', async () => {
    const { orderId, providerOrderId } = await orderByCard()
    await prove(orderId, await act(providerOrderId, 'success'))
    const stages = async () => (await listStage(db, 'confirm', 1000)).map(({ order }) => order.id)
    expect(await stages()).toContain(orderId)
    const { total } = await orderOf(orderId)
    const refund = { amount: total, reason: 'Asked by phone', key: 'phone', actorId: admin.id, now: NOW }
    await db.transaction().execute((trx) => requestRefund(trx, ctx().jobs, { orderId, ...refund }))
    expect((await orderOf(orderId)).paymentStatus).toBe('paid')
    expect(await stages()).not.toContain(orderId)
    const tried = await confirmOrders(at(), await seen(orderId))
    expect(tried).toMatchObject({ ok: true, value: { done: [], refused: [{ reason: 'order_unpaid' }] } })
  })

  it('two admins who give different orders the same number at once: one gets it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [first, two] = [await packedOrder(), await packedOrder()]
      const wanted = (await seen(first, two)).map((order) => ({ ...order, trackingNumber: `SAME-${round}` }))
      const both = await Promise.all([
        shipOrders(at(), wanted.slice(0, 1)),
        shipOrders(at(0, other), wanted.slice(1)),
      ])
      expect(both.flatMap((tried) => (tried.ok ? tried.value.done : []))).toHaveLength(1)
    }
  })

  it('two admins who ship the same orders at once ship each of them once', async () => {
    const ids = await Promise.all([packedOrder(), packedOrder(), packedOrder()])
    const wanted = await seen(...ids)
    const both = await Promise.all([shipOrders(at(), wanted), shipOrders(at(0, other), wanted.toReversed())])
    const done = both.flatMap((tried) => (tried.ok ? tried.value.done : []))
    expect(done.toSorted()).toEqual(ids.toSorted())
    for (const id of ids) {
      const events = (await findOrder(db, id))?.events.filter(({ toStatus }) => toStatus === 'shipped')
      expect([events?.length, (await emailsAbout(id)).length]).toEqual([1, 2])
    }
  })
})

describe('undo', () => {
  it('takes a shipment back, and its email finds nothing to tell', async () => {
    const id = await packedOrder()
    const shipped = await shipOrders(at(), await seen(id))
    const actionId = shipped.ok ? (shipped.value.actionId ?? '') : ''
    expect(await findUndoable(db, actionId, later(UNDO_SECONDS))).toMatchObject({ kind: 'ship', orders: 1 })
    const undone = await undoDeskAction(at(UNDO_SECONDS, other), actionId)
    expect(undone).toEqual({ ok: true, value: { done: [id], changed: [] } })
    const order = await findOrder(db, id)
    expect([order?.status, order?.events.some(({ toStatus }) => toStatus === 'shipped')]).toEqual([
      'processing',
      false,
    ])
    expect((await findParcels(db, [id]))[0]?.packedAt).toEqual(NOW)
    const waiting = await emailsAbout(id)
    expect(waiting.at(-1)?.eventId).toEqual(expect.any(Number))
    expect(order?.events.map((event) => event.id)).not.toContain(waiting.at(-1)?.eventId)
    expect(await undoDeskAction(at(5), actionId)).toMatchObject(err('action_not_found'))
  })

  it('gives a shipment’s tracking number back, and the history no longer tells of it', async () => {
    const [fresh, numbered] = [await packedOrder(), await packedOrder()]
    await changeOrder(at(), { orderId: numbered, trackingNumber: 'OLD-1', carrier: 'DTDC' })
    const wanted = (await seen(fresh, numbered)).map((order, index) => ({
      ...{ ...order, carrier: 'Delhivery', trackingNumber: `NEW-${index}` },
    }))
    const shipped = await shipOrders(at(5), wanted)
    expect((await findOrder(db, numbered))?.trackingNumber).toBe('NEW-1')
    await undoDeskAction(at(10), shipped.ok ? (shipped.value.actionId ?? '') : '')
    const [first, two] = [await findOrder(db, fresh), await findOrder(db, numbered)]
    expect(first).toMatchObject({ status: 'processing', trackingNumber: null, carrier: null })
    expect(two).toMatchObject({ status: 'processing', trackingNumber: 'OLD-1', carrier: 'DTDC' })
    const parcels = (order: typeof first) => order?.events.filter(({ kind }) => kind.startsWith('parcel'))
    expect([parcels(first), parcels(two)]).toMatchObject([[], [{ note: 'DTDC, OLD-1' }]])
    const undone = await db
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'undo ship')
      .where('entityId', '=', numbered)
      .execute()
    expect(undone).toEqual([{ after: { status: 'processing', trackingNumber: 'OLD-1', carrier: 'DTDC' } }])
    const again = (await seen(fresh)).map((order) => ({ ...order, trackingNumber: 'NEW-1' }))
    expect(await shipOrders(at(20), again)).toMatchObject({ value: { done: [fresh] } })
  })

  it('knows what a shipment was given, until the order gets another number', async () => {
    const [fresh, without, named] = [await packedOrder(), await packedOrder(), await packedOrder()]
    const wanted = (await seen(fresh, without, named)).map((order) => ({
      ...order,
      ...(order.orderId === fresh && { carrier: 'Delhivery', trackingNumber: 'BACK-1' }),
      ...(order.orderId === named && { carrier: 'Gati' }),
    }))
    const shipped = await shipOrders(at(5), wanted)
    const actionId = shipped.ok ? (shipped.value.actionId ?? '') : ''
    const typed = async () =>
      Object.entries(await findUndoneNumbers(db, actionId, await findParcels(db, [fresh, without, named])))
    expect(await typed()).toEqual([])
    await undoDeskAction(at(10), actionId)
    expect((await findOrder(db, fresh))?.trackingNumber).toBeNull()
    const both = [
      [fresh, { carrier: 'Delhivery', trackingNumber: 'BACK-1' }],
      [named, { carrier: 'Gati', trackingNumber: '' }],
    ]
    expect((await typed()).toSorted()).toEqual(both.toSorted())
    await changeOrder(at(12), { orderId: fresh, trackingNumber: 'OTHER-1', carrier: 'DTDC' })
    expect(await typed()).toEqual([both[1]])
  })

  it('emails wait until it is over', async () => {
    const id = await cashOrder()
    await confirmOrders(at(), await seen(id))
    const [email] = (
      await sql<{ startAfter: Date }>`
      select start_after from pgboss.job where name = 'order-moved' order by created_on desc, id desc limit 1`.execute(
        db,
      )
    ).rows
    expect(email?.startAfter).toEqual(later(90))
  })

  it('takes back a confirmation and a packing', async () => {
    const id = await cashOrder()
    const confirmed = await confirmOrders(at(), await seen(id))
    expect(await undoDeskAction(at(1), confirmed.ok ? (confirmed.value.actionId ?? '') : '')).toMatchObject({
      ok: true,
    })
    expect(await statusOf(id)).toBe('pending')
    await confirmOrders(at(2), await seen(id))
    const packed = await packOrders(at(2), await seen(id))
    await undoDeskAction(at(3), packed.ok ? (packed.value.actionId ?? '') : '')
    expect((await findParcels(db, [id]))[0]?.packedAt).toBeNull()
    expect((await packOrders(at(4), await seen(id))).ok).toBe(true)
  })

  it('is refused after a minute, and leaves orders that have changed since', async () => {
    const [first, two] = [await cashOrder(), await cashOrder()]
    const confirmed = await confirmOrders(at(), await seen(first, two))
    const actionId = confirmed.ok ? (confirmed.value.actionId ?? '') : ''
    expect(await undoDeskAction(at(UNDO_SECONDS + 1), actionId)).toMatchObject(err('undo_too_late'))
    await cancelOrder(ctx(customer), { orderId: two, details: '' })
    expect(await undoDeskAction(at(30), actionId)).toEqual({
      ok: true,
      value: { done: [first], changed: [two] },
    })
    expect([await statusOf(first), await statusOf(two)]).toEqual(['pending', 'cancelled'])
  })

  it('an undo and a customer’s cancellation at the same time leave one outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await cashOrder()
      const confirmed = await confirmOrders(at(), await seen(id))
      const actionId = confirmed.ok ? (confirmed.value.actionId ?? '') : ''
      await Promise.all([
        undoDeskAction(at(1), actionId),
        cancelOrder(ctx(customer), { orderId: id, details: '' }),
      ])
      expect(await statusOf(id)).toBe('cancelled')
    }
  })
})

it('an order that goes back a step is to be packed and printed again', async () => {
  const id = await packedOrder()
  await changeOrder(at(), { orderId: id, status: 'pending' })
  await changeOrder(at(), { orderId: id, status: 'processing' })
  expect((await findParcels(db, [id]))[0]?.packedAt).toBeNull()
})
