/** Why stock moves. */
export const STOCK_REASON_NAMES = {
  opening: 'Opening stock',
  order: 'Ordered',
  cancellation: 'Order cancelled',
  return: 'Returned',
  admin: 'Stock adjusted',
  made: 'Made or received',
  counted: 'Counted',
  damaged: 'Damaged or lost',
} as const
export type StockReason = keyof typeof STOCK_REASON_NAMES

/** One movement of a product's stock; positive came onto the shelf. */
export type StockMovement = {
  id: number
  quantity: number
  reason: StockReason
  note: string | null
  orderId: string | null
  /** Null: a customer's order, the program itself, or somebody who has left. */
  actorName: string | null
  createdAt: Date
}
