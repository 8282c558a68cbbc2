import { cartVersion, needsMerge, reconcileCarts, type StoredCarts } from '#shop/carts/account-cart.ts'
import { addLine, type Cart, countPicks, EMPTY_CART, numbersIn, serializeCart } from '#shop/carts/cart.ts'
import { type KnownProduct, listKnownProducts } from '#shop/carts/carts.read.ts'
import {
  lockCart,
  mergedCart,
  recordMerge,
  savePriceSnapshotOf,
  writeAccountCart,
} from '#shop/carts/carts.sql.ts'
import { type PriceSnapshot, serializeSnapshot } from '#shop/carts/price-snapshot.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Merges a visitor's cart and exchanges changes with other devices. Repeating it changes nothing. */
export async function syncCart(
  ctx: Ctx,
  { browser, sessionId }: { browser: StoredCarts['browser']; sessionId: string | null },
) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const account = await lockCart(db, actor.id, now)
    if (!account) return err('signed_out')
    const merged = sessionId ? await mergedCart(db, sessionId) : null
    const stored = { userId: actor.id, browser, account, merged }
    const reconciled = reconcileCarts(stored, needsMerge(stored) ? await listProducts(db) : [])
    if (reconciled.merged && sessionId) await recordMerge(db, sessionId, reconciled.merged)
    const { cart } = reconciled
    if (serializeCart(cart) !== serializeCart(account)) await writeAccountCart(db, actor.id, cart, now)
    return ok({ cart, version: cartVersion(actor.id, cart) })
  })
}

/** Replaces the account's cart and combines equal lines. Products may be off sale. The last concurrent call wins. */
export async function replaceCart(ctx: Ctx, lines: Cart) {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction(ctx, async (db) => {
    const refusal = lineRefusal(lines, await listKnownProducts(db, numbersIn(lines)))
    if (refusal) return refusal
    if (!(await lockCart(db, actor.id, now))) return err('signed_out')
    const cart = lines.reduce(addLine, EMPTY_CART)
    await writeAccountCart(db, actor.id, cart, now)
    return ok(cart)
  })
}

/** `line`: the index of the refused line. */
function lineRefusal(lines: Cart, products: readonly KnownProduct[]) {
  const byNumber = new Map(products.map((product) => [product.number, product]))
  for (const [line, { number, picks }] of lines.entries()) {
    const product = byNumber.get(number)
    if (!product) return err('unknown_product', { line })
    const isPick = (pick: string) => byNumber.get(Number(pick))?.isPick ?? false
    if (!Object.keys(picks).every(isPick)) return err('unknown_tastemaker', { line })
    const needed = product.tastemakerPicks
    if (countPicks(picks) !== needed) return err('wrong_picks', { line, needed })
  }
  return null
}

export type LineRefusal = NonNullable<ReturnType<typeof lineRefusal>>

/** Stores the snapshot of a signed-in customer. A visitor's snapshot is in a cookie. */
export async function savePriceSnapshot({ db, actor }: Ctx, seen: PriceSnapshot): Promise<void> {
  if (actor.kind === 'person') await savePriceSnapshotOf(db, actor.id, serializeSnapshot(seen))
}
