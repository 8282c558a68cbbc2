import { describe, expect, it } from 'vitest'
import type { PricedCart, PricedLine } from '#shop/carts/priced-cart.ts'
import { NO_MONEY, rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { orderFailureMessage, refusalMessage } from '#shop/orders/refusals.ts'

function cart(messages: (string | null)[], total = NO_MONEY): PricedCart {
  const lines = messages.map((message) => ({ message }) as PricedLine)
  const sums = { subtotal: NO_MONEY, discount: NO_MONEY, tax: NO_MONEY, shippingFee: NO_MONEY }
  const taxes = { pricesIncludeTax: false, taxes: [], lines: [] }
  const quote = { ...sums, ...taxes, roundOff: NO_MONEY, total }
  const undiscounted = { appliedDiscount: null, discountNote: null, couponRefusal: null }
  return { lines, unavailable: [], quote, ...undiscounted, canCheckOut: false }
}

describe('refusalMessage', () => {
  it('returns the texts of the specification', () => {
    expect(refusalMessage(err('signed_out'))).toBe('Please sign in to checkout')
    expect(refusalMessage(err('cart_empty'))).toBe('Your cart is empty')
    expect(refusalMessage(err('payment_method_unavailable'))).toBe('Please select a payment method')
  })

  it('lists the messages of the lines, each once', () => {
    const short = cart([
      'Ragi is out of stock.',
      null,
      'Ragi is out of stock.',
      'Only 2 of Bajra left in stock.',
    ])
    const text = 'Ragi is out of stock. Only 2 of Bajra left in stock.'
    expect(refusalMessage({ ok: false, reason: 'out_of_stock', cart: short })).toBe(text)
    expect(refusalMessage({ ok: false, reason: 'cart_has_problems', cart: cart([null]) })).toMatch(
      'can no longer',
    )
  })

  it('contains the new total', () => {
    const changed = { ok: false, reason: 'total_changed', cart: cart([], rupees(1060.82)) } as const
    expect(refusalMessage(changed)).toBe('The total is now ₹1,060.82. Place the order again to confirm it.')
  })

  it('has a sentence for a changed cart, a reused key and products no longer sold', () => {
    for (const reason of ['cart_changed', 'idempotency_key_reused'] as const) {
      expect(refusalMessage({ ok: false, reason })).toMatch(/\.$/)
    }
    expect(refusalMessage({ ok: false, reason: 'not_sold', names: ['Ragi', 'Jar'] })).toBe(
      'We no longer sell Ragi, Jar.',
    )
  })
})

describe('orderFailureMessage', () => {
  it('adds what could not be created, unless the message already says so', () => {
    const short = { ok: false, reason: 'out_of_stock', cart: cart(['Ragi is out of stock.']) } as const
    expect(orderFailureMessage(short)).toBe('Failed to create order items: Ragi is out of stock.')
    expect(orderFailureMessage(err('idempotency_key_reused'))).toMatch(
      /^Failed to create order: An order was already placed/,
    )
    expect(orderFailureMessage(err('cart_empty'))).toBe('Your cart is empty')
  })
})
