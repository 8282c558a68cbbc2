import { cartVersion } from '#shop/carts/account-cart.ts'
import type { Cart } from '#shop/carts/cart.ts'
import { addAgain, changesSinceOrder, hasAnyLine, type ReorderNote } from '#shop/carts/reordering.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { findOrder } from '#shop/orders/orders.read.ts'

async function findOwn(ctx: Ctx, orderId: string) {
  const { actor, db, config } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const order = await findOrder(db, orderId)
  if (!order || !isSelf(actor, order.userId)) return err('order_not_found')
  const shelf = { products: await listProducts(db), maxUnits: config.orderLimits.unitsPerProduct }
  return ok({ order, shelf, userId: actor.id })
}

/** Adds an order's lines to the cart; only missing lines if the cart is no longer `seen`, as after a double tap. */
export async function orderAgain(
  ctx: Ctx,
  { orderId, cart, seen }: { orderId: string; cart: Cart; seen: string },
) {
  const found = await findOwn(ctx, orderId)
  if (!found.ok) return found
  const { order, shelf, userId } = found.value
  return ok(addAgain(cart, order.items, shelf, { isRepeat: seen !== cartVersion(userId, cart) }))
}

/** `isInCart`: the cart holds some of the order's lines. */
export type OrderComparison = { orderId: string; isInCart: boolean; changes: ReorderNote[] }

/** Returns null for another customer's order. */
export async function compareWithOrder(ctx: Ctx, { orderId, cart }: { orderId: string; cart: Cart }) {
  const found = await findOwn(ctx, orderId)
  if (!found.ok) return null
  const { order, shelf } = found.value
  const changes = changesSinceOrder(order.items, cart, shelf)
  return { orderId: order.id, isInCart: hasAnyLine(order.items, cart, shelf), changes }
}
