import { addLine, type Cart, countPicks, EMPTY_CART, numbersIn } from '#shop/carts/cart.ts'
import { type KnownProduct, listKnownProducts } from '#shop/carts/carts.read.ts'
import { lockCart, writeAccountCart } from '#shop/carts/carts.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Replaces the account's cart and combines equal lines. Products may be off sale. */
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
  const known = new Map(products.map((product) => [product.number, product]))
  for (const [line, { number, picks }] of lines.entries()) {
    const product = known.get(number)
    if (!product) return err('unknown_product', { line })
    const isPick = (pick: string) => known.get(Number(pick))?.isPick ?? false
    if (!Object.keys(picks).every(isPick)) return err('unknown_tastemaker', { line })
    const needed = product.tastemakerPicks
    if (countPicks(picks) !== needed) return err('wrong_picks', { line, needed })
  }
  return null
}

export type LineRefusal = NonNullable<ReturnType<typeof lineRefusal>>
