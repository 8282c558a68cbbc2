import type { VersionedCart } from '#shop/carts/account-cart.ts'
import { cartVersion } from '#shop/carts/account-cart.ts'
import { listKnownProducts } from '#shop/carts/carts.read.ts'
import { lockCart, writeAccountCart } from '#shop/carts/carts.sql.ts'
import { cartOf, type NamedLine, type NamingRefusal } from '#shop/carts/naming.ts'
import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ReplaceCartRefusal = NamingRefusal | { ok: false; reason: 'signed_out' }

/** Puts these lines in the place of the account's cart. Of two at once the later one stands, whole. */
export async function replaceCart(
  ctx: Ctx,
  lines: readonly NamedLine[],
): Promise<Result<VersionedCart, ReplaceCartRefusal>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const ids = lines.flatMap((line) => [line.productId, ...(line.tastemakers ?? [])])
    const cart = cartOf(lines, await listKnownProducts(db, { ids }))
    if (!cart.ok) return cart
    if (!(await lockCart(db, actor.id, now))) return err('signed_out')
    await writeAccountCart(db, actor.id, cart.value, now)
    return ok({ cart: cart.value, mark: cartVersion(actor.id, cart.value) })
  })
}
