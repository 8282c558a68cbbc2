import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ADDRESS } from '#db/factories/order.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { expect } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'

/** Orders one ragi mix, or another product, by the API as the signed-in customer. Returns the order's id. */
export async function orderByApi(
  page: Page,
  paymentMethod: 'cod' | 'card' = 'cod',
  productId = seedId(2),
): Promise<string> {
  const { fullName, phone, addressLine1, city, state, postalCode } = ADDRESS
  const to = { full_name: fullName, phone, address_line1: addressLine1, city, state, postal_code: postalCode }
  const response = await page.request.post('/api/orders', {
    headers: { origin: shopOrigin(), 'idempotency-key': randomUUID() },
    data: {
      items: [{ product_id: productId, quantity: 1 }],
      shipping_address: to,
      payment_method: paymentMethod,
    },
  })
  expect(response.status()).toBe(201)
  return (await response.json()).id
}
