-- Messages to workers: a coordinator sends them from a list, and phones that asked for it show them (web push).
create table worker_news (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('new_task', 'do_again', 'paid', 'due_tomorrow')),
  work_log_id uuid references work_logs on delete cascade,
  payout_line_id uuid references payout_lines on delete cascade,
  -- Which rejection of the task it tells of; null where a task or payment is told of once.
  occasion timestamptz,
  created_at timestamptz not null,
  -- When the push service of one of her phones took it.
  told_at timestamptz,
  -- When a coordinator marked it as sent. What she sent in one text has one sent_id.
  sent_at timestamptz,
  sent_by uuid references users on delete set null,
  sent_id uuid,
  check ((kind = 'paid') = (payout_line_id is not null)),
  check ((kind = 'paid') = (work_log_id is null)),
  check ((sent_at is null) = (sent_id is null)),
  unique nulls not distinct (user_id, kind, work_log_id, payout_line_id, occasion)
);
create index if not exists worker_news_waiting on worker_news (created_at) where told_at is null and sent_at is null;
create index if not exists worker_news_told on worker_news (told_at) where told_at is not null;
create index if not exists worker_news_sent on worker_news (sent_at) where sent_at is not null;
create index if not exists worker_news_sent_id on worker_news (sent_id) where sent_id is not null;

-- The kinds that a worker does not want.
alter table workers add column if not exists news_off text[] not null default '{}';

-- Phones that show messages. One belongs to a session, and ends with it.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  worker_session_id uuid unique references worker_sessions on delete cascade,
  session_id uuid unique references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- The shop's public key that the browser knows; with another secret the shop has another, which push services refuse.
  server_key text not null,
  created_at timestamptz not null,
  check (num_nonnulls(worker_session_id, session_id) = 1)
);
create index if not exists push_subscriptions_user on push_subscriptions (user_id);

-- Claimed before it is sent, so that a message goes to a phone at most once.
create table worker_news_pushes (
  news_id uuid not null references worker_news on delete cascade,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  claimed_at timestamptz not null,
  delivered_at timestamptz,
  primary key (news_id, subscription_id)
);
create index if not exists worker_news_pushes_subscription on worker_news_pushes (subscription_id);
