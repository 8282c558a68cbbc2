-- A second factor: passkeys, authenticator apps and recovery codes, and the sessions that have proven one.
alter table sessions add column if not exists factor_at timestamptz;
-- Written for staff only, at most once a minute.
alter table sessions add column if not exists last_used_at timestamptz;

create table if not exists factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('passkey', 'totp')),
  name text not null check (length(name) between 1 and 60),
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  sealed_secret text,
  -- The time step of the last accepted code: a code counts once.
  last_step bigint,
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (kind <> 'passkey' or (credential_id is not null and public_key is not null and counter is not null)),
  check (kind <> 'totp' or (sealed_secret is not null and last_step is not null))
);
create index if not exists factors_user on factors (user_id);

create table if not exists recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- One unanswered question to a passkey for each session.
create table if not exists factor_challenges (
  session_id uuid primary key references sessions (id) on delete cascade,
  purpose text not null check (purpose in ('prove', 'enrol')),
  challenge text not null,
  expires_at timestamptz not null
);

-- The mailed link with which somebody without a factor sets up the first one.
create table if not exists factor_links (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);
create index if not exists factor_links_expiry on factor_links (expires_at);
