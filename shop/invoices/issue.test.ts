import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { invoiceTitle } from '#infra/pdf/draw-invoice.ts'
import { renderPaper } from '#infra/pdf/render-paper.ts'
import { findDocument, findNumbered, invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import { paise } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { sendRefund } from '#shop/payments/pay-refunds.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { cardOrders } from '#tests/card-orders.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { recordPdfLines } from '#tests/printed.ts'
import { insertRows, rowOf, updateRows } from '#tests/rows.ts'

const shop = await testDatabase({ poolSize: 20 })
const { db, ctx } = shop
const customer = await makeUser(db)
const admin = await makeUser(db, { staffRole: 'owner' })
const product = await makeProduct(db, { stockQuantity: 100_000 })

async function placeOrder(status: OrderStatus = 'shipped'): Promise<string> {
  const orderId = await makeOrder(ctx(customer), [{ productId: product, quantity: 1 }])
  if (status !== 'pending') await changeOrder(ctx(admin), { orderId, status })
  return orderId
}

const setStatus = (orderId: string, status: OrderStatus) => changeOrder(ctx(admin), { orderId, status })

async function numbersOf(orderId: string): Promise<string[]> {
  return (await invoicesOfOrder(db, orderId)).invoices.map(({ number }) => number)
}

describe('issueInvoice', () => {
  it('numbers 8 concurrent orders without gaps, each once', async () => {
    const now = new Date('2030-05-01T00:00:00Z')
    const orders = await Promise.all(Array.from({ length: 8 }, () => placeOrder()))
    const twice = orders.flatMap((orderId) => [orderId, orderId])
    const issued = await Promise.all(twice.map((orderId) => issueInvoice(ctx(customer, { now }), orderId)))
    const numbers = issued.map((result) => (result.ok ? result.value.number : result.reason))
    const wanted = Array.from({ length: 8 }, (_, at) => `INV30-31/${String(at + 1).padStart(7, '0')}`)
    expect([...new Set(numbers)].toSorted()).toEqual(wanted)
    expect(wanted.every((number) => number.length <= 16)).toBe(true)
  })

  it('leaves no gap after a transaction that rolled back', async () => {
    const now = new Date('2031-05-01T00:00:00Z')
    const [first, second] = [await placeOrder(), await placeOrder()]
    const broken = {
      ...ctx(customer).config.seller,
      get name(): string {
        throw new Error('no name')
      },
    }
    const failing = ctx(customer, { now, config: { ...ctx().config, seller: broken } })
    await expect(issueInvoice(failing, first)).rejects.toThrow('no name')
    await issueInvoice(ctx(customer, { now }), second)
    expect(await numbersOf(second)).toEqual(['INV31-32/0000001'])
  })

  it('restarts the numbers on 1 April, Indian time', async () => {
    const last = await issueInvoice(
      ctx(customer, { now: new Date('2033-03-31T18:29:59Z') }),
      await placeOrder(),
    )
    const first = await issueInvoice(
      ctx(customer, { now: new Date('2033-03-31T18:30:00Z') }),
      await placeOrder(),
    )
    expect(last.ok && last.value.number).toBe('INV32-33/0000001')
    expect(first.ok && first.value.number).toBe('INV33-34/0000001')
  })

  it('issues no invoice before the order is paid or shipped, and none for a cancelled order', async () => {
    const waiting = err('not_invoiced_yet')
    const orderId = await placeOrder('pending')
    expect(await issueInvoice(ctx(customer), orderId)).toEqual(waiting)
    await setStatus(orderId, 'cancelled')
    expect(await issueInvoice(ctx(customer), orderId)).toEqual(waiting)
    const paid = await placeOrder('processing')
    await db.updateTable('orders').set({ paymentStatus: 'paid' }).where('id', '=', paid).execute()
    const { number } = must(await issueInvoice(ctx(customer), paid))
    expect(await findNumbered(db, number)).toMatchObject({ orderId: paid, userId: customer.id })
  })

  it('renders the same bytes each time, also after the product has changed', async () => {
    const orderId = await placeOrder()
    const print = async () => {
      const invoice = must(await issueInvoice(ctx(customer, { now: new Date() }), orderId))
      return renderPaper({ kind: 'invoice', invoice })
    }
    const firstPrint = await print()
    await updateRows(db, 'products', { id: product }, { hsnCode: '2106', name: 'Renamed' })
    const after = await print()
    await db.updateTable('products').set({ hsnCode: '1904' }).where('id', '=', product).execute()
    expect(Buffer.from(firstPrint.slice(0, 5)).toString()).toBe('%PDF-')
    expect(Buffer.compare(firstPrint, after)).toBe(0)
  })

  it('prints the column titles once on each page with goods', async () => {
    const issued = must(await issueInvoice(ctx(customer), await placeOrder()))
    const titles = async (goods: number) => {
      const lines = issued.lines.flatMap((line) => Array.from({ length: goods }, () => line))
      const printed = await recordPdfLines(() =>
        renderPaper({ kind: 'invoice', invoice: { ...issued, lines } }),
      )
      return printed.filter((line) => line === 'Goods').length
    }
    expect([await titles(1), await titles(60)]).toEqual([1, 2])
  })
})

describe('a test payment', () => {
  const cards = cardOrders(shop)
  /** Returns a real shop on a database that a demonstration used before. */
  const realShop = () => ctx(undefined, { config: { ...ctx().config, isDemo: false } })

  async function paidBySandbox(): Promise<string> {
    const { orderId, providerOrderId } = await cards.orderByCard()
    await cards.prove(orderId, await cards.actAtBank(providerOrderId, 'success'))
    return orderId
  }

  it('gets a sample invoice and a sample credit note in a demo', async () => {
    const orderId = await paidBySandbox()
    const issued = await issueInvoice(ctx(), orderId)
    expect(issued).toMatchObject({ ok: true, value: { isSample: true } })
    await setStatus(orderId, 'cancelled')
    await issueCreditNote(ctx(), { orderId, cause: 'cancel:6', amount: null })
    const [note] = (await invoicesOfOrder(db, orderId)).creditNotes
    expect(await findDocument(db, 'creditNotes', orderId, note?.id ?? '')).toMatchObject({ isSample: true })
    expect(invoiceTitle(must(issued))).toBe('SAMPLE: not a tax invoice')
  })

  it('gets no invoice in a real shop: not on request, not when it ships, not for a refund', async () => {
    const orderId = await paidBySandbox()
    const refused = err('paid_by_test')
    expect(await issueInvoice(realShop(), orderId)).toEqual(refused)
    await setStatus(orderId, 'delivered')
    expect(await issueInvoice(realShop(), orderId)).toEqual(refused)
    await issueCreditNote(realShop(), { orderId, cause: 'refund:6', amount: paise(500) })
    expect(await invoicesOfOrder(db, orderId)).toEqual({ invoices: [], creditNotes: [] })
  })

  it('includes payments by a provider’s test keys, but not by its live keys', async () => {
    const orders = await Promise.all([true, false].map((isTest) => paidAtRazorpay(isTest)))
    const issued = await Promise.all(orders.map((orderId) => issueInvoice(realShop(), orderId)))
    expect(issued).toMatchObject([
      { reason: 'paid_by_test' },
      { ok: true, value: { isSample: false, kind: 'invoice' } },
    ])
  })

  async function paidAtRazorpay(isTest: boolean): Promise<string> {
    const { payments } = ctx()
    if (!payments.card) throw new Error('no cards')
    const card = { ...payments.card, provider: 'razorpay', isTest } as const
    const customerCtx = ctx(customer, { payments: { ...payments, card } })
    const orderId = await makeOrder(customerCtx, [{ productId: product, quantity: 1 }], {
      paymentMethod: 'card',
    })
    const payment = { orderId, provider: 'razorpay', providerPaymentId: orderId, amount: 11800 }
    await insertRows(db, 'payments', { ...payment, capturedAt: NOW })
    await db.updateTable('orders').set({ paymentStatus: 'paid' }).where('id', '=', orderId).execute()
    return orderId
  }

  it('is not refunded in a real shop', async () => {
    const orderId = await paidBySandbox()
    await setStatus(orderId, 'cancelled')
    const [refund] = await refundsOfOrder(db, orderId)
    const payments = { ...ctx().payments, find: () => null }
    await sendRefund(ctx(undefined, { payments }), refund?.id ?? '')
    expect(await refundsOfOrder(db, orderId)).toMatchObject([
      { status: 'refused', failureReason: 'It was a test payment: no money came in, so none goes back' },
    ])
  })
})

describe('issueCreditNote', () => {
  it('credits a partial refund once, and the remainder when the order is cancelled', async () => {
    const orderId = await placeOrder()
    await issueInvoice(ctx(customer), orderId)
    const part = { orderId, cause: `refund:${orderId}`, amount: paise(1_00) }
    await Promise.all([
      issueCreditNote(ctx(), part),
      issueCreditNote(ctx(), part),
      issueCreditNote(ctx(), part),
    ])
    await setStatus(orderId, 'cancelled')
    await issueCreditNote(ctx(), { orderId, cause: 'cancel:1', amount: null })
    const { creditNotes } = await invoicesOfOrder(db, orderId)
    const order = await rowOf(db, 'orders', { id: orderId })
    expect(creditNotes.map(({ amount }) => amount)).toEqual([1_00, order.total - 1_00])
    expect(creditNotes.every(({ number }) => /^CRN26-27\/\d{7}$/.test(number))).toBe(true)
  })

  it('writes no credit note for an order without an invoice', async () => {
    const orderId = await placeOrder()
    await setStatus(orderId, 'cancelled')
    await setStatus(orderId, 'cancelled')
    await issueCreditNote(ctx(), { orderId, cause: 'cancel:2', amount: null })
    expect(await invoicesOfOrder(db, orderId)).toEqual({ invoices: [], creditNotes: [] })
  })

  it('issues the missing invoice of a delivered order before its credit note', async () => {
    const orderId = await placeOrder('delivered')
    await issueCreditNote(ctx(), { orderId, cause: 'refund:3', amount: paise(500) })
    const papers = await invoicesOfOrder(db, orderId)
    expect(papers).toMatchObject({ invoices: [{}], creditNotes: [{ amount: 500 }] })
  })

  it('allows a new invoice for an order that ships after its cancellation was credited', async () => {
    const orderId = await placeOrder()
    await issueInvoice(ctx(), orderId)
    await setStatus(orderId, 'cancelled')
    await issueCreditNote(ctx(), { orderId, cause: 'cancel:4', amount: null })
    await setStatus(orderId, 'shipped')
    await issueInvoice(ctx({ kind: 'visitor' }, { now: new Date(NOW.getTime() + 1000) }), orderId)
    expect(await numbersOf(orderId)).toHaveLength(2)
  })

  it('keeps the invoice if the cancellation was reverted before its credit note was written', async () => {
    const orderId = await placeOrder()
    await issueInvoice(ctx(), orderId)
    await setStatus(orderId, 'cancelled')
    await setStatus(orderId, 'delivered')
    await issueCreditNote(ctx(), { orderId, cause: 'refund:5', amount: paise(500) })
    await issueCreditNote(ctx(), { orderId, cause: 'cancel:5', amount: null })
    expect(await invoicesOfOrder(db, orderId)).toMatchObject({
      invoices: [{}],
      creditNotes: [{ amount: 500 }],
    })
  })
})
