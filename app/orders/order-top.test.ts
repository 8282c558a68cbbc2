import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { OrderInvoices } from '#app/orders/order-invoices.tsx'
import { OrderTop } from '#app/orders/order-top.tsx'
import { UnpaidNotice } from '#app/orders/unpaid-order.tsx'
import { ADDRESS } from '#db/factories/order.ts'
import { paise } from '#shop/kernel/money.ts'
import type { Order, UnpaidOrder } from '#shop/orders/order.ts'

const id = '3f2a9c01-0000-4000-8000-000000000001'
const NONE = paise(0)

const ORDER: Order = {
  id,
  userId: id,
  customerName: 'Ananya',
  customerEmail: 'ananya@example.test',
  createdAt: new Date('2026-11-21T09:00:00Z'),
  status: 'pending',
  paymentStatus: 'pending',
  paymentMethod: 'card',
  isWrittenOff: false,
  subtotal: paise(27900),
  discount: NONE,
  tax: paise(5022),
  pricesIncludeTax: false,
  taxes: [],
  roundOff: NONE,
  advance: NONE,
  shippingFee: NONE,
  total: paise(32922),
  couponCode: null,
  discountLabel: null,
  trackingNumber: null,
  carrier: null,
  notes: null,
  version: 1,
  shippingAddress: { ...ADDRESS, fullName: 'Ananya Rao', addressLine2: null },
  business: null,
  items: [],
  events: [],
}
const unpaid: UnpaidOrder = {
  id,
  total: ORDER.total,
  state: 'open',
  holdUntil: null,
  msLeft: null,
  failureReason: null,
  cashTotal: ORDER.total,
}

const render = (element: React.ReactElement) =>
  renderToString(createElement(RouterProvider, { router: createMemoryRouter([{ path: '/', element }]) }))
const cancelLinks = (html: string) => html.match(/ask=cancel"/g) ?? []

it('has exactly one button to cancel an unpaid order: on the order’s page, or in the notice on other pages', () => {
  const shared = {
    order: ORDER,
    requests: [],
    cartVersion: '',
    estimate: null,
    refundsEnd: null,
    refusal: null,
  }
  expect(cancelLinks(render(createElement(OrderTop, { ...shared, unpaid, isOwn: true })))).toHaveLength(1)
  expect(cancelLinks(render(createElement(UnpaidNotice, { order: unpaid })))).toHaveLength(1)
})

it('says whether the invoice waits for the payment or is being written', () => {
  const papers = { invoices: [], creditNotes: [] }
  const textOf = (fields: Partial<Order>) =>
    renderToString(createElement(OrderInvoices, { order: { ...ORDER, ...fields }, papers }))
  expect(textOf({})).toContain('once the order is paid or shipped')
  expect(textOf({ paymentStatus: 'paid' })).toContain('is being written')
  expect(textOf({ status: 'shipped' })).toContain('is being written')
  expect(textOf({ status: 'cancelled' })).toBe('')
})
