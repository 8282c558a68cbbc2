-- The number that a sender reads and says: 'T-100001'. It simply grows by a digit when it must.
create sequence contact_tickets start 100001;

-- What people write to us. A message is a complaint in the law's eyes until we know better: it has a number at once.
create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  ticket text not null unique default 'T-' || nextval('contact_tickets'),
  side text not null check (side in ('millet', 'hydration')),
  name text not null,
  email text not null,
  subject text not null
    check (subject in ('customer-service', 'bulk-order', 'partnership', 'shg-program', 'other')),
  message text not null,
  created_at timestamptz not null,
  -- When the mail with the ticket number was handed over; the law allows 48 hours.
  acknowledged_at timestamptz
);
create index contact_messages_by_email on contact_messages (email, created_at desc);
create index contact_messages_newest on contact_messages (created_at desc, id);
create index contact_messages_unacknowledged on contact_messages (created_at) where acknowledged_at is null;

create table newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  status text not null check (status in ('pending', 'confirmed', 'unsubscribed')),
  -- SHA-256 of the token in the confirmation link; none once it may not be used any more.
  confirm_token_hash text unique,
  confirm_until timestamptz,
  -- Kept as it is: every letter has to carry it, and all it can do is to stop the letters.
  unsubscribe_token text not null unique,
  created_at timestamptz not null,
  -- The last mail that a subscribing form caused, so that nobody can flood a stranger's mailbox with it.
  mailed_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);
create index newsletter_subscriptions_pending on newsletter_subscriptions (created_at) where status = 'pending';

-- How often something was tried from one place, counted here so that the limit holds across processes.
create table request_limits (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);
create index request_limits_ended on request_limits (window_ends_at);
