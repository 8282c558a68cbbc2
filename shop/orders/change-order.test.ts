import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { orderStatusEmail } from '#infra/email/templates/order-emails.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { actorNamesOf, internalNotesOf } from '#shop/orders/admin-order.read.ts'
import { cancellationEffects } from '#shop/orders/cancellation.read.ts'
import { changeOrder, type OrderChange } from '#shop/orders/change-order.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { sendRefund } from '#shop/payments/pay-refunds.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { checkPayment } from '#shop/settlement/payment-jobs.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { queued } from '#tests/queued.ts'
import { insertRows } from '#tests/rows.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx, jobs } = shop
const { orderByCard, act, prove, orderOf } = cardOrders(shop)
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Admin' })
const customer = await makeUser(db)
const product = await makeProduct(db, { price: rupees(100), stockQuantity: 1000 })

const changeAs = (orderId: string, wanted: Omit<OrderChange, 'orderId'>) =>
  changeOrder(ctx(admin), { orderId, ...wanted })
const to = (orderId: string, status: OrderStatus) => changeAs(orderId, { status })
const cashOrder = () => makeOrder(ctx(customer), [{ productId: product, quantity: 1 }])
const UNPAID = err('order_unpaid')

async function paidOrder() {
  const placed = await orderByCard()
  await prove(placed.orderId, await act(placed.providerOrderId, 'success'))
  return placed
}

describe('an unpaid card order', () => {
  const states: Record<string, () => Promise<string>> = {
    'that waits for its payment': async () => (await orderByCard()).orderId,
    'that was declined': async () => {
      const { orderId, providerOrderId } = await orderByCard()
      await prove(orderId, await act(providerOrderId, 'decline'))
      return orderId
    },
    'whose hold lapsed': async () => {
      const { orderId, intentId } = await orderByCard()
      await checkPayment(ctx(undefined, { now: minutesLater(16) }), intentId)
      return orderId
    },
    'that was opened again after its hold lapsed': async () => {
      const { orderId, intentId } = await orderByCard()
      await checkPayment(ctx(undefined, { now: minutesLater(16) }), intentId)
      await to(orderId, 'pending')
      return orderId
    },
  }
  it.each(Object.entries(states))('%s is not packed, shipped or delivered', async (_, make) => {
    const orderId = await make()
    const former = await orderOf(orderId)
    for (const status of ['processing', 'shipped', 'delivered'] as const)
      expect(await to(orderId, status), status).toEqual(UNPAID)
    expect(await changeAs(orderId, { trackingNumber: 'EE1' })).toEqual(UNPAID)
    expect(await orderOf(orderId)).toEqual(former)
    expect(await to(orderId, 'cancelled')).toMatchObject({ ok: true })
  })

  it('refunded in full is not sent out again, while the refund is still on its way either', async () => {
    for (const isSent of [false, true]) {
      const { orderId } = await paidOrder()
      await to(orderId, 'delivered')
      await insertRows(db, 'orderRequests', {
        orderId,
        kind: 'refund',
        reason: 'late',
        status: 'open',
        requestedAt: NOW,
      })
      const { total } = await orderOf(orderId)
      const approved = { orderId, decision: 'approve', answer: '', amount: total, returned: [] } as const
      expect(await decideRefund(ctx(admin), approved)).toMatchObject({ ok: true })
      const [refund] = await refundsOfOrder(db, orderId)
      if (isSent) await sendRefund(ctx(), refund?.id ?? '')
      expect(await to(orderId, 'shipped')).toEqual(UNPAID)
      expect(await to(orderId, 'pending')).toMatchObject({ ok: true })
      expect(await to(orderId, 'processing')).toEqual(UNPAID)
    }
  })

  it('moves on once it is paid; cash orders and orders that cost nothing always do', async () => {
    const { orderId } = await paidOrder()
    expect(await to(orderId, 'shipped')).toMatchObject({ ok: true })
    expect(await to(await cashOrder(), 'shipped')).toMatchObject({ ok: true })
  })

  it('is refused to every caller that moves orders', async () => {
    const { orderId } = await orderByCard()
    const move = { orderId, from: 'pending', to: 'shipped', actorId: null, note: null, now: NOW } as const
    expect(await db.transaction().execute((trx) => transitionOrder(trx, jobs, move))).toBe('order_unpaid')
  })

  it('that is paid and packed at the same moment is never packed unpaid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { orderId, providerOrderId } = await orderByCard()
      const back = await act(providerOrderId, 'success')
      const [packed] = await Promise.all([to(orderId, 'processing'), prove(orderId, back)])
      const order = await orderOf(orderId)
      expect(order.paymentStatus).toBe('paid')
      expect(order.status).toBe(packed.ok ? 'processing' : 'pending')
      const kinds = order.events.map(({ kind, toStatus }) => (kind === 'status' ? toStatus : kind))
      expect(kinds).toEqual(['pending', 'payment_received', ...(packed.ok ? ['processing'] : [])])
    }
  })
})

describe('a tracking number', () => {
  it('set back from shipped keeps only the number that was there before', async () => {
    const [fresh, numbered] = [await cashOrder(), await cashOrder()]
    await changeAs(numbered, { trackingNumber: 'EARLY-1', carrier: 'DTDC' })
    for (const orderId of [fresh, numbered])
      await changeAs(orderId, { status: 'shipped', ...(orderId === fresh && { trackingNumber: 'EE9' }) })
    for (const orderId of [fresh, numbered]) await changeAs(orderId, { status: 'processing' })
    expect(await orderOf(numbered)).toMatchObject({ trackingNumber: 'EARLY-1', carrier: 'DTDC' })
    const order = await orderOf(fresh)
    expect(order).toMatchObject({ status: 'processing', trackingNumber: null, carrier: null })
    expect(order.events.at(-1)).toMatchObject({ kind: 'parcel_corrected', note: 'Removed: EE9' })
    await changeAs(fresh, { status: 'shipped', trackingNumber: 'EE10' })
    await changeAs(fresh, { status: 'processing', trackingNumber: 'EE11' })
    expect((await orderOf(fresh)).trackingNumber).toBe('EE11')
  })

  it('can be corrected, with its carrier; the customer is told once the parcel is on its way', async () => {
    const orderId = await cashOrder()
    await changeAs(orderId, { status: 'shipped', trackingNumber: 'EE1', carrier: 'India Post' })
    const mails = async () => (await queued(db, 'order-moved')).filter((job) => job.orderId === orderId)
    const mailsBefore = (await mails()).length
    await changeAs(orderId, { trackingNumber: 'EE2' })
    await changeAs(orderId, { carrier: 'DTDC' })
    await changeAs(orderId, { carrier: 'DTDC', trackingNumber: 'EE2' })
    const order = await orderOf(orderId)
    const corrected = order.events.filter(({ kind }) => kind === 'parcel_corrected')
    expect(corrected).toMatchObject([
      { note: 'India Post, EE2 (was India Post, EE1)', by: 'shop' },
      { note: 'DTDC, EE2 (was India Post, EE2)', by: 'shop' },
    ])
    expect((await mails()).slice(mailsBefore)).toEqual(corrected.map(({ id }) => ({ orderId, eventId: id })))
    const [last] = corrected.slice(-1)
    if (!last) throw new Error('nothing was corrected')
    const { brand, origin, deliveryTimes: times } = ctx(customer).config
    const mail = await orderStatusEmail(order, last, { brand, origin, times, now: NOW })
    expect(mail.subject).toContain('corrected tracking number')
    expect(mail.text).toContain('Tracking number: EE2 (DTDC)')
  })

  it('is corrected in silence after delivery', async () => {
    const orderId = await cashOrder()
    await changeAs(orderId, { status: 'delivered', trackingNumber: 'EE1' })
    const jobsBefore = (await queued(db, 'order-moved')).length
    await changeAs(orderId, { trackingNumber: 'EE2' })
    expect(await queued(db, 'order-moved')).toHaveLength(jobsBefore)
  })
})

describe('internal notes', () => {
  it('are added and stay out of the order, and a refused change adds none', async () => {
    const orderId = await cashOrder()
    await changeAs(orderId, { internalNotes: 'Rings twice', trackingNumber: 'EE1' })
    await changeAs(orderId, { internalNotes: null })
    expect(JSON.stringify(await orderOf(orderId))).not.toContain('Rings')
    expect(await changeAs(orderId, { version: 1, internalNotes: 'x' })).toMatchObject(err('edit_conflict'))
    expect(await internalNotesOf(db, [orderId])).toEqual(new Map([[orderId, 'Rings twice']]))
  })
})

it('the history names who did what', async () => {
  const { orderId } = await paidOrder()
  await to(orderId, 'processing')
  const { events } = await orderOf(orderId)
  expect(events.map(({ kind, by }) => [kind, by])).toEqual([
    ['status', 'customer'],
    ['payment_received', 'system'],
    ['status', 'shop'],
  ])
  const names = await actorNamesOf(db, [orderId])
  expect(events.map(({ id }) => names[id])).toEqual([expect.any(String), undefined, 'Meera Admin'])
})

it('cancelling refunds the agreed amount, or changes nothing', async () => {
  const { orderId } = await paidOrder()
  await to(orderId, 'delivered')
  const { total } = await orderOf(orderId)
  const cancel = (agreedRefund: number) =>
    changeAs(orderId, { status: 'cancelled', agreedRefund: agreedRefund as typeof total })
  expect(await cancel(0)).toEqual(err('edit_conflict'))
  expect((await orderOf(orderId)).status).toBe('delivered')
  expect(await cancel(total)).toMatchObject({ ok: true })
  expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: total }])
})

describe('the confirmation of a cancellation', () => {
  it('is the money and the units that go back', async () => {
    const { orderId } = await paidOrder()
    const { total } = await orderOf(orderId)
    const effects = await cancellationEffects(db, orderId)
    expect(effects).toMatchObject({ orderId, refund: total, isManual: false })
    expect(effects?.stock.reduce((units, { units: more }) => units + more, 0)).toBeGreaterThan(0)

    const cash = await cashOrder()
    expect(await cancellationEffects(db, cash)).toMatchObject({ refund: 0, stock: [{ units: 1 }] })
  })

  it('is nothing for an order that is cancelled or does not exist', async () => {
    const orderId = await cashOrder()
    await to(orderId, 'cancelled')
    expect(await cancellationEffects(db, orderId)).toBeNull()
    expect(await cancellationEffects(db, '00000000-0000-4000-8000-000000000099')).toBeNull()
  })
})
