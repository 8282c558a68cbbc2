-- What the breakdowns of sales need beside what is counted already: orders of a product, units of a city.
alter table daily_products add column orders integer not null default 0;
alter table daily_places add column units integer not null default 0;
alter table monthly_places add column units integer not null default 0;

-- An order with two products of a category is one order of it, so categories are no sum of products.
create table daily_categories (
  day date not null,
  category_id uuid,
  orders integer not null,
  units integer not null,
  -- Line totals before discount and tax, less refunds.
  value bigint not null,
  unique nulls not distinct (day, category_id)
);

-- Sales by the offer that the order was given: a coupon, a friend's code, the first-order offer, or '' for none.
create table daily_offers (
  day date not null,
  kind text not null,
  -- The coupon's code; empty for other offers.
  code text not null,
  sales integer not null,
  units integer not null,
  revenue bigint not null,
  primary key (day, kind, code)
);

-- The days on which a customer bought, each with the next one and the sales up to its end.
create table customer_sale_days (
  user_id uuid not null,
  day date not null,
  next_day date not null default 'infinity',
  sales_so_far integer not null,
  primary key (user_id, day)
);
create index customer_sale_days_by_day on customer_sale_days (day, user_id);
-- How many customers bought on a day and next on another, and how many of them had two sales or more by then: who
-- bought in a period has one day in it whose next one is after it.
create table customer_gaps (
  day date not null,
  next_day date not null,
  customers integer not null,
  repeating integer not null,
  primary key (day, next_day)
);
create index if not exists customer_sales_by_first_day on customer_sales (first_day, user_id);

-- The days on which a city, a product or a pair has sales, for the orders behind a figure.
create index if not exists daily_places_by_city on daily_places (city, state, day);
create index if not exists daily_products_by_product on daily_products (product_id, day);

-- The orders of a city, and those with a code. On a large shop make these by hand before, with "concurrently".
create index if not exists shipping_addresses_by_city
  on shipping_addresses (initcap(btrim(city)), initcap(btrim(state)));
create index if not exists orders_with_code on orders (created_at desc, id desc) where notes like '%Coupon applied%';

-- Everything is counted once for the new columns; until the first count the pages say that it is under way.
insert into rollup_marks (order_id, user_id, placed_at, is_new)
select id, user_id, created_at, false from orders order by created_at;
update rollup_state set counted_at = null;
