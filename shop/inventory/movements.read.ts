import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** Lists a product's movements, newest first. Pages count from 1. */
export async function listMovements(db: Db, productId: string, limit: number, page: number) {
  return db
    .selectFrom('stockMovements')
    .leftJoin('users', 'users.id', 'stockMovements.actorId')
    .select(['stockMovements.id', 'quantity', 'reason', 'note', 'orderId', 'stockMovements.createdAt'])
    .select('users.fullName as actorName')
    .select(sql<number>`sum(quantity) over (order by stock_movements.id)::int`.as('level'))
    .where('productId', '=', productId)
    .orderBy('stockMovements.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

export type LedgerGap = { productId: string; name: string; level: number; moved: number }

/** Compares each product's stock with the sum of its movements. */
export async function checkLedger(db: Db): Promise<{ products: number; gaps: LedgerGap[] }> {
  const { rows } = await sql<LedgerGap>`
    select products.id as product_id, products.name, stock_quantity as level, coalesce(sum(quantity), 0)::int as moved
    from products left join stock_movements on stock_movements.product_id = products.id
    group by products.id order by products.number`.execute(db)
  return { products: rows.length, gaps: rows.filter(({ level, moved }) => level !== moved) }
}
