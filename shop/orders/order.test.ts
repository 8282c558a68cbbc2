import { expect, it } from 'vitest'
import { type OrderEvent, paymentWords } from '#shop/orders/order.ts'

const NONE: OrderEvent[] = []

it('paymentWords describes the state of the payment', () => {
  const cash = { paymentMethod: 'cod', paymentStatus: 'pending', events: NONE } as const
  expect(paymentWords({ ...cash, status: 'shipped' })).toBe('Pay on delivery')
  expect(paymentWords({ ...cash, status: 'cancelled' })).toBe('Nothing to pay')
  expect(paymentWords({ ...cash, status: 'delivered', paymentStatus: 'paid' })).toBe('Paid')
  expect(paymentWords({ ...cash, status: 'pending', paymentMethod: 'card' })).toBe('Payment pending')
  const card = { ...cash, status: 'cancelled', paymentMethod: 'card' } as const
  expect(paymentWords(card)).toBe('Not paid')
  expect(paymentWords({ ...card, paymentStatus: 'failed' })).toBe('Not paid')
  expect(paymentWords({ ...card, paymentStatus: 'refunded' })).toBe('Refunded')
})
