import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { ProductSupply } from '#shop/programme/planning.ts'
import { NON_PRODUCING_TYPES } from '#shop/programme/task.ts'

/** Returns the units in orders (also as picks of mixes), in stock and in tasks of each product on sale. */
export async function productSupplies(db: Db): Promise<ProductSupply[]> {
  const { rows } = await sql<ProductSupply>`
    with wanted as (
      select item.product_id, sum(item.quantity) as units
      from order_items item join orders on orders.id = item.order_id
      where orders.status in ('pending', 'processing') group by item.product_id
      union all
      select pick.product_id, sum(item.quantity * pick.count)
      from order_item_tastemakers pick join order_items item on item.id = pick.order_item_id
        join orders on orders.id = item.order_id
      where orders.status in ('pending', 'processing') group by pick.product_id
    ), ordered as (
      select product_id, sum(units)::int as units from wanted group by product_id
    ), under_way as (
      select product_id, sum(quantity)::int as units from work_logs
      where state in ('pending', 'in_progress', 'returned', 'pending_review') and product_id is not null
        and task_type <> all(${NON_PRODUCING_TYPES}::text[])
      group by product_id
    )
    select products.id as product_id, products.name, products.stock_quantity as in_stock,
      coalesce(ordered.units, 0) as ordered, coalesce(under_way.units, 0) as under_way
    from products
      left join ordered on ordered.product_id = products.id
      left join under_way on under_way.product_id = products.id
    where products.is_active and products.archived_at is null`.execute(db)
  return rows
}
