-- What became of pictures given by an address: fetched and kept, or why not.
create table picture_addresses (
  product_id uuid not null references products (id) on delete cascade,
  url text not null,
  -- The kept picture's address in this shop; null until it is fetched.
  picture_url text,
  -- Why the last try failed; null for a fetched picture.
  problem text,
  tries integer not null default 0,
  tried_at timestamptz not null,
  primary key (product_id, url)
);
