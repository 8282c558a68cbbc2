import { expect, it } from 'vitest'
import { NO_MONEY, paise } from '#shop/kernel/money.ts'
import { type OrderEvent, paymentWords } from '#shop/orders/order.ts'

const NONE: OrderEvent[] = []

it('paymentWords describes the state of the payment', () => {
  const amounts = { total: paise(30_000), advance: NO_MONEY }
  const cash = {
    paymentMethod: 'cod',
    paymentStatus: 'pending',
    isWrittenOff: false,
    events: NONE,
    ...amounts,
  } as const
  expect(paymentWords({ ...cash, status: 'shipped' })).toBe('Pay on delivery')
  expect(paymentWords({ ...cash, status: 'cancelled' })).toBe('Nothing to pay')
  expect(paymentWords({ ...cash, status: 'delivered', paymentStatus: 'paid' })).toBe('Paid')
  expect(paymentWords({ ...cash, status: 'pending', paymentMethod: 'card' })).toBe('Payment pending')
  const partPaid = { ...cash, status: 'pending', advance: paise(11_800) } as const
  expect(paymentWords(partPaid)).toBe('Paid ₹118.00, ₹182.00 to pay on delivery')
  expect(paymentWords({ ...partPaid, paymentMethod: 'card' })).toBe('Paid ₹118.00, ₹182.00 to pay')
  const card = { ...cash, status: 'cancelled', paymentMethod: 'card' } as const
  expect(paymentWords(card)).toBe('Not paid')
  expect(paymentWords({ ...card, paymentStatus: 'failed' })).toBe('Not paid')
  expect(paymentWords({ ...card, paymentStatus: 'refunded' })).toBe('Refunded')
})
