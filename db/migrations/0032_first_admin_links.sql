-- Links that make the first admin, printed at start while a real shop has none. Only hashes of their tokens are stored.
create table first_admin_links (
  token_hash text primary key,
  expires_at timestamptz not null
);
