-- The desk lists what was shipped today; the table's other index is by order.
create index if not exists order_events_shipped on order_events (created_at)
  where kind = 'status' and to_status = 'shipped';
