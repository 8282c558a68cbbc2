/** The API names products by id; the shop's cart lines name them by catalogue number. */
import { z } from '@hono/zod-openapi'
import { type Cart, MAX_PER_LINE, numbersIn } from '#shop/carts/cart.ts'
import { findNumbers, listKnownProducts } from '#shop/carts/carts.read.ts'
import type { Db } from '#shop/ctx.ts'

/** Lower case, as PostgreSQL writes ids, because lines are matched by id. */
const productId = z.uuid('Please send the id of a product').toLowerCase()

export const itemBody = z
  .object({
    product_id: productId,
    quantity: z.number().int().min(1).max(MAX_PER_LINE),
    /** The picks of a custom mix: one id per packet, repeats allowed. */
    tastemakers: z.array(productId).max(50).optional(),
  })
  .openapi('WantedItem')
type ItemJson = z.infer<typeof itemBody>

/** A number that no product has. An unknown id is thus refused like a product that is no longer sold. */
const UNKNOWN = 0

/** Catalogue numbers by product id, cached for the process because they never change. */
const numbers = new Map<string, number>()

/** Returns cart lines in the same order. Equal lines are not merged. */
export async function toLines(db: Db, items: readonly ItemJson[]): Promise<Cart> {
  const ids = items.flatMap((item) => [item.product_id, ...(item.tastemakers ?? [])])
  const missing = [...new Set(ids)].filter((id) => !numbers.has(id))
  if (missing.length > 0) for (const { id, number } of await findNumbers(db, missing)) numbers.set(id, number)
  return items.map(({ product_id: id, quantity, tastemakers = [] }) => {
    const picks: Record<number, number> = {}
    for (const pick of tastemakers) {
      const number = numbers.get(pick) ?? UNKNOWN
      picks[number] = (picks[number] ?? 0) + 1
    }
    return { number: numbers.get(id) ?? UNKNOWN, quantity, picks }
  })
}

/** Returns the items of a cart. Leaves out products that no longer exist. */
export async function toItems(db: Db, cart: Cart): Promise<ItemJson[]> {
  const products = await listKnownProducts(db, numbersIn(cart))
  const idOf = new Map(products.map(({ number, id }) => [number, id]))
  return cart.flatMap(({ number, quantity, picks }) => {
    const id = idOf.get(number)
    const tastemakers = Object.entries(picks).flatMap(([pick, count]) =>
      Array<string | undefined>(count).fill(idOf.get(Number(pick))),
    )
    if (!id || !tastemakers.every((pick) => pick !== undefined)) return []
    return [{ product_id: id, quantity, ...(tastemakers.length > 0 && { tastemakers }) }]
  })
}
