-- What one person has agreed to, until a second one agrees to the same. One for each order.
create table if not exists refund_agreements (
  order_id uuid primary key references orders (id) on delete cascade,
  agreed_by uuid references users (id) on delete set null,
  -- The decision with its amount and lines; the second person has to make the same.
  terms jsonb not null,
  agreed_at timestamptz not null
);

-- The person who approved a payout that another one made.
alter table payouts add column if not exists approved_by uuid references users (id) on delete set null;
alter table payouts add column if not exists approved_at timestamptz;
