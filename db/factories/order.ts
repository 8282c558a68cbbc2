import { randomUUID } from 'node:crypto'
import type { Ctx } from '#shop/ctx.ts'
import type { OrderLineInput, PlaceOrderInput } from '#shop/orders/input.ts'
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

/** A valid request for an order of these items. */
export function orderInput(items: OrderLineInput[], fields: Partial<PlaceOrderInput> = {}): PlaceOrderInput {
  return { idempotencyKey: randomUUID(), items, shippingAddress: ADDRESS, paymentMethod: 'cod', ...fields }
}

/** Places an order through the use case, as `ctx.actor`. Throws when it is refused. */
export async function makeOrder(
  ctx: Ctx,
  items: OrderLineInput[],
  fields: Partial<PlaceOrderInput> = {},
): Promise<string> {
  const placed = await placeOrder(ctx, orderInput(items, fields))
  if (!placed.ok) throw new Error(`the order was refused: ${placed.reason}`)
  return placed.value.orderId
}
