-- What an approved refund is for, line by line: the units that came back, how many of them went back on the shelf, and
-- the part of the money, in paise with its tax. A line without a unit was part of a goodwill refund.
create table returned_items (
  request_id uuid not null references order_requests on delete cascade,
  order_item_id uuid not null references order_items on delete cascade,
  quantity integer not null check (quantity >= 0),
  restocked integer not null check (restocked between 0 and quantity),
  amount bigint not null check (amount >= 0),
  primary key (request_id, order_item_id)
);
create index returned_items_by_line on returned_items (order_item_id);

-- Refunds approved before: the audit log knows the units. Their credit notes shared the money over all lines.
insert into returned_items (request_id, order_item_id, quantity, restocked, amount)
select request.id, item.id, coalesce(back.units, 0), coalesce(back.units, 0),
  request.amount * item.total_price / orders.subtotal
from order_requests as request
join orders on orders.id = request.order_id and orders.subtotal > 0
join order_items as item on item.order_id = orders.id
left join lateral (
  select max(least((line ->> 'quantity')::integer, item.quantity)) as units
  from audit_log as entry
  cross join lateral jsonb_array_elements(
    case jsonb_typeof(entry.after -> 'returned') when 'array' then entry.after -> 'returned' else '[]'::jsonb end
  ) as line
  where entry.entity = 'order' and entry.entity_id = orders.id::text and entry.action = 'refund approved'
    and entry.created_at = request.decided_at and line ->> 'itemId' = item.id::text
) as back on true
where request.kind = 'refund' and request.status = 'approved' and request.amount is not null;

-- A refund lowers the revenue of the day of its order, and a refused one gives it back.
create function mark_order_of_refund() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (order_id, user_id, placed_at, is_new)
  select id, user_id, created_at, false from orders where id = new.order_id;
  return null;
end $$;
create trigger refunds_marked after insert or update of status on refunds
  for each row execute function mark_order_of_refund();

-- Figures that were counted before do not know partial refunds.
insert into rollup_marks (order_id, user_id, placed_at, is_new)
select id, user_id, created_at, false from orders
where exists (select from refunds where refunds.order_id = orders.id)
  or exists (select from order_requests where order_requests.order_id = orders.id and order_requests.status = 'approved');
