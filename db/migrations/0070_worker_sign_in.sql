-- Workers join by a card and sign in with their phone number and a PIN (docs/decisions/0038-workers-sign-in.md).
create table worker_cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- Cards that were made together, for one page to print.
  batch_id uuid not null,
  token_hash text not null unique,
  issued_by uuid references users on delete set null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- When a newer card took its place.
  replaced_at timestamptz
);
create unique index worker_cards_open on worker_cards (user_id) where used_at is null and replaced_at is null;
create index worker_cards_by_batch on worker_cards (batch_id);
create index worker_cards_by_issuer on worker_cards (issued_by);

create table worker_pins (
  user_id uuid primary key references users on delete cascade,
  pin_hash text not null,
  -- Since the last right PIN; at the limit the PIN opens nothing any more.
  wrong_tries integer not null default 0,
  set_at timestamptz not null
);

create table worker_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  -- On a phone that others use too it lasts until the browser is closed.
  is_shared boolean not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index worker_sessions_by_user on worker_sessions (user_id);
create index worker_sessions_by_end on worker_sessions (expires_at);

create index if not exists workers_by_phone on workers (phone) where phone is not null;
