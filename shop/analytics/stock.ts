/** Stock below this, and not out of stock, is low. */
export const LOW_STOCK = 20

export type StockAlert = { id: string; slug: string; name: string; stockQuantity: number }
