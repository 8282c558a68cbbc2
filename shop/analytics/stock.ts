/** Stock below this is low, unless it is 0. */
export const LOW_STOCK = 20

export type StockAlert = { id: string; slug: string; name: string; stockQuantity: number }
