import { expect, it } from 'vitest'
import { orderConfirmationEmail, orderStatusEmail } from '#infra/email/templates/order-emails.ts'
import { paise } from '#shop/kernel/money.ts'
import type { Order, OrderEvent, OrderStatus } from '#shop/orders/order.ts'
import { NOT_CONFIRMED_IN_TIME, NOT_PAID_IN_TIME } from '#shop/payments/intent.ts'

const ORDER: Order = {
  id: '3f2a9c01-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  customerName: '<b>Ananya</b>',
  customerEmail: 'ananya@example.test',
  createdAt: new Date('2026-11-21T09:00:00Z'),
  status: 'shipped',
  paymentStatus: 'pending',
  paymentMethod: 'cod',
  isWrittenOff: false,
  subtotal: paise(27900),
  discount: paise(0),
  tax: paise(5022),
  pricesIncludeTax: false,
  taxes: [{ rate: 1800, tax: paise(5022) }],
  roundOff: paise(0),
  advance: paise(0),
  shippingFee: paise(0),
  total: paise(32922),
  couponCode: null,
  discountLabel: null,
  trackingNumber: 'EE123456789IN',
  carrier: 'India Post',
  notes: null,
  version: 1,
  shippingAddress: {
    fullName: 'Ananya Rao',
    phone: '9845012345',
    addressLine1: '4B, Lakshmi Nivas',
    addressLine2: null,
    city: 'Bengaluru',
    state: 'Karnataka',
    postalCode: '560034',
  },
  business: null,
  items: [],
  events: [],
}

const times = { ships: { min: 4, max: 6 }, metro: { min: 2, max: 3 }, elsewhere: { min: 5, max: 8 } }
const SHOP = { brand: 'Testmill', origin: 'https://shop.example', times, now: ORDER.createdAt }

function letter(toStatus: OrderStatus, note: string | null = null, by: OrderEvent['by'] = 'shop') {
  const event: OrderEvent = {
    id: 1,
    kind: 'status',
    fromStatus: 'pending',
    toStatus,
    note,
    createdAt: ORDER.createdAt,
    by,
  }
  return orderStatusEmail({ ...ORDER, status: toStatus, events: [event] }, event, SHOP)
}

it('has a subject for each status', async () => {
  const subjects = await Promise.all(
    (['processing', 'shipped', 'delivered', 'cancelled'] as const).map(
      async (to) => (await letter(to)).subject,
    ),
  )
  expect(subjects).toEqual([
    'Order #3f2a9c01 is being packed',
    'Order #3f2a9c01 has been shipped',
    'Order #3f2a9c01 has been delivered',
    'Order #3f2a9c01 has been cancelled',
  ])
})

it('names the tracking number and the expected day only when the order is shipped', async () => {
  expect((await letter('shipped')).text).toContain('EE123456789IN')
  expect((await letter('shipped')).text).toContain('is on its way to you. Expected by Wednesday 25 November.')
  expect((await letter('processing')).text).not.toContain('Expected')
  expect((await letter('delivered')).text).not.toContain('EE123456789IN')
})

it('offers to refill the cart only when the hold of a card order has lapsed', async () => {
  const offer = `Put these items back in your cart: https://shop.example/orders/${ORDER.id}`
  const { text, html } = await letter('cancelled', NOT_PAID_IN_TIME)
  expect(text).toContain('We remember the items and your picks')
  expect(text).toContain(offer)
  expect(html).toContain('Put these items back in your cart')
  const { text: cancelled } = await letter('cancelled', 'Too late', 'customer')
  expect(cancelled).not.toContain('cart')
  expect(cancelled).toContain(`Order again: https://shop.example/orders/${ORDER.id}`)
})

it('offers no cart if the order was placed by phone, since the customer may have no account', async () => {
  const note = NOT_PAID_IN_TIME
  const facts = { fromStatus: null, createdAt: ORDER.createdAt, by: 'system' } as const
  const link = { ...facts, id: 1, kind: 'payment_link', toStatus: 'pending', note: null } as const
  const end = { ...facts, id: 2, kind: 'status', toStatus: 'cancelled', note } as const
  const { text } = await orderStatusEmail({ ...ORDER, status: 'cancelled', events: [link, end] }, end, SHOP)
  expect(text).toContain('Please call or write to us.')
  expect(text).not.toContain('cart')
})

it('explains a payment that was not confirmed in time, and warns of paying twice', async () => {
  const { subject, text } = await letter('cancelled', NOT_CONFIRMED_IN_TIME)
  expect(subject).toBe('Order #3f2a9c01: payment not confirmed in time')
  expect(text).toContain(
    'we couldn’t confirm the payment of your order #3f2a9c01 in time.\nIf your bank still takes',
  )
  expect(text).toContain('Please check with your bank before you order the items again.')
  expect(text).not.toMatch(/has been cancelled|wasn’t paid|Order again/)
})

it('contains the note and the link, and escapes the customer’s name', async () => {
  const mail = await letter('cancelled', NOT_PAID_IN_TIME)
  expect(mail.text).toContain('Payment was not completed in time.\n')
  expect(mail.text).toContain(`https://shop.example/orders/${ORDER.id}`)
  expect(mail.html).not.toContain('<b>')
})

it('confirms an order with the configured shipping time, in text and HTML', async () => {
  const mail = await orderConfirmationEmail({ ...ORDER, status: 'pending' }, SHOP)
  expect(mail.text).toContain(
    '<b>Ananya</b>. Orders ship within 4-6 business days. Expected by Wednesday 2 December.\n',
  )
  expect(mail.html).toContain(
    '&lt;b&gt;Ananya&lt;/b&gt;. Orders ship within 4-6 business days. Expected by Wednesday 2 December.</p>',
  )
})

it('names the picks of a mix and the allergens of each line, in text and HTML', async () => {
  const line = {
    productId: null,
    hsnCode: '',
    quantity: 1,
    unitPrice: paise(89900),
    totalPrice: paise(89900),
    rate: 1800,
    taxable: paise(89900),
    tax: paise(16182),
  }
  const mix = {
    ...{ ...line, id: 'a', name: 'Box (custom 10 flavors mix)', product: null },
    tastemakers: [
      { productId: null, name: 'Ranch', count: 4 },
      { productId: null, name: '<i>Achari</i>', count: 1 },
    ],
    allergens: 'Contains: Milk, Mustard',
  }
  const jar = { ...line, id: 'b', name: 'Old jar', product: null, tastemakers: [], allergens: '' }
  const { text, html } = await orderConfirmationEmail({ ...ORDER, items: [mix, jar] }, SHOP)
  expect(text).toContain(
    '1 × Box (custom 10 flavors mix): ₹899.00\n  4 × Ranch, <i>Achari</i>\n  Contains: Milk, Mustard\n1 × Old jar: ₹899.00\n\n',
  )
  const words = html.replaceAll(/<[^>]*>/g, '|')
  expect(words).toMatch(/flavors mix\)\|+4 × Ranch, &lt;i&gt;Achari&lt;\/i&gt;\|+Contains: Milk, Mustard\|/)
})
