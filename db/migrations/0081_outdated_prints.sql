-- When the address changed after a label or slip was printed with it; null while the print is true.
alter table order_prints add column if not exists outdated_at timestamptz;

update order_prints set outdated_at = printed_at
where exists (
  select from order_events
  where order_events.order_id = order_prints.order_id and kind = 'address_corrected'
    and order_events.created_at >= order_prints.printed_at
);
