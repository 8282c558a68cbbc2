import { describe, expect, it } from 'vitest'
import { reviewableLines } from '#app/orders/order-lines.tsx'
import { rupees } from '#shop/kernel/money.ts'
import type { OrderItem } from '#shop/orders/order.ts'

const PRODUCT_ID = '00000000-0000-4000-8000-000000000002'

function item(fields: Partial<OrderItem> = {}): OrderItem {
  return {
    id: 'one',
    productId: PRODUCT_ID,
    name: 'Ragi Meal Mix',
    hsnCode: '1904',
    quantity: 1,
    unitPrice: rupees(279),
    totalPrice: rupees(279),
    rate: 1800,
    taxable: rupees(279),
    tax: rupees(50.22),
    tastemakers: [],
    allergens: '',
    product: { name: 'Ragi Meal Mix', price: rupees(279), imageUrls: [], isOnSale: true },
    ...fields,
  }
}

const paths = (status: 'delivered' | 'shipped', ...items: OrderItem[]) =>
  reviewableLines({ status, items }, 'gone').map(({ reviewPath }) => reviewPath ?? null)

describe('reviewableLines', () => {
  it('links delivered products to their review page', () => {
    expect(paths('delivered', item())).toEqual([`/product/${PRODUCT_ID}/review`])
    expect(paths('shipped', item())).toEqual([null])
  })

  it('links no product that is no longer sold', () => {
    const archived = { name: 'Ragi Meal Mix', price: rupees(279), imageUrls: [], isOnSale: false }
    expect(paths('delivered', item({ product: archived }), item({ product: null, productId: null }))).toEqual(
      [null, null],
    )
  })
})
