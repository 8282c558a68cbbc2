export const STOCK_REASON_NAMES = {
  opening: 'Opening stock',
  order: 'Ordered',
  cancellation: 'Order cancelled',
  return: 'Returned',
  admin: 'Stock adjusted',
  made: 'Made or received',
  counted: 'Counted',
  damaged: 'Damaged or lost',
  replacement: 'Sent as a replacement',
} as const
export type StockReason = keyof typeof STOCK_REASON_NAMES

/** Positive if units were added. */
export type StockMovement = {
  id: number
  quantity: number
  reason: StockReason
  note: string | null
  orderId: string | null
  /** The customer or member of staff; CLOSED_ACCOUNT for a closed account, null for the system. */
  actorName: string | null
  /** The stock afterwards. */
  level: number
  createdAt: Date
}

/** `setAside`: units of orders not packed yet, which are still on the shelf. */
export type ShelfLevel = { stockQuantity: number; setAside: number }

export function unitsOnShelf({ stockQuantity, setAside }: ShelfLevel): number {
  return stockQuantity + setAside
}

/** Returns '15 to sell + 5 set aside = 20 on the shelf'. */
export function shelfInWords(level: ShelfLevel): string {
  return `${level.stockQuantity} to sell + ${level.setAside} set aside = ${unitsOnShelf(level)} on the shelf`
}
