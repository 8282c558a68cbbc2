-- The number in a newsletter's slug: '2026-11-7'.
create sequence newsletter_numbers;

create table newsletters (
  id uuid primary key default gen_random_uuid(),
  -- Names the newsletter in its links (utm_campaign). It never changes, because sent emails hold it.
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,40}$'),
  subject text not null,
  preheader text not null,
  body text not null,
  -- Who gets it: subscribers who have ordered in the last days, have not, or any; in one state, or 'all'.
  ordered text not null check (ordered in ('any', 'yes', 'no')),
  days integer check (days between 1 and 3650),
  state text not null,
  status text not null check (status in ('draft', 'sending', 'stopped', 'sent')),
  -- The batch that is being sent; the job of any other one does nothing.
  batch integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  check ((ordered = 'any') = (days is null)),
  check ((status = 'draft') = (started_at is null)),
  check ((status in ('stopped', 'sent')) = (ended_at is not null))
);
create index newsletters_newest on newsletters (created_at desc, id);

-- Everyone who was to get a newsletter when it was sent. A row survives its subscription, without naming anybody.
create table newsletter_recipients (
  id uuid primary key default gen_random_uuid(),
  newsletter_id uuid not null references newsletters on delete cascade,
  subscription_id uuid references newsletter_subscriptions on delete set null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'skipped')),
  tries integer not null default 0,
  -- Until then no job takes the row: another one is sending it, or it is tried again later.
  held_until timestamptz,
  sent_at timestamptz,
  -- When the link in this newsletter was used to unsubscribe.
  unsubscribed_at timestamptz,
  unique (newsletter_id, subscription_id)
);
create index newsletter_recipients_queued on newsletter_recipients (newsletter_id, tries, id) where state = 'queued';
create index newsletter_recipients_by_subscription on newsletter_recipients (subscription_id);

-- Visits that began with a link of a newsletter, counted without anything about the visitor.
create table newsletter_visits (
  newsletter_id uuid not null references newsletters on delete cascade,
  day date not null,
  visits integer not null,
  primary key (newsletter_id, day)
);
