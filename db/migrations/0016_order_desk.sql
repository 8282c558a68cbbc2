-- Filters that an admin wants again, by name: `query` is the list's address.
create table saved_filters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  list text not null,
  name text not null check (name <> ''),
  query text not null,
  created_at timestamptz not null,
  unique (user_id, list, name)
);

-- Names that begin with too few letters for the index of their parts.
create index users_by_name_start on users (lower(full_name) text_pattern_ops);

