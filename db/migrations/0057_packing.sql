-- Where a product is kept, and the number that a scanner reads from its pack.
alter table products add column shelf text not null default '';
alter table products add column barcode text check (barcode ~ '^[0-9]{8,14}$');

-- Orders that are packed and wait for the carrier. The row goes when the order goes back a step.
create table order_packings (
  order_id uuid primary key references orders on delete cascade,
  packed_at timestamptz not null,
  packed_by uuid references users on delete set null,
  -- Why it was packed although not every item was checked; null when all were.
  note text
);

-- Labels and slips that were printed, with the last time.
create table order_prints (
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('label', 'slip')),
  printed_at timestamptz not null,
  printed_by uuid references users on delete set null,
  primary key (order_id, kind)
);

-- What an admin did to several orders at once, for as long as it can be undone. `orders`: [{id, version}], as left behind.
create table desk_actions (
  id uuid primary key,
  kind text not null check (kind in ('confirm', 'pack', 'ship')),
  actor_id uuid references users on delete cascade,
  orders jsonb not null,
  created_at timestamptz not null,
  undone_at timestamptz
);
create index desk_actions_by_age on desk_actions (created_at);

create index if not exists orders_to_do on orders (status, created_at, id) where status in ('pending', 'processing');
