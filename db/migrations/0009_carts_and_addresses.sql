-- What a customer means to buy, wherever they sign in. One row per account, locked by whoever changes it.
create table carts (
  user_id uuid primary key references users on delete cascade,
  -- Written as in the browser's cookie: '2x3_1x1-10*3.15' is three of product number 2, one mix of number 1.
  lines text not null default '',
  -- Price and stock of each product as the customer last saw them, by catalogue number: '2.27900.40'.
  seen text not null default '',
  updated_at timestamptz not null
);

-- The cart that a browser brought along when it signed in: it is added to the account's once, however often asked.
create table cart_joins (
  session_id uuid primary key references sessions on delete cascade,
  lines text not null
);

-- Where a customer lets us deliver. Orders keep a copy of theirs in shipping_addresses.
create table saved_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  full_name text not null,
  phone text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state text not null,
  postal_code text not null check (postal_code ~ '^[1-9][0-9]{5}$'),
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_addresses_by_user on saved_addresses (user_id, created_at);
create unique index saved_addresses_one_default on saved_addresses (user_id) where is_default;

-- Each yes and each no, with its time; the newest of a purpose holds.
create table consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('newsletter', 'referral-mails')),
  is_given boolean not null,
  decided_at timestamptz not null
);
create index consents_newest on consents (user_id, purpose, id desc);

-- An account that signs in without a password is closed through a link by mail. SHA-256 of the token in it.
create table deletion_links (
  user_id uuid primary key references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);

-- Set when the account was closed: the row stays for its orders, with nothing in it that tells who it was.
alter table users add column deleted_at timestamptz;
