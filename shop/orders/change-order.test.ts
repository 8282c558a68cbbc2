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
import { readJobs } from '#tests/queued.ts'
import { insertRows } from '#tests/rows.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx, jobs } = shop
const { orderByCard, actAtBank, prove, orderOf } = cardOrders(shop)
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Admin' })
const customer = await makeUser(db)
const product = await makeProduct(db, { price: rupees(100), stockQuantity: 1000 })

const changeAs = (orderId: string, wanted: Omit<OrderChange, 'orderId'>) =>
  changeOrder(ctx(admin), { orderId, ...wanted })
const setStatus = (orderId: string, status: OrderStatus) => changeAs(orderId, { status })
const cashOrder = () => makeOrder(ctx(customer), [{ productId: product, quantity: 1 }])
const UNPAID = err('order_unpaid')

async function paidOrder() {
  const order = await orderByCard()
  await prove(order.orderId, await actAtBank(order.providerOrderId, 'success'))
  return order
}

describe('an unpaid card order', () => {
  const states: Record<string, () => Promise<string>> = {
    'with a pending payment': async () => (await orderByCard()).orderId,
    'with a declined payment': async () => {
      const { orderId, providerOrderId } = await orderByCard()
      await prove(orderId, await actAtBank(providerOrderId, 'decline'))
      return orderId
    },
    'whose hold has ended': async () => {
      const { orderId, intentId } = await orderByCard()
      await checkPayment(ctx(undefined, { now: minutesLater(16) }), intentId)
      return orderId
    },
    'that was reopened after its hold ended': async () => {
      const { orderId, intentId } = await orderByCard()
      await checkPayment(ctx(undefined, { now: minutesLater(16) }), intentId)
      await setStatus(orderId, 'pending')
      return orderId
    },
  }
  it.each(Object.entries(states))(
    '%s can be cancelled, but not processed, shipped or delivered',
    async (_, make) => {
      const orderId = await make()
      const former = await orderOf(orderId)
      for (const status of ['processing', 'shipped', 'delivered'] as const)
        expect(await setStatus(orderId, status), status).toEqual(UNPAID)
      expect(await changeAs(orderId, { trackingNumber: 'EE1' })).toEqual(UNPAID)
      expect(await orderOf(orderId)).toEqual(former)
      expect(await setStatus(orderId, 'cancelled')).toMatchObject({ ok: true })
    },
  )

  it('that was refunded in full cannot be shipped, even before the refund is sent', async () => {
    for (const isSent of [false, true]) {
      const { orderId } = await paidOrder()
      await setStatus(orderId, 'delivered')
      await insertRows(db, 'orderRequests', {
        orderId,
        kind: 'refund',
        reason: 'late',
        status: 'open',
        requestedAt: NOW,
      })
      const { total } = await orderOf(orderId)
      const approval = { orderId, decision: 'approve', answer: '', amount: total, returned: [] } as const
      expect(await decideRefund(ctx(admin), approval)).toMatchObject({ ok: true })
      const [refund] = await refundsOfOrder(db, orderId)
      if (isSent) await sendRefund(ctx(), refund?.id ?? '')
      expect(await setStatus(orderId, 'shipped')).toEqual(UNPAID)
      expect(await setStatus(orderId, 'pending')).toMatchObject({ ok: true })
      expect(await setStatus(orderId, 'processing')).toEqual(UNPAID)
    }
  })

  it('can be shipped after its payment, unlike a cash order, which can be shipped immediately', async () => {
    const { orderId } = await paidOrder()
    expect(await setStatus(orderId, 'shipped')).toMatchObject({ ok: true })
    expect(await setStatus(await cashOrder(), 'shipped')).toMatchObject({ ok: true })
  })

  it('is refused by transitionOrder itself, for every caller', async () => {
    const { orderId } = await orderByCard()
    const move = { orderId, from: 'pending', to: 'shipped', actorId: null, note: null, now: NOW } as const
    expect(await db.transaction().execute((trx) => transitionOrder(trx, jobs, move))).toBe('order_unpaid')
  })

  it('is processed only if a concurrent payment came first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { orderId, providerOrderId } = await orderByCard()
      const response = await actAtBank(providerOrderId, 'success')
      const [change] = await Promise.all([setStatus(orderId, 'processing'), prove(orderId, response)])
      const order = await orderOf(orderId)
      expect(order.paymentStatus).toBe('paid')
      expect(order.status).toBe(change.ok ? 'processing' : 'pending')
      const kinds = order.events.map(({ kind, toStatus }) => (kind === 'status' ? toStatus : kind))
      expect(kinds).toEqual(['pending', 'payment_received', ...(change.ok ? ['processing'] : [])])
    }
  })
})

describe('a tracking number', () => {
  it('is removed when the order is set back from shipped, unless it was set before the shipment', async () => {
    const [withoutNumber, withNumber] = [await cashOrder(), await cashOrder()]
    await changeAs(withNumber, { trackingNumber: 'EARLY-1', carrier: 'DTDC' })
    for (const orderId of [withoutNumber, withNumber])
      await changeAs(orderId, {
        status: 'shipped',
        ...(orderId === withoutNumber && { trackingNumber: 'EE9' }),
      })
    for (const orderId of [withoutNumber, withNumber]) await changeAs(orderId, { status: 'processing' })
    expect(await orderOf(withNumber)).toMatchObject({ trackingNumber: 'EARLY-1', carrier: 'DTDC' })
    const order = await orderOf(withoutNumber)
    expect(order).toMatchObject({ status: 'processing', trackingNumber: null, carrier: null })
    expect(order.events.at(-1)).toMatchObject({ kind: 'parcel_corrected', note: 'Removed: EE9' })
    await changeAs(withoutNumber, { status: 'shipped', trackingNumber: 'EE10' })
    await changeAs(withoutNumber, { status: 'processing', trackingNumber: 'EE11' })
    expect((await orderOf(withoutNumber)).trackingNumber).toBe('EE11')
  })

  it('can be corrected with its carrier, and a correction after shipping is emailed', async () => {
    const orderId = await cashOrder()
    await changeAs(orderId, { status: 'shipped', trackingNumber: 'EE1', carrier: 'India Post' })
    const mails = async () => (await readJobs(db, 'order-moved')).filter((job) => job.orderId === orderId)
    const mailsBefore = (await mails()).length
    await changeAs(orderId, { trackingNumber: 'EE2' })
    await changeAs(orderId, { carrier: 'DTDC' })
    await changeAs(orderId, { carrier: 'DTDC', trackingNumber: 'EE2' })
    const order = await orderOf(orderId)
    const corrections = order.events.filter(({ kind }) => kind === 'parcel_corrected')
    expect(corrections).toMatchObject([
      { note: 'India Post, EE2 (was India Post, EE1)', by: 'shop' },
      { note: 'DTDC, EE2 (was India Post, EE2)', by: 'shop' },
    ])
    expect((await mails()).slice(mailsBefore)).toEqual(
      corrections.map(({ id }) => ({ orderId, eventId: id })),
    )
    const [last] = corrections.slice(-1)
    if (!last) throw new Error('nothing was corrected')
    const { brand, origin, deliveryTimes: times } = ctx(customer).config
    const mail = await orderStatusEmail(order, last, { brand, origin, times, now: NOW })
    expect(mail.subject).toContain('corrected tracking number')
    expect(mail.text).toContain('Tracking number: EE2 (DTDC)')
  })

  it('can be corrected after delivery without an email', async () => {
    const orderId = await cashOrder()
    await changeAs(orderId, { status: 'delivered', trackingNumber: 'EE1' })
    const jobsBefore = (await readJobs(db, 'order-moved')).length
    await changeAs(orderId, { trackingNumber: 'EE2' })
    expect(await readJobs(db, 'order-moved')).toHaveLength(jobsBefore)
  })
})

describe('internal notes', () => {
  it('are added and are not part of the order; a refused change adds none', async () => {
    const orderId = await cashOrder()
    await changeAs(orderId, { internalNotes: 'Rings twice', trackingNumber: 'EE1' })
    await changeAs(orderId, { internalNotes: null })
    expect(JSON.stringify(await orderOf(orderId))).not.toContain('Rings')
    expect(await changeAs(orderId, { version: 1, internalNotes: 'x' })).toMatchObject(err('edit_conflict'))
    expect(await internalNotesOf(db, [orderId])).toEqual(new Map([[orderId, 'Rings twice']]))
  })
})

it('the history names who caused each event', async () => {
  const { orderId } = await paidOrder()
  await setStatus(orderId, 'processing')
  const { events } = await orderOf(orderId)
  expect(events.map(({ kind, by }) => [kind, by])).toEqual([
    ['status', 'customer'],
    ['payment_received', 'system'],
    ['status', 'shop'],
  ])
  const names = await actorNamesOf(db, [orderId])
  expect(events.map(({ id }) => names[id])).toEqual([expect.any(String), undefined, 'Meera Admin'])
})

it('cancelling refunds the confirmed amount and refuses any other', async () => {
  const { orderId } = await paidOrder()
  await setStatus(orderId, 'delivered')
  const { total } = await orderOf(orderId)
  const cancel = (agreedRefund: number) =>
    changeAs(orderId, { status: 'cancelled', agreedRefund: agreedRefund as typeof total })
  expect(await cancel(0)).toEqual(err('edit_conflict'))
  expect((await orderOf(orderId)).status).toBe('delivered')
  expect(await cancel(total)).toMatchObject({ ok: true })
  expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: total }])
})

describe('cancellationEffects', () => {
  it('returns the refund and the units to restock', async () => {
    const { orderId } = await paidOrder()
    const { total } = await orderOf(orderId)
    const effects = await cancellationEffects(db, orderId)
    expect(effects).toMatchObject({ orderId, refund: total, isManual: false })
    expect(effects?.stock.reduce((units, { units: more }) => units + more, 0)).toBeGreaterThan(0)

    const cash = await cashOrder()
    expect(await cancellationEffects(db, cash)).toMatchObject({ refund: 0, stock: [{ units: 1 }] })
  })

  it('returns null for a cancelled or unknown order', async () => {
    const orderId = await cashOrder()
    await setStatus(orderId, 'cancelled')
    expect(await cancellationEffects(db, orderId)).toBeNull()
    expect(await cancellationEffects(db, '00000000-0000-4000-8000-000000000099')).toBeNull()
  })
})
