import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { z } from 'zod'
import OrderPage from '#app/admin/orders/order.tsx'
import {
  decideRequest,
  decisionForms,
  refundOrder,
  setStatuses,
} from '#app/admin/orders/order-actions.server.ts'
import { RefundForm } from '#app/admin/orders/order-forms.tsx'
import { AddressLabel, PackingSlip, sheetOf } from '#app/admin/orders/printed-sheets.tsx'
import { type FormValues, readFields } from '#app/kit/form-fields.ts'
import { makeUser } from '#db/factories/user.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { permissionsOf } from '#shop/kernel/permissions.ts'
import { NO_AMOUNT } from '#shop/kernel/typed-number.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { listForAdmin } from '#shop/orders/listing.read.ts'
import { readListing } from '#shop/orders/listing.ts'
import { type Order, type OrderStatus, unpaidWords } from '#shop/orders/order.ts'
import { requestsOfOrder } from '#shop/orders/orders.read.ts'
import { parcelItems } from '#shop/orders/request.ts'
import { requestOrderRefund, startRefund } from '#shop/orders/request-refund.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { cardOrders, minutesLater } from '#tests/card-orders.ts'
import { NOW, SELLER, testDatabase } from '#tests/database.ts'
import { renderHtml } from '#tests/rendered.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { orderByCard, actAtBank, prove, orderOf, stockOf } = cardOrders(shop)
const admin = await makeUser(db, { staffRole: 'owner' })

async function paidOrder(quantity = 2) {
  const placed = await orderByCard({ stock: 5, quantity })
  await prove(placed.orderId, await actAtBank(placed.providerOrderId, 'success'))
  return placed
}

/** Returns a form as the browser posts it. A name with several values is repeated. */
function formOf(fields: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

const orderField = async (orderId: string): Promise<[string, string]> => {
  const { version } = await orderOf(orderId)
  return ['order', `${orderId}:${version}`]
}
const submitStatus = (fields: [string, string][]) =>
  setStatuses(ctx(admin), formOf(fields), Object.fromEntries(fields).status as OrderStatus)
async function confirmationOf(fields: [string, string][]) {
  const answer = await submitStatus(fields)
  if (!('confirmation' in answer) || !answer.confirmation) throw new Error('nothing was asked')
  return answer.confirmation
}

it('asks for confirmation of a cancellation, naming the refund, the goods and the email address', async () => {
  const { orderId, productId, customer } = await paidOrder()
  const confirmation = await confirmationOf([['status', 'cancelled'], await orderField(orderId)])
  const { total, items } = await orderOf(orderId)
  const text = confirmation.lines.join(' ')
  for (const part of [formatAmount(total), `2 × ${items[0]?.name}`, customer.email, 'cannot be undone'])
    expect(text).toContain(part)
  expect((await orderOf(orderId)).status).toBe('pending')
  expect(await submitStatus(confirmation.fields)).toMatchObject({ ok: true })
  expect((await orderOf(orderId)).status).toBe('cancelled')
  expect(await stockOf(productId)).toBe(5)
})

it('shows the confirmation of a cancellation or refund only to roles that may do it', async () => {
  const { orderId } = await paidOrder()
  const support = ctx(await makeUser(db, { staffRole: 'support' }))
  const fields: [string, string][] = [['status', 'cancelled'], await orderField(orderId)]
  expect(await setStatuses(support, formOf(fields), 'cancelled')).toMatchObject({ ok: false })
  for (const form of [
    { intent: 'cancellation', decision: 'approve', answer: '' },
    { intent: 'cancellation', decision: 'decline', answer: 'no' },
    { intent: 'refund', decision: 'approve', answer: '' },
  ] as const)
    expect(await decideRequest(support, orderId, form, formOf([]))).toEqual({
      ok: false,
      reason: 'not_allowed',
    })
})

it('asks for a new confirmation if the refund or the fields have changed', async () => {
  const { orderId, providerOrderId } = await orderByCard()
  const unpaid = await confirmationOf([['status', 'cancelled'], await orderField(orderId)])
  expect(unpaid.lines.join(' ')).toContain('No refund')
  await prove(orderId, await actAtBank(providerOrderId, 'success'))
  const paid = await confirmationOf(unpaid.fields)
  expect(paid.lines.join(' ')).toContain('Refund of')
  // An agreement to a different confirmation, or for a different order, does not count.
  const other = await orderByCard()
  const forged = paid.fields.filter(([name]) => name !== 'order')
  await confirmationOf([...forged, await orderField(other.orderId)])
  await changeOrder(ctx(admin), { orderId, status: 'processing' })
  expect(await submitStatus(paid.fields)).toMatchObject({
    ok: false,
    message: expect.stringContaining('changed it in the meantime'),
  })
  expect(await refundsOfOrder(db, orderId)).toEqual([])
})

it('asks for one confirmation of several orders, naming each order', async () => {
  const [paid, two] = [await paidOrder(), await orderByCard()]
  const confirmation = await confirmationOf([
    ['status', 'cancelled'],
    await orderField(paid.orderId),
    await orderField(two.orderId),
  ])
  expect(confirmation.title).toBe('Cancel 2 orders?')
  for (const { orderId } of [paid, two]) expect(confirmation.lines.join(' ')).toContain(orderId.slice(0, 8))
  expect(await submitStatus(confirmation.fields)).toMatchObject({ ok: true })
})

it('refuses the unpaid orders of a bulk change and says what to do, and changes the others', async () => {
  const [paid, unpaid] = [await paidOrder(), await orderByCard()]
  const answer = await submitStatus([
    ['status', 'shipped'],
    await orderField(paid.orderId),
    await orderField(unpaid.orderId),
  ])
  expect(answer).toMatchObject({
    ok: false,
    message: expect.stringMatching(/unpaid\. Wait for.*or cancel.*1 of 2/),
  })
  expect((await orderOf(paid.orderId)).status).toBe('shipped')
  expect((await orderOf(unpaid.orderId)).status).toBe('pending')
})

it('refuses an impossible refund amount, and asks for confirmation of a possible one', async () => {
  const { orderId, customer } = await paidOrder()
  await changeOrder(ctx(admin), { orderId, status: 'delivered' })
  await requestOrderRefund(ctx(customer), { orderId, reason: 'late', details: '' })
  const submitDecision = (fields: [string, string][]) => {
    const form = formOf(fields)
    const parsed = readFields(z.discriminatedUnion('intent', decisionForms), form)
    if (!parsed.ok) throw new Error('the form is invalid')
    return decideRequest(ctx(admin), orderId, parsed.value, form)
  }
  const refundFields = (amount: string): [string, string][] => [
    ['intent', 'refund'],
    ['decision', 'approve'],
    ['answer', ''],
    ['amount', amount],
  ]
  expect(await submitDecision(refundFields('5000'))).toMatchObject({
    ok: false,
    reason: 'wrong_amount',
  })
  for (const amount of ['1 000', '1e15', '-1', '0.001', 'NaN'])
    expect(await submitDecision(refundFields(amount))).toMatchObject({ problems: { amount: NO_AMOUNT } })
  const answer = await submitDecision(refundFields('100'))
  if (!('confirmation' in answer) || !answer.confirmation) throw new Error('nothing was asked')
  expect(await refundsOfOrder(db, orderId)).toEqual([])
  const changedAmount = answer.confirmation.fields.map(([name, value]): [string, string] =>
    name === 'amount' ? [name, '200'] : [name, value],
  )
  expect(await submitDecision(changedAmount)).toHaveProperty('confirmation')
  expect(await submitDecision(answer.confirmation.fields)).toEqual({ done: 'decided' })
  expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: 10000 }])
})

it('asks for confirmation of a replacement, and sends exactly the chosen units again', async () => {
  const { orderId, productId, customer } = await paidOrder()
  await changeOrder(ctx(admin), { orderId, status: 'delivered' })
  const wish = { orderId, reason: 'damaged', details: '', wish: 'replacement' } as const
  await requestOrderRefund(ctx(customer), wish)
  const [item] = (await orderOf(orderId)).items
  const submitDecision = (fields: [string, string][]) => {
    const form = formOf(fields)
    const parsed = readFields(z.discriminatedUnion('intent', decisionForms), form)
    return parsed.ok ? decideRequest(ctx(admin), orderId, parsed.value, form) : parsed
  }
  const units = (count: string): [string, string][] => [
    ['intent', 'refund'],
    ['decision', 'replace'],
    [`replaced:${item?.id}`, count],
  ]
  expect(await submitDecision(units('many'))).toMatchObject({
    problems: { replaced: expect.stringContaining('whole numbers') },
  })
  expect(await submitDecision(units('0'))).toMatchObject({
    problems: { replaced: expect.stringContaining('at least one unit') },
  })
  const question = await submitDecision(units('1'))
  if (!('confirmation' in question)) throw new Error('nothing was asked')
  expect(question.confirmation.lines[0]).toContain(`Leaves the stock: 1 × ${item?.name}, with all picks.`)
  expect(await submitDecision(question.confirmation.fields)).toEqual({ done: 'decided' })
  expect(await stockOf(productId)).toBe(2)
  const order = await orderOf(orderId)
  const slip = (items: Order['items']) =>
    renderToStaticMarkup(
      createElement(PackingSlip, { ...sheetOf(order, items), unpaid: null, brand: 'Testmill' }),
    )
  expect(slip(parcelItems(order, await requestsOfOrder(db, orderId)))).toContain(
    'A replacement of part of the order.',
  )
  expect(slip(order.items)).not.toContain('replacement')
})

it('marks an unpaid order in lists and on packing slips, and prints no address label for it', async () => {
  const { orderId } = await orderByCard()
  const search = readListing(new URLSearchParams(`q=${orderId}`))
  const [listedOrder] = (await listForAdmin(db, search, { now: NOW, lateBefore: NOW }, 5)).orders
  if (!listedOrder) throw new Error('the order is not in the list')
  const words = (now: Date) => unpaidWords(listedOrder, listedOrder.holdUntil, now)
  expect(words(NOW)).toBe('Unpaid, held until 21 Nov 2026, 2:45 pm')
  expect(words(minutesLater(16))).toBe('Unpaid, hold ended 21 Nov 2026, 2:45 pm')
  const sheets = (order: Order, unpaid: string | null) => ({
    label: renderToStaticMarkup(
      createElement(AddressLabel, { ...sheetOf(order, order.items), unpaid, seller: SELLER }),
    ),
    slip: renderToStaticMarkup(
      createElement(PackingSlip, { ...sheetOf(order, order.items), unpaid, brand: 'Testmill' }),
    ),
  })
  const order = await orderOf(orderId)
  for (const paymentStatus of ['pending', 'failed', 'refunded'] as const) {
    const unpaid = unpaidWords({ ...order, paymentStatus }, listedOrder.holdUntil, NOW)
    const { label, slip } = sheets({ ...order, paymentStatus }, unpaid)
    for (const text of [label, slip]) expect(text).toContain(unpaid)
    expect(label).not.toMatch(/Prepaid|Lakshmi Nivas/)
  }
  // Packers read the sheets, and may not see prices, coupons and email addresses.
  const html = JSON.stringify(
    sheetOf({ ...order, paymentStatus: 'paid', discountLabel: 'Coupon TEN' }, order.items),
  )
  for (const hidden of [order.customerEmail, order.userId, `${order.total}`, 'TEN'])
    expect(html).not.toContain(hidden)
  const cancelled = sheets({ ...order, paymentStatus: 'paid', status: 'cancelled' }, null)
  expect(cancelled.label).not.toMatch(/Prepaid|Lakshmi Nivas/)
  expect(cancelled.slip).toContain('Do not pack')
  const paid = { ...order, paymentStatus: 'paid' } as const
  expect(unpaidWords(paid, listedOrder.holdUntil, NOW)).toBeNull()
  expect(sheets(paid, null).label).toContain('Prepaid')
})

it('refunds the only unit of an order with the prefilled fields, and only once', async () => {
  const { orderId } = await paidOrder(1)
  await changeOrder(ctx(admin), { orderId, status: 'delivered' })
  const order = await orderOf(orderId)
  const state = { order, requests: [], refundable: order.total, returned: {}, problems: undefined }
  const html = renderHtml(createElement(RefundForm, { ...state, typed: undefined }))
  const inputs = (html.match(/<input [^>]*>/g) ?? []).map((tag): [string, string] => [
    /name="([^"]*)"/.exec(tag)?.[1] ?? '',
    /value="([^"]*)"/.exec(tag)?.[1] ?? '',
  ])
  const refund = (fields: [string, string][]) => {
    const start = { orderId, reason: 'damaged', details: '', previousId: '' } as const
    return refundOrder(ctx(admin), start, formOf(fields))
  }
  const answer = await refund(inputs)
  if (!('confirmation' in answer) || !answer.confirmation) throw new Error('nothing was asked')
  expect(answer.confirmation).toMatchObject({
    confirm: `Refund ${formatAmount(order.total)}`,
    lines: expect.arrayContaining([`Returned: 1 × ${order.items[0]?.name}.`]),
  })
  expect(await refund(answer.confirmation.fields)).toEqual({ done: 'decided' })
  expect(await refund(answer.confirmation.fields)).toMatchObject({ reason: 'refund_open' })
  expect(await refundsOfOrder(db, orderId)).toMatchObject([{ amount: order.total }])
})

it('tells a second admin who started a refund first, and keeps the typed values after a refusal', async () => {
  const { orderId } = await paidOrder()
  await changeOrder(ctx(admin), { orderId, status: 'delivered' })
  const first = await makeUser(db, { staffRole: 'owner', fullName: 'Leela First' })
  const start = { orderId, reason: 'wrong', details: 'By phone', previousId: '' } as const
  expect((await startRefund(ctx(first), start)).ok).toBe(true)
  expect(await refundOrder(ctx(admin), start, formOf([['amount', '1']]))).toMatchObject({
    reason: 'refund_open',
    message: expect.stringMatching(/^Leela First started a refund of this order on .* Yours was not started/),
  })
  const html = async (status: 'open' | 'approved', typed: FormValues) => {
    const order = await orderOf(orderId)
    const requests = (await requestsOfOrder(db, orderId)).map((request) => ({ ...request, status }))
    const loaderData = {
      ...{
        order,
        requests,
        notes: [],
        mails: [],
        payments: [],
        returned: {},
        isParcelOut: false,
        actorNames: {},
      },
      ...{
        unpaid: null,
        outdatedLabel: { isPacked: true },
        isHeld: false,
        photos: [],
        refunds: [],
        refundable: order.total,
      },
      ...{ papers: { invoices: [], creditNotes: [] }, changes: [], brand: 'Cultiva' },
      done: undefined,
      permissions: permissionsOf(admin),
      agreement: null,
    }
    const actionData = { ok: false, message: null, values: typed }
    const view = createElement(OrderPage, { loaderData, actionData } as never)
    return renderHtml(view)
  }
  const openPage = await html('open', { intent: 'start-refund', reason: 'expired', details: 'Told by post' })
  expect(openPage).toContain('Told by post')
  expect(openPage).toContain('value="expired" selected')
  expect(openPage).toContain('Label or slip printed before the order changed: print again')
  expect(openPage).toContain('swap its label')
  const decision = { intent: 'refund', decision: 'approve', amount: '123.45', answer: 'With regret' }
  expect(await html('open', decision)).not.toContain('was not saved')
  const decidedPage = await html('approved', decision)
  expect(decidedPage).toContain('What you entered was not saved')
  for (const text of ['value="123.45"', 'With regret']) expect(decidedPage).toContain(text)
})
