-- What the admin's list of orders is searched by, beside names and ids. On a large shop make these by hand before, with
-- "concurrently".
create index if not exists orders_by_tracking on orders (lower(tracking_number) text_pattern_ops)
  where tracking_number is not null;
create index if not exists users_by_email_start on users (lower(email) text_pattern_ops);
create index if not exists users_by_phone on users (right(regexp_replace(phone_number, '\D', '', 'g'), 10))
  where phone_number is not null;

-- A sale is an order that is paid: the days and customers of orders without their money are counted again.
insert into rollup_marks (order_id, user_id, placed_at, is_new)
select id, user_id, created_at, false from orders
where status <> 'cancelled' and payment_status not in ('paid', 'refunded');
