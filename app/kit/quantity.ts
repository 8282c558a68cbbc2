export type Bounds = { min: number; max: number }

/** The nearest whole quantity inside the bounds. With `max` below `min` (nothing in stock) it is `min`. */
export function boundQuantity(quantity: number, { min, max }: Bounds): number {
  if (!Number.isFinite(quantity)) return min
  return Math.max(min, Math.min(max, Math.trunc(quantity)))
}

/** What a shopper typed as a quantity inside the bounds, or null while it is not one yet ('' or '1e'). */
export function typedQuantity(text: string, bounds: Bounds): number | null {
  if (!/^\d{1,6}$/.test(text)) return null
  const quantity = Number(text)
  return quantity === boundQuantity(quantity, bounds) ? quantity : null
}
