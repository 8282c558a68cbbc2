-- A mailed invitation to work for the shop: used once, within three days, by an account with this address.
create table if not exists staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  staff_role text not null check (staff_role in ('owner', 'manager', 'packer', 'accountant', 'support')),
  token_hash text not null unique,
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index if not exists staff_invitations_email on staff_invitations (email);
