/** A cart whose products are named by their ids, as the API says it. */
import { type Cart, countPicks, parseCart, serializeCart } from '#shop/carts/cart.ts'
import { pickCounts } from '#shop/carts/priced-cart.ts'
import { ok, type Result } from '#shop/kernel/result.ts'

export type NamedLine = { productId: string; quantity: number; tastemakers?: string[] | undefined }

/** What a cart needs to know of a product, on sale or not. */
export type KnownProduct = { id: string; number: number; tastemakerPicks: number; isPick: boolean }

/** `line`: which of the lines, from 0. */
export type NamingRefusal =
  | { ok: false; reason: 'unknown_product'; line: number }
  | { ok: false; reason: 'unknown_tastemaker'; line: number }
  | { ok: false; reason: 'wrong_picks'; line: number; needed: number }

/** The cart by catalogue numbers; the same line twice is one line. */
export function cartOf(
  lines: readonly NamedLine[],
  products: readonly KnownProduct[],
): Result<Cart, NamingRefusal> {
  const byId = new Map(products.map((product) => [product.id, product]))
  const cart: Cart[number][] = []
  for (const [line, { productId, quantity, tastemakers = [] }] of lines.entries()) {
    const product = byId.get(productId)
    if (!product) return { ok: false, reason: 'unknown_product', line }
    const picks: Record<number, number> = {}
    for (const { productId: id, count } of pickCounts(tastemakers)) {
      const pick = byId.get(id)
      if (!pick?.isPick) return { ok: false, reason: 'unknown_tastemaker', line }
      picks[pick.number] = count
    }
    const needed = product.tastemakerPicks
    if (countPicks(picks) !== needed) return { ok: false, reason: 'wrong_picks', line, needed }
    cart.push({ number: product.number, quantity, picks })
  }
  return ok(parseCart(serializeCart(cart)))
}

/** The cart by ids. A line whose product no longer exists has no id and is left out. */
export function namedLines(cart: Cart, products: readonly KnownProduct[]): NamedLine[] {
  const idOf = new Map(products.map(({ number, id }) => [number, id]))
  return cart.flatMap(({ number, quantity, picks }) => {
    const productId = idOf.get(number)
    const tastemakers = Object.entries(picks).map(([pick, count]) => ({ id: idOf.get(Number(pick)), count }))
    if (!productId || tastemakers.some(({ id }) => !id)) return []
    const ids = tastemakers.flatMap(({ id, count }) => Array<string>(count).fill(id ?? ''))
    return [{ productId, quantity, ...(ids.length > 0 && { tastemakers: ids }) }]
  })
}
