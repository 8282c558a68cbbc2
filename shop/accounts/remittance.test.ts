import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { moneyReceived } from '#shop/accounts/accounts.read.ts'
import { closeMonth } from '#shop/accounts/close-month.ts'
import { type Remittance, recordRemittance, writeOffCash } from '#shop/accounts/record-settlements.ts'
import { compareRemittance, readRemittance } from '#shop/accounts/remittance-file.ts'
import {
  findRemitted,
  findSettlement,
  listCash,
  listSettlements,
  settlementsOf,
  sumWithCouriers,
} from '#shop/accounts/remittances.read.ts'
import { receiptOf } from '#shop/accounts/tally-receipts.ts'
import { findActionItems } from '#shop/analytics/overview.read.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import type { CsvFile } from '#shop/kernel/csv-file.ts'
import { formatAmount, type Money, paise, rupees, subtract, toRupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { listForAdmin } from '#shop/orders/listing.read.ts'
import { paymentStateOf, readListing } from '#shop/orders/listing.ts'
import { paymentWords, staffPaymentStatus } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { findParcels } from '#shop/orders/packing.read.ts'
import { deskParcel } from '#shop/orders/packing.ts'
import { requestOrderRefund, startRefund } from '#shop/orders/request-refund.ts'
import { payRefundManually, sendRefund } from '#shop/payments/pay-refunds.ts'
import { lateCash, paymentsOfOrder } from '#shop/payments/payments.read.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { REVENUE } from '#shop/revenue.read.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { rowOf, rowsOf, updateRows } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { admin, orderProduct } = await story(shop)
const customer = await makeUser(db)

let serial = 0

/** Returns a delivered cash order with its tracking number. */
async function deliver() {
  const { orderId } = await orderProduct(customer, { quantity: 1 })
  serial += 1
  const trackingNumber = `AWB${1000 + serial}`
  const shipped = { orderId, status: 'shipped', carrier: 'Delhivery', trackingNumber } as const
  must(await changeOrder(ctx(admin), shipped))
  must(await changeOrder(ctx(admin), { orderId, status: 'delivered' }))
  return { orderId, trackingNumber, total: (await rowOf(db, 'orders', { id: orderId })).total }
}

const orderOf = async (orderId: string) => {
  const order = await findOrder(db, orderId)
  if (!order) throw new Error('no such order')
  return order
}
const isWithCourier = async (orderId: string) =>
  (await listCash(db, 1000)).orders.some((order) => order.orderId === orderId)
const record = async (orderIds: string[], fields: Partial<Omit<Remittance, 'orderIds'>> = {}) => {
  const { amount } = await sumWithCouriers(db, orderIds)
  const net = subtract(amount, fields.fee ?? paise(0))
  return recordRemittance(ctx(admin), {
    net,
    ...{ carrier: 'Delhivery', reference: `UTR${++serial}`, day: '2026-11-21', fee: paise(0), tax: paise(0) },
    ...{ orderIds, ...fields },
  })
}
const revenueOf = async (id: string) => {
  const order = db.selectFrom('orders').where('id', '=', id)
  return (await order.select(REVENUE.as('revenue')).executeTakeFirstOrThrow()).revenue
}

it('a delivered cash order is paid once its remittance is recorded, not before', async () => {
  const { orderId, total } = await deliver()
  const delivered = await orderOf(orderId)
  expect(delivered).toMatchObject({ status: 'delivered', paymentStatus: 'collected' })
  expect(paymentWords(delivered)).toBe('Paid in cash')
  expect(await revenueOf(orderId)).toBe(total)
  expect(await isWithCourier(orderId)).toBe(true)
  const overdue = async (days: number) => {
    const now = new Date(NOW.getTime() + days * 86_400_000)
    const items = await findActionItems(db, { now, lateBefore: NOW, taxes: ctx().config.taxes })
    const listed = await listCash(db, 100, lateCash(now))
    expect(listed.orders.some((order) => order.orderId === orderId)).toBe(days > 7)
    return items.find(({ kind }) => kind === 'with_couriers')?.since
  }
  expect(await overdue(7)).toBeUndefined()
  expect(await overdue(8)).toEqual(NOW)
  const month = { from: '2026-11-01', to: '2026-11-30' }
  const cashIn = async () =>
    (await moneyReceived(db, month)).find(({ provider }) => provider === 'cod')?.amount ?? 0
  const earlier = await cashIn()
  expect(await record([orderId], { fee: rupees(20), tax: rupees(3) })).toEqual(ok(null))
  expect(await orderOf(orderId)).toMatchObject({ status: 'delivered', paymentStatus: 'paid' })
  expect(await revenueOf(orderId)).toBe(total)
  expect(await isWithCourier(orderId)).toBe(false)
  expect(await cashIn()).toBe(earlier + total)
  expect((await listSettlements(db, 100)).find(({ fee }) => fee === rupees(20))).toMatchObject({
    ...{ provider: 'cod', carrier: 'Delhivery', day: '2026-11-21', orders: 1 },
    net: subtract(total, rupees(20)),
  })
})

it('a delivered cash order can be returned and refunded before its remittance, and stays refunded', async () => {
  const { orderId, total } = await deliver()
  must(await startRefund(ctx(admin), { orderId, reason: 'damaged', details: '', previousId: '' }))
  const items = (await orderOf(orderId)).items.map(({ id, quantity }) => ({
    itemId: id,
    quantity,
    restocked: 0,
  }))
  const approval = { decision: 'approve', answer: '', amount: total, returned: items } as const
  must(await decideRefund(ctx(admin), { orderId, ...approval }))
  const [refund] = await refundsOfOrder(db, orderId)
  await sendRefund(ctx(), refund?.id ?? '')
  must(await payRefundManually(ctx(admin), { refundId: refund?.id ?? '', reference: 'UPI 4711' }))
  expect((await orderOf(orderId)).paymentStatus).toBe('refunded')
  expect(await isWithCourier(orderId)).toBe(true)
  const transfers = await settlementsOf(db, { from: '2026-11-21', to: '2026-11-21' })
  const paidOut = transfers.find(({ reference }) => reference.startsWith('UPI 4711'))
  expect(paidOut && receiptOf(paidOut)).toMatchObject({
    type: 'Payment',
    entries: [
      [{ name: 'Bank' }, total],
      [{ name: 'Online customers' }, -total],
    ],
  })
  must(await record([orderId]))
  expect((await orderOf(orderId)).paymentStatus).toBe('refunded')
  expect(await isWithCourier(orderId)).toBe(false)
})

it('a receipt credits the buyer of the invoice, also after the business’s name is erased from the order', async () => {
  const { orderId, total } = await deliver()
  const business = {
    businessName: 'Mill & Co',
    gstin: '29AAACB1234C1ZB',
    businessAddress: '1 Mill Road, Mysuru',
  }
  await updateRows(db, 'orders', { id: orderId }, business)
  must(await issueInvoice(ctx(), orderId))
  await updateRows(db, 'orders', { id: orderId }, { businessName: null, gstin: null, businessAddress: null })
  must(await record([orderId], { reference: 'UTR-BUSINESS' }))
  const transfers = await settlementsOf(db, { from: '2026-11-21', to: '2026-11-21' })
  const { businessName: name, gstin } = business
  expect(transfers.find(({ reference }) => reference === 'UTR-BUSINESS')?.parties).toEqual([
    { name, gstin, amount: total },
  ])
})

it('a replacement before the remittance has no cash to collect, and the first parcel’s number finds the order', async () => {
  const { orderId, trackingNumber, total } = await deliver()
  const wish = { reason: 'damaged', details: '', wish: 'replacement' } as const
  must(await requestOrderRefund(ctx(customer), { orderId, ...wish }))
  must(await decideRefund(ctx(admin), { orderId, decision: 'replace', answer: '', lines: null }))
  expect(await orderOf(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'collected' })
  const [parcel] = await findParcels(db, [orderId])
  expect(parcel && deskParcel(parcel, true)).toMatchObject({ isCash: false, collect: null })
  expect(await isWithCourier(orderId)).toBe(true)
  const second = { carrier: 'Ekart', trackingNumber: 'EK4711' }
  must(await changeOrder(ctx(admin), { orderId, status: 'shipped', ...second }))
  const problem = null
  const found = await findRemitted(db, [{ at: 2, number: trackingNumber, order: '', amount: total, problem }])
  expect(found).toMatchObject([{ orderId, cash: { carrier: 'Delhivery', trackingNumber } }])
  for (const status of ['delivered', 'shipped'] as const)
    must(await changeOrder(ctx(admin), { orderId, status }))
  expect((await orderOf(orderId)).paymentStatus).toBe('collected')
  expect(await isWithCourier(orderId)).toBe(true)
})

it('an order that staff set back from delivered waits for its cash at the door again', async () => {
  const { orderId } = await deliver()
  must(await changeOrder(ctx(admin), { orderId, status: 'shipped' }))
  expect((await orderOf(orderId)).paymentStatus).toBe('pending')
  expect(await rowsOf(db, 'payments', { orderId })).toEqual([])
  must(await changeOrder(ctx(admin), { orderId, status: 'cancelled' }))
  expect(await refundsOfOrder(db, orderId)).toEqual([])
})

it('records an order’s cash once, one transfer per bank reference, and all orders of a transfer or none', async () => {
  const [first, second] = [await deliver(), await deliver()]
  const both = [first.orderId, second.orderId]
  const outcomes = await Promise.all([record(both), record(both.toReversed())])
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(outcomes.find((outcome) => !outcome.ok)).toMatchObject(err('cash_received'))
  const third = await deliver()
  expect(await record([third.orderId, first.orderId])).toMatchObject(err('cash_received'))
  expect(await isWithCourier(third.orderId)).toBe(true)
  must(await record([third.orderId], { reference: 'UTR-ONCE', fee: paise(300), tax: paise(40) }))
  const fourth = await deliver()
  const fee = paise(fourth.total + 1)
  expect(await record([fourth.orderId], { fee })).toMatchObject(err('charges_above_cash'))
  const late = await record([fourth.orderId], { day: '2026-11-20' })
  expect(late).toMatchObject(err('day_before_order'))
  must(await closeMonth(ctx(admin), '2025-11-01'))
  const closed = await record([fourth.orderId], { day: '2025-11-20' })
  expect(closed).toMatchObject(err('day_in_closed_month'))
  const again = { reference: 'UTR-ONCE', fee: paise(100), tax: paise(10) }
  const elsewhere = await record([fourth.orderId], { ...again, carrier: 'Ekart' })
  expect(elsewhere).toMatchObject(err('settlement_recorded'))
  expect(await record([third.orderId], again)).toMatchObject(err('cash_received'))
  // An order that was left out is added to its transfer.
  expect(await record([fourth.orderId], again)).toEqual(ok(null))
  expect(await findSettlement(db, 'cod', 'UTR-ONCE')).toMatchObject({
    ...{ net: third.total + fourth.total - 400, fee: 400, tax: 50 },
  })
})

const fileOf = (headings: string[], ...rows: string[][]): CsvFile => ({
  ...{ headings, rows: rows.map((cells, at) => ({ line: at + 2, cells })), text: '' },
})

it('matches a file by tracking number, order or invoice, and lists the differences', async () => {
  const [byNumber, byOrder, other] = [await deliver(), await deliver(), await deliver()]
  const received = await deliver()
  must(await record([received.orderId]))
  const unsent = await orderProduct(customer, { quantity: 1 })
  const cash = ({ total }: { total: Money }) => String(toRupees(total))
  const file = fileOf(
    ['AWB No.', 'Client Order ID', 'COD Amount', 'Net'],
    [byNumber.trackingNumber.toLowerCase(), '', cash(byNumber), '1'],
    ['', byOrder.orderId.slice(0, 8), cash(byOrder), '1'],
    [other.trackingNumber, '', '1', '1'],
    [byNumber.trackingNumber, '', cash(byNumber), '1'],
    [received.trackingNumber, '', cash(received), '1'],
    ['', unsent.orderId, cash(byOrder), '1'],
    [other.trackingNumber, byOrder.orderId, cash(byOrder), '1'],
    ['AWB0', '', '10', '1'],
    [other.trackingNumber, '', 'ten', '1'],
  )
  const lines = readRemittance(file)
  if (typeof lines === 'string') throw new Error(lines)
  const { matched, differing } = compareRemittance(lines, await findRemitted(db, lines))
  expect(matched.map(({ orderId }) => orderId)).toEqual([byNumber.orderId, byOrder.orderId])
  expect(differing.map(({ line, problem }) => [line.at, problem])).toEqual([
    [4, `The order’s cash is ${formatAmount(other.total)}`],
    [5, 'Another line has this order'],
    [6, 'This cash was received before'],
    [7, 'This order is no delivered cash order'],
    [8, 'Tracking number and order belong to different orders'],
    [9, 'The shop has no such order'],
    [10, 'This is no amount in rupees'],
  ])
  expect(readRemittance(fileOf(['Name', 'Amount'], ['x', '1']))).toContain('No column names the parcel')
})

it('refuses a transfer whose amount differs from the bank’s, and names both amounts', async () => {
  const { orderId } = await deliver()
  const message =
    'The bank shows ₹100.00, but the cash less charges is ₹118.00. Please check the orders, and enter what the courier kept as charges.'
  expect(await record([orderId], { net: rupees(100) })).toEqual(err('amount_in_bank_differs', { message }))
  expect(await isWithCourier(orderId)).toBe(true)
})

it('writes off cash that never comes, once, as a bad debt, and above the limit only with a second person', async () => {
  const { orderId, total } = await deliver()
  const wanted = { orderId, reason: 'The courier is insolvent' }
  const { config } = ctx()
  const limited = { config: { ...config, secondPerson: { ...config.secondPerson, refundsAbove: rupees(1) } } }
  const other = await makeUser(db, { staffRole: 'owner' })
  expect(await writeOffCash(ctx(admin, limited), wanted)).toEqual(err('second_person_needed'))
  expect(await isWithCourier(orderId)).toBe(true)
  expect(await writeOffCash(ctx(other, limited), wanted)).toEqual(ok(null))
  expect(await writeOffCash(ctx(other, limited), wanted)).toEqual(err('cash_received'))
  const order = await orderOf(orderId)
  expect(order.paymentStatus).toBe('paid')
  expect([staffPaymentStatus(order), paymentWords(order)]).toEqual(['written_off', 'Paid in cash'])
  expect(await paymentsOfOrder(db, orderId)).toMatchObject([{ provider: 'written_off', amount: total }])
  const listed = async (payment: string) => {
    const search = readListing(new URLSearchParams({ payment, q: orderId }))
    const { orders } = await listForAdmin(db, search, { now: NOW, lateBefore: NOW }, 9)
    return orders.map((listedOrder) => paymentStateOf(listedOrder, NOW))
  }
  expect([await listed('written_off'), await listed('paid')]).toEqual([['written_off'], []])
  const month = { from: '2026-11-01', to: '2026-11-30' }
  expect((await listSettlements(db, 100)).filter(({ writtenOff }) => writtenOff)).toMatchObject([
    { writtenOff: { orderId, amount: total } },
  ])
  const row = { provider: 'written_off', count: 1, amount: total }
  expect(await moneyReceived(db, month)).toContainEqual(row)
  const settlement = (await settlementsOf(db, month)).find(({ reference }) => reference.includes(orderId))
  expect(settlement && receiptOf(settlement)).toMatchObject({
    type: 'Journal',
    entries: [
      [{}, total],
      [{ name: 'Bad debts written off' }, -total],
    ],
  })
})
