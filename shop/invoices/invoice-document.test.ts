import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  creditNoteOf,
  grossOf,
  type InvoiceDocument,
  invoiceOf,
  priceOfReturned,
  uncreditedAmount,
} from '#shop/invoices/invoice-document.ts'
import { add, type Money, NO_MONEY, paise, share, subtract } from '#shop/kernel/money.ts'
import { PRICE_MODES, type PriceMode } from '#shop/kernel/tax.ts'
import type { TaxedAmount } from '#shop/kernel/taxed.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { quote, roundForMethod } from '#shop/pricing/quote.ts'
import { NOW, SELLER } from '#tests/database.ts'

type ItemInput = { price: number; quantity: number }

function itemOf({ price, quantity }: ItemInput, at: number): Omit<OrderItem, keyof TaxedAmount> {
  const unitPrice = paise(price)
  return {
    id: `${at}`,
    productId: null,
    name: `Mix ${at}`,
    hsnCode: `19${10 + at}`,
    quantity,
    unitPrice,
    totalPrice: paise(price * quantity),
    tastemakers: [],
    allergens: '',
    product: null,
  }
}

const NO_TAX = { rate: 0, taxable: NO_MONEY, tax: NO_MONEY }

type Terms = { roundsCash?: boolean; prices?: PriceMode; rates?: readonly number[] }

/** Returns an order as the shop prices it. The lines get the `rates` in turn. */
function orderOf(
  sold: ItemInput[],
  discountShare: number,
  shipping: number,
  state: string,
  { roundsCash = false, prices = 'flat', rates = [1800] }: Terms = {},
): Order {
  const plain = sold.map(itemOf)
  const rated = plain.map((item, at) => ({ ...item, rate: rates[at % rates.length] ?? 0 }))
  const subtotal = add(...plain.map(({ totalPrice }) => totalPrice))
  const policy = { fee: paise(shipping), freeAbove: null }
  const { lines, ...sums } = quote(rated, { shipping: policy, prices }, share(subtotal, discountShare))
  const items = plain.map((item, at) => ({ ...item, ...(lines[at] ?? NO_TAX) }))
  return {
    id: '3f2a9c01-0000-4000-8000-000000000001',
    userId: '',
    customerName: 'Ananya Rao',
    customerEmail: '',
    createdAt: NOW,
    status: 'shipped',
    paymentStatus: 'paid',
    paymentMethod: roundsCash ? 'cod' : 'card',
    isWrittenOff: false,
    ...roundForMethod('cod', sums, { roundsCash }),
    advance: paise(0),
    couponCode: null,
    discountLabel: null,
    trackingNumber: null,
    carrier: null,
    notes: null,
    version: 1,
    shippingAddress: {
      fullName: 'Ananya Rao',
      phone: '9845012345',
      addressLine1: '4B, Lakshmi Nivas',
      addressLine2: null,
      city: 'Bengaluru',
      state,
      postalCode: '560034',
    },
    business: null,
    items,
    events: [],
  }
}

const HEAD = { number: 'INV26-27/0000001', issuedAt: NOW, seller: SELLER, isSample: false }
const orders = fc
  .tuple(
    fc.array(
      fc.record({ price: fc.integer({ min: 1, max: 500_000 }), quantity: fc.integer({ min: 1, max: 99 }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    ),
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 0, max: 20_000 }),
    fc.constantFrom('Karnataka', 'Kerala'),
    fc.record({
      roundsCash: fc.boolean(),
      prices: fc.constantFrom(...PRICE_MODES),
      rates: fc.array(fc.constantFrom(0, 500, 1200, 1800), { minLength: 1, maxLength: 4 }),
    }),
  )
  .map((parts) => orderOf(...parts))
  .filter(({ total, roundOff }) => total > NO_MONEY || roundOff === NO_MONEY)

function expectConsistent(invoice: InvoiceDocument, total: Money) {
  expect(invoice.total).toBe(total)
  expect(add(...invoice.lines.map(grossOf), invoice.roundOff)).toBe(total)
  expect(add(invoice.taxable, invoice.cgst, invoice.sgst, invoice.igst, invoice.roundOff)).toBe(total)
  for (const line of invoice.lines) {
    expect(line.cgst).toBe(line.sgst)
    expect(Math.min(line.taxable, line.cgst, line.igst, line.discount)).toBeGreaterThanOrEqual(0)
  }
}

const PARTS = ['taxable', 'cgst', 'sgst', 'igst', 'roundOff'] as const

/** Credits these amounts, then the remainder, and expects that all notes add up to the whole invoice. */
function expectFullyCredited(invoice: InvoiceDocument, amounts: number[], earlier: InvoiceDocument[] = []) {
  const notes = [...earlier]
  const credit = (amount: Money) => {
    if (amount <= NO_MONEY) return
    const head = { number: `CRN26-27/${notes.length}`, issuedAt: NOW, reason: 'Refund' }
    const note = creditNoteOf(invoice, { ...head, amount, units: [], earlier: notes })
    expectConsistent(note, amount)
    notes.push(note)
  }
  for (const amount of amounts) credit(paise(Math.min(amount, uncreditedAmount(invoice, notes))))
  credit(uncreditedAmount(invoice, notes))
  for (const name of PARTS) expect(add(...notes.map((note) => note[name]))).toBe(invoice[name])
  invoice.lines.forEach((line, at) => {
    for (const name of ['taxable', 'cgst', 'sgst', 'igst'] as const) {
      const credited = notes.flatMap(({ lines }) => lines.filter(({ invoiceLine }) => invoiceLine === at))
      expect(add(...credited.map((part) => part[name]))).toBe(line[name])
    }
  })
}

describe('invoiceOf', () => {
  it('adds up to the order to the paisa, for any items', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const invoice = invoiceOf(order, HEAD)
        expectConsistent(invoice, order.total)
        expect(add(...invoice.lines.map(({ discount }) => discount))).toBe(order.discount)
        const odd = subtract(invoice.roundOff, order.roundOff)
        expect(add(invoice.cgst, invoice.sgst, invoice.igst, odd)).toBe(order.tax)
        expect(odd).toBeGreaterThanOrEqual(0)
        const maxOdd = order.pricesIncludeTax ? 0 : new Set(order.items.map(({ rate }) => rate)).size
        expect(odd).toBeLessThanOrEqual(maxOdd)
      }),
    )
  })

  it('splits the tax into CGST and SGST within the seller’s state, and has IGST elsewhere', () => {
    const sold = [{ price: 10_000, quantity: 1 }]
    expect(invoiceOf(orderOf(sold, 0, 0, 'Karnataka'), HEAD)).toMatchObject({ cgst: 900, sgst: 900, igst: 0 })
    expect(invoiceOf(orderOf(sold, 0, 0, 'Kerala'), HEAD)).toMatchObject({ cgst: 0, sgst: 0, igst: 1800 })
  })

  it('puts an odd paisa of tax into the round-off', () => {
    const order = orderOf([{ price: 27_905, quantity: 1 }], 0, 0, 'Karnataka')
    expect(order.tax).toBe(5023)
    expect(invoiceOf(order, HEAD)).toMatchObject({ cgst: 2511, sgst: 2511, roundOff: 1, total: order.total })
  })

  it('names the HSN code of each line, the place of supply, the buyer and the seller', () => {
    const invoice = invoiceOf(orderOf([{ price: 100, quantity: 2 }], 0, 0, 'Kerala'), HEAD)
    expect(invoice.lines).toMatchObject([{ hsnCode: '1910', quantity: 2, unitPrice: 100, taxable: 200 }])
    expect(invoice.buyer).toMatchObject({ name: 'Ananya Rao', state: 'Kerala' })
    expect(invoice.seller).toMatchObject({ gstin: SELLER.gstin, state: 'Karnataka' })
  })
})

it('bills a business at its own address and ships to the delivery address, where the supply is taxed', () => {
  const order = orderOf([{ price: 100, quantity: 1 }], 0, 0, 'Kerala')
  const business = {
    name: 'Asha Foods',
    gstin: '29AAACB1234C1ZB',
    address: '1 Mill Road, Hubballi, Karnataka 580020',
  }
  const { buyer, shipTo, isWithinState } = invoiceOf({ ...order, business }, HEAD)
  expect(buyer).toEqual({
    ...{ name: 'Asha Foods', gstin: business.gstin, state: 'Kerala' },
    lines: [business.address],
  })
  expect(shipTo).toMatchObject({
    name: 'Ananya Rao',
    lines: ['4B, Lakshmi Nivas', 'Bengaluru, Kerala 560034'],
  })
  expect(isWithinState).toBe(false)
  const delivered = invoiceOf({ ...order, business: { ...business, address: null } }, HEAD)
  expect(delivered.buyer.lines).toEqual(shipTo?.lines)
  expect(invoiceOf(order, HEAD).shipTo).toBeUndefined()
})

describe('creditNoteOf', () => {
  it('credits exactly the requested amounts, and in the end the whole invoice', () => {
    fc.assert(
      fc.property(
        orders,
        fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 4 }),
        (order, amounts) => {
          expectFullyCredited(invoiceOf(order, HEAD), amounts)
        },
      ),
    )
  })

  it('never credits more of a value or tax than the invoice has, down to single paise', () => {
    const few = fc.array(
      fc.record({ price: fc.integer({ min: 1, max: 12 }), quantity: fc.integer({ min: 1, max: 3 }) }),
      { minLength: 1, maxLength: 4 },
    )
    const small = fc
      .tuple(
        few,
        fc.constantFrom(0, 1_000, 5_000, 9_900),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom('Karnataka', 'Kerala'),
        fc.record({ roundsCash: fc.boolean(), prices: fc.constantFrom(...PRICE_MODES) }),
      )
      .map((parts) => orderOf(...parts))
      .filter(({ total }) => total > NO_MONEY)
    fc.assert(
      fc.property(small, fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 30 }), (order, amounts) => {
        const invoice = invoiceOf(order, HEAD)
        expectFullyCredited(invoice, amounts)
      }),
      { numRuns: 100 },
    )
  })

  it('lists only the returned lines, with their units, HSN codes and tax', () => {
    const sold = [
      { price: 20_000, quantity: 3 },
      { price: 9_950, quantity: 2 },
    ]
    const invoice = invoiceOf(orderOf(sold, 1_000, 5_000, 'Kerala'), HEAD)
    const returned = { units: [0, 1], earlier: [] }
    const amount = priceOfReturned(invoice, returned)
    // One of two units: half of 179.10 and half of its 18% tax.
    expect(amount).toBe(8_955 + 1_612)
    const note = creditNoteOf(invoice, { number: 'CRN', issuedAt: NOW, reason: '', amount, ...returned })
    expect(note.lines).toEqual([
      expect.objectContaining({ hsnCode: '1911', invoiceLine: 1, quantity: 1, taxable: 8_955, igst: 1_612 }),
    ])
    expect(note).toMatchObject({ roundOff: 0, total: amount })
    // A larger amount credits shipping first, then the other lines. A smaller amount credits only this line.
    const more = creditNoteOf(invoice, {
      ...{ number: 'CRN', issuedAt: NOW, reason: '', ...returned },
      amount: add(amount, paise(5_900), paise(1_180)),
    })
    expect(more.total).toBe(amount + 7_080)
    expect(more.lines.map(({ quantity }) => quantity)).toEqual([null, 1, null])
    expect(more.lines[2]).toMatchObject({
      isShipping: true,
      rate: 1800,
      hsnCode: '1910',
      taxable: 5_000,
      igst: 900,
    })
    const less = creditNoteOf(invoice, {
      ...{ number: 'CRN', issuedAt: NOW, reason: '', ...returned },
      amount: paise(1_180),
    })
    expect(less.lines).toMatchObject([{ hsnCode: '1911', quantity: 1, taxable: 1_000, igst: 180 }])
  })

  it.each([
    { price: 27_900, sold: 200, returned: 40, refund: 1_116_000 },
    { price: 34_900, sold: 150, returned: 7, refund: 244_300 },
    { price: 89_900, sold: 3, returned: 1, refund: 89_900 },
  ])('refunds $returned of $sold units at their price', ({ price, sold, returned, refund }) => {
    for (const state of ['Karnataka', 'Kerala']) {
      const terms = { prices: 'inclusive', rates: [500] } as const
      const invoice = invoiceOf(orderOf([{ price, quantity: sold }], 0, 0, state, terms), HEAD)
      const notes: InvoiceDocument[] = []
      for (let units = returned; units <= sold; units += returned) {
        const amount = priceOfReturned(invoice, { units: [returned], earlier: notes })
        expect(amount).toBe(refund)
        const head = { number: `CRN ${units}`, issuedAt: NOW, reason: '' }
        const note = creditNoteOf(invoice, { ...head, amount, units: [returned], earlier: notes })
        expectConsistent(note, paise(refund))
        expect(note.roundOff).toBe(0)
        notes.push(note)
      }
      expectFullyCredited(invoice, [], notes)
    }
  })

  it('credits goods unit by unit, never more than was invoiced, and lists only returned units', () => {
    const returns = fc.array(
      fc.record({
        units: fc.array(fc.nat(4), { minLength: 12, maxLength: 12 }),
        amount: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 50_000 })),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(orders, returns, (order, wanted) => {
        const invoice = invoiceOf(order, HEAD)
        const notes: InvoiceDocument[] = []
        const left = invoice.lines.map(({ quantity }) => quantity ?? 0)
        for (const { units: returned, amount: given } of wanted) {
          const units = left.map((count, at) => Math.min(count, returned[at] ?? 0))
          const price = priceOfReturned(invoice, { units, earlier: notes })
          const amount = paise(Math.min(given ?? price, uncreditedAmount(invoice, notes)))
          if (amount <= NO_MONEY) continue
          const head = { number: `CRN ${notes.length}`, issuedAt: NOW, reason: '' }
          const isAll = amount === uncreditedAmount(invoice, notes)
          const note = creditNoteOf(invoice, { ...head, amount, units, earlier: notes })
          expectConsistent(note, amount)
          for (const line of note.lines) {
            const at = line.invoiceLine ?? -1
            expect(line.hsnCode).toBe(invoice.lines[at]?.hsnCode)
            expect(line.quantity ?? 0).toBe(units[at])
          }
          if (price > NO_MONEY && amount <= price && !isAll)
            expect(note.lines.every(({ quantity }) => (quantity ?? 0) > 0)).toBe(true)
          notes.push(note)
          for (const [at, count] of units.entries()) left[at] = (left[at] ?? 0) - count
        }
        expect(uncreditedAmount(invoice, notes)).toBeGreaterThanOrEqual(0)
        expectFullyCredited(invoice, [], notes)
      }),
      { numRuns: 100 },
    )
  })

  it('credits the remainder of a cheap line after an expensive one', () => {
    const sold = [
      { price: 945, quantity: 1 },
      { price: 1, quantity: 1 },
    ]
    expectFullyCredited(invoiceOf(orderOf(sold, 0, 0, 'Karnataka'), HEAD), [1_115])
  })

  it('refunds the rounded cash total when all goods are returned, rounded up or down', () => {
    for (const price of [89_900, 27_905]) {
      const invoice = invoiceOf(
        orderOf([{ price, quantity: 2 }], 0, 0, 'Karnataka', { roundsCash: true }),
        HEAD,
      )
      expect(invoice.roundOff).not.toBe(0)
      expect(invoice.total % 100).toBe(0)
      expect(priceOfReturned(invoice, { units: [2], earlier: [] })).toBe(invoice.total)
    }
  })

  it('names the invoice and the reason', () => {
    const invoice = invoiceOf(orderOf([{ price: 10_000, quantity: 1 }], 0, 0, 'Karnataka'), HEAD)
    const note = creditNoteOf(invoice, {
      number: 'CRN26-27/0000001',
      issuedAt: NOW,
      amount: paise(5_900),
      units: [],
      reason: 'Refund after delivery',
      earlier: [],
    })
    expect(note).toMatchObject({ kind: 'credit-note', against: { number: HEAD.number }, total: 5_900 })
    expect(note).toMatchObject({ taxable: 5_000, cgst: 450, sgst: 450 })
  })
})
