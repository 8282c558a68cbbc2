import type { Db } from '#shop/ctx.ts'
import type { StockMovement, StockReason } from '#shop/inventory/movement.ts'

/** The latest movements of a product's stock, newest first. The caller has checked that the actor is an admin. */
export async function listMovements(db: Db, productId: string, limit: number): Promise<StockMovement[]> {
  const rows = await db
    .selectFrom('stockMovements')
    .leftJoin('users', 'users.id', 'stockMovements.actorId')
    .select(['stockMovements.id', 'quantity', 'reason', 'note', 'orderId', 'stockMovements.createdAt'])
    .select('users.fullName as actorName')
    .where('productId', '=', productId)
    .orderBy('stockMovements.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, reason: row.reason as StockReason }))
}
