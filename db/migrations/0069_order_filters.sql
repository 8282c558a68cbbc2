-- The list of orders by coupon or referral code, city and product. On a large shop make them by hand before, with
-- "concurrently".
create index if not exists orders_by_code on orders (upper(coupon_code), created_at desc, id desc)
  where upper(coupon_code) is not null;
create index if not exists orders_by_address on orders (shipping_address_id);
create index if not exists shipping_addresses_by_city on shipping_addresses (lower(city));
create index if not exists orders_unpaid on orders (created_at desc, id desc)
  where payment_status in ('pending', 'failed') and status <> 'cancelled';
