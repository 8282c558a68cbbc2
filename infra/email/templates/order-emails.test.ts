import { expect, it } from 'vitest'
import { orderConfirmationEmail, orderStatusEmail } from '#infra/email/templates/order-emails.ts'
import { paise } from '#shop/kernel/money.ts'
import type { Order, OrderEvent, OrderStatus } from '#shop/orders/order.ts'

const ORDER: Order = {
  id: '3f2a9c01-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  customerName: '<b>Ananya</b>',
  customerEmail: 'ananya@example.test',
  createdAt: new Date('2026-11-21T09:00:00Z'),
  status: 'shipped',
  paymentStatus: 'pending',
  paymentMethod: 'cod',
  subtotal: paise(27900),
  discount: paise(0),
  tax: paise(5022),
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
  items: [],
  events: [],
}

function letter(toStatus: OrderStatus, note: string | null = null) {
  const event: OrderEvent = {
    id: 1,
    kind: 'status',
    fromStatus: 'pending',
    toStatus,
    note,
    createdAt: ORDER.createdAt,
    by: 'shop',
  }
  return orderStatusEmail(ORDER, event, 'Testmill', 'https://shop.example')
}

it('tells each step in its own words', async () => {
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

it('names the parcel when it is shipped, and only then', async () => {
  expect((await letter('shipped')).text).toContain('EE123456789IN')
  expect((await letter('delivered')).text).not.toContain('EE123456789IN')
})

it('carries the note, the link and no markup of people', async () => {
  const mail = await letter('cancelled', 'Payment was not completed in time')
  expect(mail.text).toContain('Payment was not completed in time')
  expect(mail.text).toContain(`https://shop.example/orders/${ORDER.id}`)
  expect(mail.html).not.toContain('<b>')
})

it('confirms an order with the shipping time of the policy, in text and HTML alike', async () => {
  const shop = { brand: 'Testmill', origin: 'https://shop.example', ships: { min: 4, max: 6 } }
  const mail = await orderConfirmationEmail(ORDER, shop)
  expect(mail.text).toContain('<b>Ananya</b>. Orders ship within 4-6 business days.')
  expect(mail.html).toContain('&lt;b&gt;Ananya&lt;/b&gt;. Orders ship within 4-6 business days.')
})
