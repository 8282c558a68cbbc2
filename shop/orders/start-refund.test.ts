import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { add, type Money, NO_MONEY, rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { findOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import { requestOrderRefund, startRefund } from '#shop/orders/request-refund.ts'
import { eventText } from '#shop/orders/tracker.ts'
import { refundableAmount, refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { admin, orderProduct } = await story(shop)
const other = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db)

const makeDeliveredOrder = async () =>
  (await orderProduct(customer, { status: 'delivered', quantity: 2 })).orderId
const previousId = async (orderId: string) => (await requestsOfOrder(db, orderId)).at(-1)?.id ?? ''
const start = async (orderId: string, actor = admin) =>
  startRefund(ctx(actor), {
    ...{ orderId, reason: 'damaged', details: 'Said so on the phone' },
    previousId: await previousId(orderId),
  })

describe('startRefund', () => {
  it('opens a refund that is decided like a request, and emails the customer only once it is decided', async () => {
    const orderId = await makeDeliveredOrder()
    const jobsBefore = (await readJobs(db, 'order-moved')).length
    expect(await start(orderId)).toEqual(ok(null))
    expect(await requestsOfOrder(db, orderId)).toMatchObject([
      { kind: 'refund', status: 'open', reason: 'damaged' },
    ])
    expect(await refundsOfOrder(db, orderId)).toEqual([])
    expect(await readJobs(db, 'order-moved')).toHaveLength(jobsBefore)
    const outcome = await decideRefund(ctx(admin), {
      ...{ orderId, decision: 'approve', answer: '', amount: rupees(50), returned: [] },
    })
    expect(outcome.ok).toBe(true)
    expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: rupees(50) }])
    expect(await readJobs(db, 'order-moved')).toHaveLength(jobsBefore + 1)
    expect((await findOrder(db, orderId))?.events.map(eventText)).toContain('Refund started')
    const startEvent = (await findOrder(db, orderId))?.events.find(({ kind }) => kind === 'refund_requested')
    expect(startEvent?.note).toMatch(/^Damaged, leaking or opened on the way/)
  })

  it('opens only one of several concurrent refunds', async () => {
    const orderId = await makeDeliveredOrder()
    const request = { orderId, reason: 'damaged', details: '' } as const
    await Promise.all([start(orderId), start(orderId, other), requestOrderRefund(ctx(customer), request)])
    expect(await requestsOfOrder(db, orderId)).toHaveLength(1)
  })

  it('ignores the same form sent again by the same admin, and refuses every other form while a refund is open', async () => {
    const orderId = await makeDeliveredOrder()
    expect((await start(orderId)).ok).toBe(true)
    expect(await start(orderId)).toEqual(ok(null))
    expect(await start(orderId, other)).toMatchObject(err('refund_open'))
    const wrong = { orderId, reason: 'wrong', details: '', previousId: '' } as const
    expect(await startRefund(ctx(admin), wrong)).toMatchObject(err('refund_open'))
    expect(await requestsOfOrder(db, orderId)).toMatchObject([{ reason: 'damaged' }])
    const requested = await makeDeliveredOrder()
    await requestOrderRefund(ctx(customer), {
      orderId: requested,
      reason: 'damaged',
      details: 'Said so on the phone',
    })
    expect(await start(requested)).toMatchObject(err('refund_open'))
  })

  it('can be repeated until the whole amount is refunded', async () => {
    const orderId = await makeDeliveredOrder()
    const itemId = (await findOrder(db, orderId))?.items[0]?.id ?? ''
    const approveRefund = (quantity: number, amount: Money | null = null, actor = admin) =>
      decideRefund(ctx(actor), {
        ...{ orderId, decision: 'approve', answer: '', amount },
        returned: quantity > 0 ? [{ itemId, quantity, restocked: 0 }] : [],
      })
    await start(orderId)
    expect((await approveRefund(1)).ok).toBe(true)
    await start(orderId)
    // Units that are not restocked stay allocated. Only `returned_items` shows that one unit came back.
    expect(await approveRefund(2, rupees(50))).toMatchObject(err('not_in_order'))
    const remaining = await refundableAmount(db, orderId)
    expect(await approveRefund(0, add(remaining, rupees(1)))).toMatchObject(err('wrong_amount'))
    const outcomes = await Promise.all([approveRefund(1, remaining), approveRefund(1, remaining, other)])
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const { total } = (await findOrder(db, orderId)) ?? { total: NO_MONEY }
    expect(add(NO_MONEY, ...(await refundsOfOrder(db, orderId)).map(({ amount }) => amount))).toBe(total)
    expect(await start(orderId)).toMatchObject(err('nothing_to_refund'))
    const request = { orderId, reason: 'damaged', details: '' } as const
    expect(await requestOrderRefund(ctx(customer), request)).toMatchObject(err('refund_granted'))
  })

  it('leaves an earlier refund granted when a later one is declined', async () => {
    const orderId = await makeDeliveredOrder()
    const decide = (decision: 'approve' | 'decline') =>
      decideRefund(ctx(admin), { orderId, decision, answer: 'So', amount: rupees(50), returned: [] })
    await start(orderId)
    await decide('approve')
    // The latest request counts, so this request must be later.
    await startRefund(ctx(admin, { now: new Date(NOW.getTime() + 1000) }), {
      ...{ orderId, reason: 'damaged', details: '' },
      previousId: await previousId(orderId),
    })
    expect((await decide('decline')).ok).toBe(true)
    const request = { orderId, reason: 'damaged', details: '' } as const
    expect(await requestOrderRefund(ctx(customer), request)).toMatchObject(err('refund_granted'))
  })

  it('refuses undelivered and unknown orders, and orders with nothing to refund', async () => {
    const orderId = await makeDeliveredOrder()
    const { orderId: pending } = await orderProduct(customer)
    expect(await start(pending)).toMatchObject(err('not_delivered'))
    expect(await start('00000000-0000-4000-8000-000000000099')).toMatchObject(err('order_not_found'))
    await db.deleteFrom('payments').where('orderId', '=', orderId).execute()
    expect(await start(orderId)).toMatchObject(err('nothing_to_refund'))
  })
})
