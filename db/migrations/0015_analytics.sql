-- Figures counted ahead, so that a page over a year does not read a year of orders. An order's figures belong to the
-- day in India on which it was placed; whatever changes it later marks it here, and its day and its customer are then
-- counted again as a whole. Rows are only added and taken away: orders placed together never wait for each other here.
create table rollup_marks (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  user_id uuid not null,
  placed_at timestamptz not null,
  is_new boolean not null
);

create function mark_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into rollup_marks (order_id, user_id, placed_at, is_new)
    values (new.id, new.user_id, new.created_at, tg_op = 'INSERT');
  end if;
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.user_id, old.created_at) is distinct from (new.user_id, new.created_at)) then
    insert into rollup_marks (order_id, user_id, placed_at, is_new) values (old.id, old.user_id, old.created_at, false);
  end if;
  return null;
end $$;
create trigger orders_marked after insert or update or delete on orders
  for each row execute function mark_order();

-- A product that moves to another category takes its past sales along.
create function mark_orders_of_product() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (order_id, user_id, placed_at, is_new)
  select distinct orders.id, orders.user_id, orders.created_at, false
  from order_items join orders on orders.id = order_items.order_id where order_items.product_id = new.id;
  return null;
end $$;
create trigger products_moved after update of category_id on products
  for each row when (old.category_id is distinct from new.category_id) execute function mark_orders_of_product();

-- A return is an order whose refund was granted; that is decided after delivery.
create function mark_order_of_request() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (order_id, user_id, placed_at, is_new)
  select id, user_id, created_at, false from orders where id = new.order_id;
  return null;
end $$;
create trigger order_requests_marked after insert or update of status on order_requests
  for each row when (new.kind = 'refund' and new.status = 'approved') execute function mark_order_of_request();

-- When the marks were last worked off; one row.
create table rollup_state (
  id boolean primary key default true check (id),
  counted_at timestamptz
);
insert into rollup_state default values;

-- Amounts in paise. A sale is an order that was neither cancelled nor refunded.
create table daily_sales (
  day date primary key,
  orders integer not null,
  cancelled integer not null,
  sales integer not null,
  revenue bigint not null,
  -- The part of the revenue that falls to the hydration line; the rest is the millet line's.
  hydration_revenue bigint not null,
  coupon_orders integer not null,
  -- Orders delivered, and the time from placing to delivery of all of them.
  delivered integer not null,
  delivery_seconds bigint not null
);

create table daily_products (
  day date not null,
  product_id uuid,
  units integer not null,
  -- Line totals, before discount and tax.
  value bigint not null,
  delivered_units integer not null,
  returned_units integer not null,
  unique nulls not distinct (day, product_id)
);

create table daily_places (
  day date not null,
  state text not null,
  city text not null,
  sales integer not null,
  revenue bigint not null,
  primary key (day, state, city)
);

create table daily_carriers (
  day date not null,
  carrier text not null,
  shipped integer not null,
  delivered integer not null,
  -- From shipped to delivered, of all delivered orders.
  transit_seconds bigint not null,
  primary key (day, carrier)
);

-- How often a tastemaker went into a custom mix that was sold, and how many mixes two of them went into together.
create table daily_picks (
  day date not null,
  product_id uuid not null,
  picks integer not null,
  primary key (day, product_id)
);
create table daily_pairs (
  day date not null,
  one_id uuid not null,
  other_id uuid not null check (one_id < other_id),
  mixes integer not null,
  primary key (day, one_id, other_id)
);

-- The two that have many rows a day, summed up by month as well: a long period reads whole months.
create table monthly_places (
  month date not null,
  state text not null,
  city text not null,
  sales integer not null,
  revenue bigint not null,
  primary key (month, state, city)
);
create table monthly_pairs (
  month date not null,
  one_id uuid not null,
  other_id uuid not null,
  mixes integer not null,
  primary key (month, one_id, other_id)
);

-- What each customer has bought so far, and in which months.
create table customer_sales (
  user_id uuid primary key,
  first_day date not null,
  last_day date not null,
  sales integer not null,
  revenue bigint not null
);
-- How many customers bought first, and last, on a day; and how many of the last had two sales or more by then.
create table customer_days (
  day date primary key,
  first_sales integer not null,
  last_sales integer not null,
  last_repeating integer not null
);
create table customer_months (
  user_id uuid not null,
  -- The month of the first sale, and a month with a sale; both as its first day.
  cohort date not null,
  month date not null,
  primary key (user_id, month)
);
create table cohort_months (
  cohort date not null,
  month date not null,
  customers integer not null,
  primary key (cohort, month)
);

-- Orders that a stated rule found unusual. An admin looks at them; nothing is refused by it.
create table order_flags (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  rule text not null,
  -- What was found, in numbers: '5 orders within 24 hours'.
  detail text not null,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by uuid references users on delete set null,
  unique (order_id, rule)
);
create index order_flags_open on order_flags (created_at desc) where reviewed_at is null;
-- The rules ask who else uses a phone number or an address.
create index shipping_addresses_by_phone on shipping_addresses (phone, created_at);
create index shipping_addresses_by_place on shipping_addresses (postal_code, lower(address_line1), created_at);

-- Visits, counted without cookies and without anything about a person: how many came that day, from what kind of
-- place, to what kind of page.
create table daily_visits (
  day date not null,
  landing text not null,
  source text not null,
  visits integer not null check (visits > 0),
  primary key (day, landing, source)
);

-- What was spent to win customers, as an admin recorded it, in paise.
create table marketing_spend (
  month date not null check (extract(day from month) = 1),
  channel text not null check (channel in ('search-ads', 'social-ads', 'creators', 'events', 'print', 'other')),
  amount bigint not null check (amount >= 0),
  updated_at timestamptz not null,
  primary key (month, channel)
);

create index users_by_day on users (created_at);
create index products_by_day on products (created_at);
