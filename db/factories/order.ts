import { randomUUID } from 'node:crypto'
import type { Cart } from '#shop/carts/cart.ts'
import { findNumbers } from '#shop/carts/carts.read.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { PlaceOrderInput } from '#shop/orders/input.ts'
import { placeOrder } from '#shop/orders/place-order.ts'

export const ADDRESS: PlaceOrderInput['shippingAddress'] = {
  fullName: 'Ananya Rao',
  phone: '9845012345',
  addressLine1: '4B, Lakshmi Nivas',
  addressLine2: '80 Feet Road, Koramangala',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560034',
}

/** An item of an order. `tastemakers`: one product id per packet of a mix. */
export type OrderedItem = { productId: string; quantity: number; tastemakers?: string[] }

/** Returns a valid input of `placeOrder` for these items. */
export async function orderInput(
  db: Db,
  items: readonly OrderedItem[],
  fields: Partial<PlaceOrderInput> = {},
): Promise<PlaceOrderInput> {
  const lines = await linesOf(db, items)
  return { idempotencyKey: randomUUID(), lines, shippingAddress: ADDRESS, paymentMethod: 'cod', ...fields }
}

/** Returns the items as cart lines; unknown products get number 0. */
async function linesOf(db: Db, items: readonly OrderedItem[]): Promise<Cart> {
  const ids = items.flatMap(({ productId, tastemakers = [] }) => [productId, ...tastemakers])
  const found = new Map((await findNumbers(db, ids)).map(({ id, number }) => [id, number]))
  const numberOf = (id: string) => found.get(id) ?? 0
  return items.map(({ productId, quantity, tastemakers = [] }) => {
    const picks: Record<number, number> = {}
    for (const id of tastemakers) picks[numberOf(id)] = (picks[numberOf(id)] ?? 0) + 1
    return { number: numberOf(productId), quantity, picks }
  })
}

/** Places an order through the use case, as `ctx.actor`. Throws if it is refused. */
export async function makeOrder(
  ctx: Ctx,
  items: readonly OrderedItem[],
  fields: Partial<PlaceOrderInput> = {},
): Promise<string> {
  const placed = await placeOrder(ctx, await orderInput(ctx.db, items, fields))
  if (!placed.ok) throw new Error(`the order was refused: ${placed.reason}`)
  return placed.value.orderId
}
