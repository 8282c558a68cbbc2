import { ADDRESS } from '#db/factories/order.ts'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'

/** Signs a demonstration account in to the shop at `url` and returns its session's Cookie header. */
export async function signIn(url: string, email = 'customer@demo.test'): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  if (response.status !== 200) throw new Error(`signing in answered ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** A delivery address as the API takes it. */
export const ADDRESS_BODY = {
  full_name: ADDRESS.fullName,
  phone: ADDRESS.phone,
  address_line1: ADDRESS.addressLine1,
  city: ADDRESS.city,
  state: ADDRESS.state,
  postal_code: ADDRESS.postalCode,
}

/** One ragi mix, cash on delivery. */
export const ORDER_BODY = {
  items: [{ product_id: seedId(2), quantity: 1 }],
  shipping_address: ADDRESS_BODY,
  payment_method: 'cod',
}

/** Places the order of ORDER_BODY, or of another product. */
export async function placeOrder(
  url: string,
  cookie: string,
  key: string,
  productId = seedId(2),
): Promise<Response> {
  return fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie, 'idempotency-key': key },
    body: JSON.stringify({ ...ORDER_BODY, items: [{ product_id: productId, quantity: 1 }] }),
  })
}
