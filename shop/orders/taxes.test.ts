import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct, type ProductFields } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { orderConfirmationEmail } from '#infra/email/templates/order-emails.ts'
import { renderPaper } from '#infra/pdf/render-paper.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { recordPdfLines } from '#tests/printed.ts'
import { insertRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()

const INCLUSIVE = { prices: 'inclusive', defaultRate: 1800 } as const
const inclusive = (actor: Actor, now = NOW) =>
  ctx(actor, { now, config: { ...ctx().config, taxes: INCLUSIVE } })

function product(fields: ProductFields) {
  return makeProduct(db, fields, NOW)
}

async function insertRate(hsn: string, validFrom: string, basisPoints: number): Promise<void> {
  const source = 'Notification of the test'
  await insertRows(db, 'gstRates', { hsn, validFrom, rate: basisPoints, source, createdAt: NOW })
}

async function getOrder(orderId: string) {
  const order = await findOrder(db, orderId)
  if (!order) throw new Error('order not found')
  return order
}

describe('placeOrder', () => {
  it('refuses a product whose price with tax exceeds its MRP', async () => {
    const customer = await makeUser(db)
    const productId = await product({
      name: 'Dear mix',
      price: rupees(100),
      mrp: rupees(100),
      stockQuantity: 5,
    })
    const input = await orderInput(db, [{ productId, quantity: 1 }])
    expect(await placeOrder(ctx(customer), input)).toMatchObject({
      reason: 'cart_has_problems',
      cart: {
        lines: [
          {
            problem: 'above_mrp',
            message: 'Dear mix can’t be ordered right now: we’re correcting its price.',
          },
        ],
      },
    })
    expect(await placeOrder(inclusive(customer), input)).toMatchObject({ ok: true })
  })

  it('refuses an order with the shop’s own GSTIN', async () => {
    const customer = await makeUser(db)
    const productId = await product({ price: rupees(100), mrp: null, stockQuantity: 5 })
    const input = await orderInput(db, [{ productId, quantity: 1 }])
    const gstin = ctx().config.seller.gstin ?? ''
    const business = { name: 'Ourselves', gstin, address: null }
    expect(await placeOrder(ctx(customer), { ...input, business })).toEqual(err('own_gstin'))
  })
})

it('taxes exclusive prices at each product’s rate of the day, or at the default rate for a product without one', async () => {
  const customer = await makeUser(db)
  const mix = await product({ price: rupees(100), mrp: rupees(105), hsnCode: '19049000' })
  const jar = await product({ price: rupees(100), mrp: rupees(118), hsnCode: '', category: 'biodegradable' })
  const taxes = { prices: 'exclusive', defaultRate: 1800 } as const
  const exclusive = ctx(customer, { config: { ...ctx().config, taxes } })
  const items = [mix, jar].map((productId) => ({ productId, quantity: 1 }))
  const order = await getOrder(await makeOrder(exclusive, items))
  expect(order).toMatchObject({ subtotal: 20_000, tax: 2_300, total: 22_300, pricesIncludeTax: false })
  expect(order.taxes).toEqual([
    { rate: 500, tax: 500 },
    { rate: 1800, tax: 1_800 },
  ])
})

describe('inclusive prices', () => {
  it('are the total; each line stores its rate, taxable value and tax', async () => {
    const customer = await makeUser(db)
    const mix = await product({ price: rupees(105), hsnCode: '19049000' })
    const jar = await product({ price: rupees(118), hsnCode: '', category: 'biodegradable' })
    const items = [mix, jar].map((productId) => ({ productId, quantity: 2 }))
    const order = await getOrder(await makeOrder(inclusive(customer), items))
    expect(order).toMatchObject({ subtotal: 44_600, tax: 4_600, total: 44_600 })
    expect(order).toMatchObject({
      pricesIncludeTax: true,
      taxes: [
        { rate: 500, tax: 1_000 },
        { rate: 1800, tax: 3_600 },
      ],
    })
    expect(order.items.map(({ rate: of, taxable, tax }) => [of, taxable, tax])).toEqual([
      [500, 20_000, 1_000],
      [1800, 20_000, 3_600],
    ])
  })

  it('are the total in email and invoice PDF, which show the contained tax', async () => {
    const customer = await makeUser(db)
    const mix = await product({ price: rupees(105), hsnCode: '19049000' })
    const id = await makeOrder(inclusive(customer), [{ productId: mix, quantity: 1 }])
    const times = ctx().config.deliveryTimes
    const shop = { brand: 'Testmill', origin: 'http://shop.test', times, now: NOW }
    const { text } = await orderConfirmationEmail(await getOrder(id), shop)
    expect(text).toContain('Total: ₹105.00\nInclusive of all taxes (5% GST): ₹5.00')
    await changeOrder(inclusive(await makeUser(db, { staffRole: 'owner' })), {
      orderId: id,
      status: 'shipped',
    })
    const invoice = await issueInvoice(inclusive(customer), id)
    const pdfLines = await recordPdfLines(
      async () => invoice.ok && renderPaper({ kind: 'invoice', invoice: invoice.value }),
    )
    for (const line of ['5%', '₹100.00', 'CGST 2.5%', 'SGST 2.5%', '₹2.50', '₹105.00'])
      expect(pdfLines).toContain(line)
  })

  it('contain the tax of a mix at the highest rate of its parts', async () => {
    const customer = await makeUser(db)
    const box = await product({ price: rupees(118), hsnCode: '19049000', tastemakerPicks: 2 })
    const [low, high] = [
      await product({ isPick: true, hsnCode: '09109100' }),
      await product({ isPick: true, hsnCode: '', gstPercent: 18 }),
    ]
    const mix = (tastemakers: string[]) =>
      makeOrder(inclusive(customer), [{ productId: box, quantity: 1, tastemakers }])
    expect((await getOrder(await mix([low, low]))).items).toMatchObject([{ rate: 500 }])
    expect((await getOrder(await mix([low, high]))).items).toMatchObject([{ rate: 1800, tax: 1_800 }])
  })

  it('contain the tax at a new rate for orders placed from midnight in India', async () => {
    const customer = await makeUser(db)
    await insertRate('7117', '2026-01-01', 300)
    await insertRate('7117', '2026-12-01', 1200)
    const items = [{ productId: await product({ price: rupees(1120), hsnCode: '711790' }), quantity: 1 }]
    const lastOldOrder = await makeOrder(inclusive(customer, new Date('2026-11-30T18:29:59.999Z')), items)
    const firstNewOrder = await makeOrder(inclusive(customer, new Date('2026-11-30T18:30:00Z')), items)
    expect((await getOrder(lastOldOrder)).items).toMatchObject([{ rate: 300 }])
    expect((await getOrder(firstNewOrder)).items).toMatchObject([
      { rate: 1200, taxable: 100_000, tax: 12_000 },
    ])
    await insertRate('7117', '2026-11-01', 4000)
    expect((await getOrder(lastOldOrder)).items).toMatchObject([{ rate: 300 }])
    for (const id of [lastOldOrder, firstNewOrder])
      expect(await getOrder(id)).toMatchObject({ total: 112_000 })
  })
})

describe('an order for a business', () => {
  const address = '1 Boat Jetty, Kochi, Kerala 682001'
  const business = { name: 'Asha Foods', gstin: '32AAACB1234C1ZO', address }

  it('has an invoice to the business and the recipient, and is marked as B2B in the register', async () => {
    const customer = await makeUser(db)
    const items = [{ productId: await product({ price: rupees(105), hsnCode: '19049000' }), quantity: 1 }]
    const id = await makeOrder(inclusive(customer), items, { business })
    expect(await getOrder(id)).toMatchObject({ business })
    await changeOrder(inclusive(await makeUser(db, { staffRole: 'owner' })), {
      orderId: id,
      status: 'shipped',
    })
    const invoice = await issueInvoice(inclusive(customer), id)
    const { name, gstin } = business
    expect(invoice).toMatchObject({
      value: { buyer: { name, gstin, lines: [address], state: 'Karnataka' }, shipTo: { name: 'Ananya Rao' } },
    })
    const { rows } = await sql<{ isBusiness: boolean }>`select is_business from register_lines
      where document_id = (select id from invoices where order_id = ${id})`.execute(db)
    expect(rows).toEqual([{ isBusiness: true }])
    expect(await getOrder(await makeOrder(inclusive(customer), items))).toMatchObject({ business: null })
  })
})
