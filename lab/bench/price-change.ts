import { signInStaff } from '#tests/real-shop.ts'

/** Changes a price as an admin repeatedly and counts how often the very next request shows it. */
export async function countShownAtOnce(
  { url, databaseUrl }: { url: string; databaseUrl: string },
  productId: string,
): Promise<{ changes: number; immediate: number }> {
  const cookie = await signInStaff(url, databaseUrl)
  const product = await (await fetch(`${url}/api/products/${productId}`)).json()
  const prices = Array.from({ length: 20 }, (_, at) => product.price - 1 - at)
  let immediate = 0
  for (const price of prices) {
    await setPrice(url, cookie, productId, { price, discount_price: null })
    const [page, json] = [
      await (await fetch(`${url}/product/${productId}`)).text(),
      await (await fetch(`${url}/api/products/${productId}`)).json(),
    ]
    if (page.includes(`₹${price}`) && json.price === price) immediate += 1
  }
  await setPrice(url, cookie, productId, { price: product.price, discount_price: product.discount_price })
  return { changes: prices.length, immediate }
}

async function setPrice(url: string, cookie: string, productId: string, fields: object): Promise<void> {
  const response = await fetch(`${url}/api/products/${productId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify(fields),
  })
  if (!response.ok)
    throw new Error(`changing the price answered ${response.status}: ${await response.text()}`)
}
