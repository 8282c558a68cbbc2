create table shipping_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  full_name text not null,
  phone text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state text not null,
  postal_code text not null check (postal_code ~ '^[1-9][0-9]{5}$'),
  created_at timestamptz not null default now()
);

-- Amounts in paise.
create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  -- One order per key: a double click, a retry or a refresh meets the same row.
  idempotency_key text not null,
  request_fingerprint text not null,
  status text not null check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  payment_status text not null check (payment_status in ('pending', 'paid', 'failed', 'refunded')),
  payment_method text not null check (payment_method in ('cod', 'card')),
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null check (discount between 0 and subtotal),
  tax bigint not null check (tax >= 0),
  shipping_fee bigint not null check (shipping_fee >= 0),
  total bigint not null check (total = subtotal - discount + tax + shipping_fee),
  coupon_code text,
  tracking_number text,
  carrier text,
  notes text,
  shipping_address_id uuid not null references shipping_addresses,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, idempotency_key)
);
create index orders_by_user on orders (user_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  position integer not null,
  -- Null when the product has since been removed; the name stays as it was sold.
  product_id uuid references products on delete set null,
  name text not null,
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0),
  total_price bigint not null check (total_price = unit_price * quantity),
  unique (order_id, position)
);
create index order_items_by_product on order_items (product_id);

-- The tastemakers of a custom mix, per unit of the mix.
create table order_item_tastemakers (
  order_item_id uuid not null references order_items on delete cascade,
  position integer not null,
  product_id uuid references products on delete set null,
  name text not null,
  count integer not null check (count > 0),
  primary key (order_item_id, position)
);
create index order_item_tastemakers_by_product on order_item_tastemakers (product_id);

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  from_status text,
  to_status text not null,
  actor_id uuid references users on delete set null,
  note text,
  created_at timestamptz not null
);
create index order_events_by_order on order_events (order_id, id);

alter table stock_movements add foreign key (order_id) references orders on delete set null;
