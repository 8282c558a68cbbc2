-- Grows by one with every change that an admin makes: who saved an older version meets a conflict.
alter table orders add column version integer not null default 1;
create index orders_by_status on orders (status, created_at desc, id desc);

-- The customer's name, as lists search it.
create index users_by_name on users using gin (lower(full_name) gin_trgm_ops);

-- The HSN code under which a line was sold; invoices keep it, whatever the product becomes.
alter table order_items add column hsn_code text not null default '';
update order_items set hsn_code = products.hsn_code from products where products.id = order_items.product_id;

-- What an entry of the history tells. Only 'status' entries change the status; the others name it twice.
alter table order_events add column kind text not null default 'status' check (kind in (
  'status', 'payment_received', 'parcel', 'cancellation_requested', 'cancellation_declined',
  'refund_requested', 'refund_approved', 'refund_declined'
));

-- What a customer asks for and an admin decides.
create table order_requests (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('cancellation', 'refund')),
  reason text not null,
  details text not null default '',
  status text not null check (status in ('open', 'approved', 'declined')),
  -- What was granted, in paise, tax included.
  amount bigint check (amount > 0),
  -- What the customer is told.
  answer text,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  check ((status = 'open') = (decided_at is null)),
  check (kind = 'refund' or amount is null)
);
create unique index order_requests_open on order_requests (order_id, kind) where status = 'open';
create index order_requests_by_order on order_requests (order_id, requested_at);
create index order_requests_waiting on order_requests (requested_at) where status = 'open';

-- The last number given in each series and financial year. The row is locked until the paper that takes a number is
-- written, so that no number is ever missing.
create table document_numbers (
  series text not null,
  financial_year text not null,
  last integer not null,
  primary key (series, financial_year)
);

-- Tax invoices. `content` is the paper as it was issued: printing it again gives the same bytes.
create table invoices (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  number text not null unique check (number ~ '^[A-Za-z0-9/-]{1,16}$'),
  issued_at timestamptz not null,
  content jsonb not null,
  -- Set when a cancelled order takes the whole invoice back: shipped again, the order gets a new one.
  reversed_at timestamptz
);
create unique index invoices_standing on invoices (order_id) where reversed_at is null;
create index invoices_by_order on invoices (order_id);

create table credit_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  invoice_id uuid not null references invoices,
  -- What it is for, such as 'refund:<request id>': one note each.
  cause text not null unique,
  number text not null unique check (number ~ '^[A-Za-z0-9/-]{1,16}$'),
  amount bigint not null check (amount > 0),
  issued_at timestamptz not null,
  content jsonb not null
);
create index credit_notes_by_invoice on credit_notes (invoice_id);
create index credit_notes_by_order on credit_notes (order_id);

-- Whoever watches an order hears of what happens to it, in every process.
create function announce_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', to_jsonb(new) ->> tg_argv[0]);
  return null;
end $$;
create trigger order_events_announced after insert on order_events
  for each row execute function announce_order('order_id');
create trigger orders_announced after update of payment_status, tracking_number, carrier on orders
  for each row execute function announce_order('id');
