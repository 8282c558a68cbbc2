import type { Customer } from './customers.ts'

type Item = { product_id: string; quantity: number }

/** The state of the random numbers, with a fixed seed, so that every run makes the same choices. */
let state = 1
function randomBelow(count: number): number {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return Math.floor((state / 4_294_967_296) * count)
}

/** Random distinct products, one to three units each. */
export function chooseItems({ productIds, lines }: { productIds: string[]; lines: number }): Item[] {
  const first = randomBelow(productIds.length)
  return Array.from({ length: lines }, (_, line) => ({
    product_id: productIds[(first + line * 7) % productIds.length] ?? '',
    quantity: 1 + randomBelow(3),
  }))
}

/** The request body of a customer's order, cash on delivery. */
export function orderBody({ phone, street }: Customer, items: Item[]) {
  const place = { city: 'Dharwad', state: 'Karnataka', postal_code: '580001' }
  const address = { full_name: 'A Customer', phone, address_line1: street, ...place }
  return { items, shipping_address: address, payment_method: 'cod' }
}
