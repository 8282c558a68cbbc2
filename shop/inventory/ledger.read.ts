import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

export type LedgerGap = { productId: string; name: string; level: number; moved: number }

/** The number of products, and those whose stock differs from the sum of their movements: there should be none. */
export async function checkLedger(db: Db): Promise<{ products: number; gaps: LedgerGap[] }> {
  const { rows } = await sql<LedgerGap>`
    select products.id as product_id, products.name, stock_quantity as level, coalesce(sum(quantity), 0)::int as moved
    from products left join stock_movements on stock_movements.product_id = products.id
    group by products.id order by products.number`.execute(db)
  return { products: rows.length, gaps: rows.filter(({ level, moved }) => level !== moved) }
}
