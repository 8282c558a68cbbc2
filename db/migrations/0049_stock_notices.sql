-- Who asked for one email when a product is back in stock. A row ends with that email, and is deleted a few days later.
create table stock_notices (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products on delete cascade,
  email text not null check (email = lower(email)),
  -- SHA-256 of the token in the confirmation link; none for an address that was known to be the person's.
  token_hash text unique,
  -- Kept as it is: every email has to carry it, and all it can do is to end the notice.
  leave_token text not null unique,
  created_at timestamptz not null,
  -- The last confirmation email, so that nobody can flood a stranger's mailbox with it.
  mailed_at timestamptz,
  confirmed_at timestamptz,
  sent_at timestamptz,
  unique (product_id, email)
);
create index stock_notices_by_email on stock_notices (email);
create index stock_notices_waiting on stock_notices (product_id, confirmed_at)
  where confirmed_at is not null and sent_at is null;
create index stock_notices_by_age on stock_notices (created_at);
