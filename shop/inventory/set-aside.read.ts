import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** Returns the units of unpacked orders by product id. If the stock must match, lock the products first. */
export async function unitsSetAside(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ productId: string; units: number }>`
    with line as (
      select item.id, item.product_id, case when replacement.replaced is null then item.quantity
        else coalesce((select (part ->> 'quantity')::int from jsonb_array_elements(replacement.replaced) as part
          where part ->> 'itemId' = item.id::text), 0) end as quantity
      from orders join order_items as item on item.order_id = orders.id
        left join lateral (
          select replaced from order_requests as request
          where request.order_id = orders.id and kind = 'refund' and request.status = 'approved' and amount is null
            and not exists (select from order_events where order_events.order_id = orders.id
              and to_status = 'cancelled' and order_events.created_at > request.decided_at)
          order by decided_at desc limit 1
        ) as replacement on true
      where orders.status in ('pending', 'processing')
        and not exists (select from order_packings where order_packings.order_id = orders.id)
    ), allocated as (
      select product_id, quantity from line
      union all
      select pick.product_id, line.quantity * pick.count
      from line join order_item_tastemakers as pick on pick.order_item_id = line.id
    )
    select product_id, sum(quantity)::int as units from allocated
    where product_id is not null group by product_id`.execute(db)
  return new Map(rows.map(({ productId, units }) => [productId, units]))
}
