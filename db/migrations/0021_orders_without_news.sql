-- Transactions that announce something commit one after another in the whole server (NOTIFY takes a lock until the
-- commit is on disk). Orders come many at once, so placing one announces nothing: the process that placed it says
-- afterwards that stock has moved (infra/database/stock-news.ts), and should it die before, the next counting of the
-- figures does (shop/analytics/refresh-rollups.ts).
drop trigger products_announced on products;
create trigger products_announced after insert or delete on products
  for each statement execute function announce_catalogue();

create function announce_product() returns trigger language plpgsql as $$
begin
  -- Stock never moves without a movement, and that says whether it is news.
  new.stock_quantity := old.stock_quantity;
  if new is distinct from old then
    perform pg_notify('catalogue', '');
  end if;
  return null;
end $$;
create trigger products_changed after update on products
  for each row execute function announce_product();
create trigger stock_announced after insert on stock_movements
  for each row when (new.reason <> 'order') execute function announce_catalogue();

-- Nobody can watch an order before it exists.
drop trigger order_events_announced on order_events;
create trigger order_events_announced after insert on order_events
  for each row when (new.from_status is not null) execute function announce_order('order_id');
