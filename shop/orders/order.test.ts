import { expect, it } from 'vitest'
import { paymentWords } from '#shop/orders/order.ts'

it('describes the state of the payment', () => {
  const cash = { paymentMethod: 'cod', paymentStatus: 'pending' } as const
  expect(paymentWords({ ...cash, status: 'shipped' })).toBe('Pay on delivery')
  expect(paymentWords({ ...cash, status: 'cancelled' })).toBe('Nothing to pay')
  expect(paymentWords({ ...cash, status: 'delivered', paymentStatus: 'paid' })).toBe('Paid')
  expect(paymentWords({ ...cash, status: 'pending', paymentMethod: 'card' })).toBe('Payment pending')
})
