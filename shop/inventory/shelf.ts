/** `setAside`: units on the shelf that open orders own. */
export type ShelfLevel = { stockQuantity: number; setAside: number }

export function onShelf({ stockQuantity, setAside }: ShelfLevel): number {
  return stockQuantity + setAside
}

/** Returns '15 to sell + 5 set aside = 20 on the shelf'. */
export function shelfInWords(level: ShelfLevel): string {
  return `${level.stockQuantity} to sell + ${level.setAside} set aside = ${onShelf(level)} on the shelf`
}
