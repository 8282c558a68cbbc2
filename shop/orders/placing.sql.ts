/** Writes a new order: its key, address and lines. */
import type { PricedCart } from '#shop/carts/priced-cart.ts'
import type { Db } from '#shop/ctx.ts'
import type { PaymentMethod, PaymentStatus, ShippingAddress } from '#shop/orders/order.ts'
import type { DiscountKind } from '#shop/pricing/discounts.ts'

export type NewOrder = {
  id: string
  userId: string
  idempotencyKey: string
  requestFingerprint: string
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  notes: string | null
  /** The coupon that was used; null for none, and for a friend's code. */
  couponId: string | null
  /** The code that the discount came from. */
  couponCode: string | null
  discountKind: DiscountKind | null
  discountLabel: string | null
  address: ShippingAddress
  cart: PricedCart
  now: Date
}

/** The order that was placed with this key, if any. */
export async function findByKey(db: Db, userId: string, idempotencyKey: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'requestFingerprint'])
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/**
 * Writes the order's own row. False when another request has already placed an order with this key: if that one is
 * still under way, the statement waits for it to end.
 */
export async function claimKey(db: Db, order: NewOrder): Promise<boolean> {
  const address = await db
    .insertInto('shippingAddresses')
    .values({ ...order.address, userId: order.userId, createdAt: order.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { subtotal, discount, tax, shippingFee, total } = order.cart.quote
  const written = await db
    .insertInto('orders')
    .values({
      id: order.id,
      userId: order.userId,
      idempotencyKey: order.idempotencyKey,
      requestFingerprint: order.requestFingerprint,
      status: 'pending',
      paymentStatus: order.paymentStatus,
      paymentMethod: order.paymentMethod,
      subtotal,
      discount,
      tax,
      shippingFee,
      total,
      notes: order.notes,
      couponId: order.couponId,
      couponCode: order.couponCode,
      discountKind: order.discountKind,
      discountLabel: order.discountLabel,
      shippingAddressId: address.id,
      createdAt: order.now,
      updatedAt: order.now,
    })
    .onConflict((conflict) => conflict.columns(['userId', 'idempotencyKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/**
 * Makes the orders of a customer who has none wait for each other, so that only one of them is the first. Whether it
 * is has to be asked afterwards, by a statement of its own: this one sees what stood before it waited.
 */
export async function lockNewcomer(db: Db, userId: string): Promise<void> {
  const earlier = db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '!=', 'cancelled')
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(({ not, exists }) => not(exists(earlier)))
    .forNoKeyUpdate()
    .execute()
}

/** Writes the lines of the order, with names and prices as sold. */
export async function insertItems(db: Db, orderId: string, cart: PricedCart): Promise<void> {
  const items = await db
    .insertInto('orderItems')
    .values((eb) =>
      cart.lines.map((line, position) => ({
        hsnCode: eb.selectFrom('products').select('hsnCode').where('id', '=', line.product.id),
        orderId,
        position,
        productId: line.product.id,
        name: line.name,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        totalPrice: line.lineTotal,
      })),
    )
    .returning(['id', 'position'])
    .execute()
  const picks = items.flatMap((item) =>
    (cart.lines[item.position]?.picks ?? []).map(({ product, count }, position) => ({
      orderItemId: item.id,
      position,
      productId: product.id,
      name: product.name,
      count,
    })),
  )
  if (picks.length > 0) await db.insertInto('orderItemTastemakers').values(picks).execute()
}
