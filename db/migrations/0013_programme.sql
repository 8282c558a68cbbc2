-- The women's groups that make what the shop sells, and their members.
create table shg_groups (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  -- Village or town and district, as it may be shown.
  place text not null,
  created_at timestamptz not null
);

create table workers (
  user_id uuid primary key references users on delete cascade,
  group_id uuid references shg_groups,
  place text not null default '',
  phone text,
  upi_id text,
  language text not null default 'en' check (language in ('en', 'hi')),
  -- When she agreed that products name her group and its place; null: she has not.
  made_by_consent_at timestamptz,
  enrolled_at timestamptz not null,
  updated_at timestamptz not null
);
create index workers_by_group on workers (group_id);

-- One task as one worker has it. A task that is given to many is one row each, with the same task_id.
create table work_logs (
  id uuid primary key default gen_random_uuid(),
  task_id uuid not null,
  -- Null: nobody has it yet.
  user_id uuid references users,
  task_name text not null,
  task_description text not null default '',
  task_type text not null,
  quantity integer not null check (quantity > 0),
  unit text not null,
  -- In paise, for the whole task.
  payment_amount bigint not null check (payment_amount > 0),
  -- Null: nobody has said how long it should take.
  expected_minutes integer check (expected_minutes > 0),
  completion_deadline timestamptz not null,
  -- The one state from which status, review status and payment status follow (shop/programme/task.ts).
  state text not null default 'pending'
    check (state in ('pending', 'in_progress', 'returned', 'pending_review', 'approved', 'paid')),
  progress_count integer not null default 0 check (progress_count between 0 and quantity),
  photo_id uuid,
  rating integer check (rating between 1 and 5),
  rejection_reason text,
  rejection_preset text,
  product_id uuid references products on delete set null,
  batch_code text,
  -- The line of the payout that pays it or is about to.
  payout_line_id uuid,
  assigned_date timestamptz,
  started_at timestamptz,
  submission_date timestamptz,
  review_date timestamptz,
  reminded_at timestamptz,
  -- The photo about which the admin was last told.
  notified_photo_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state = 'pending' or user_id is not null),
  check (state not in ('pending_review', 'approved', 'paid') or (photo_id is not null and submission_date is not null)),
  check (state not in ('approved', 'paid') or (rating is not null and review_date is not null))
);
create index work_logs_by_user on work_logs (user_id, created_at desc, id desc);
create index work_logs_newest on work_logs (created_at desc, id desc);
create index work_logs_by_state on work_logs (state, submission_date);
create index work_logs_to_remind on work_logs (completion_deadline) where reminded_at is null;
create index work_logs_by_product on work_logs (product_id) where product_id is not null;

create table work_log_events (
  id bigint generated always as identity primary key,
  work_log_id uuid not null references work_logs on delete cascade,
  move text not null,
  from_state text,
  to_state text not null,
  actor_id uuid references users on delete set null,
  note text,
  created_at timestamptz not null
);
create index work_log_events_by_log on work_log_events (work_log_id, id);

create table task_photos (
  id uuid primary key,
  work_log_id uuid not null references work_logs on delete cascade,
  file_key text not null,
  -- Of the bytes that were sent; sending them again is recognised by it.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Of the file that is kept.
  stored_sha256 text not null check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  look bit(64) not null,
  -- What a reviewer should look at twice, and where the same photo was seen before.
  flags text[] not null default '{}',
  seen_before_in uuid references work_logs on delete set null,
  created_at timestamptz not null,
  unique (work_log_id, sha256)
);
alter table work_logs add foreign key (photo_id) references task_photos;

-- A photo on its way, in chunks: kept in the database, so that any process can take the next one.
create table photo_uploads (
  id uuid primary key default gen_random_uuid(),
  work_log_id uuid not null references work_logs on delete cascade,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size integer not null check (size > 0),
  received integer not null default 0 check (received between 0 and size),
  -- Set once the whole photo was taken; the chunks are gone then.
  photo_id uuid references task_photos on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (work_log_id, sha256)
);
create index photo_uploads_by_age on photo_uploads (updated_at);
create table photo_upload_chunks (
  upload_id uuid not null references photo_uploads on delete cascade,
  starts_at integer not null,
  bytes bytea not null,
  primary key (upload_id, starts_at)
);
-- Photos do not shrink further.
alter table photo_upload_chunks alter column bytes set storage external;

create table payouts (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity unique,
  created_by uuid references users on delete set null,
  created_at timestamptz not null
);
-- What one worker gets in a payout.
create table payout_lines (
  id uuid primary key default gen_random_uuid(),
  payout_id uuid not null references payouts,
  user_id uuid not null references users,
  amount bigint not null check (amount > 0),
  upi_id text,
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'dropped', 'returned')),
  -- The number of the transfer, as the bank or the UPI app gave it.
  reference text,
  paid_at timestamptz,
  confirmed_at timestamptz,
  closed_note text,
  check (state not in ('paid', 'returned') or (reference is not null and paid_at is not null)),
  unique (payout_id, user_id)
);
create index payout_lines_by_user on payout_lines (user_id, payout_id);
alter table work_logs add foreign key (payout_line_id) references payout_lines;
create index work_logs_by_payout_line on work_logs (payout_line_id) where payout_line_id is not null;

-- What is owed and what was paid, per worker. Rows are never changed or removed.
-- balance = earned - paid + reversed.
create table pay_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  work_log_id uuid not null references work_logs,
  kind text not null check (kind in ('earned', 'paid', 'reversed')),
  amount bigint not null check (amount > 0),
  payout_line_id uuid references payout_lines,
  actor_id uuid references users on delete set null,
  note text,
  created_at timestamptz not null,
  check ((kind = 'earned') = (payout_line_id is null))
);
create index pay_entries_by_user on pay_entries (user_id, created_at, id);
-- A task is earned once; each line of a payout pays it once and takes that back at most once.
create unique index pay_entries_earned_once on pay_entries (work_log_id) where kind = 'earned';
create unique index pay_entries_once_per_line on pay_entries (work_log_id, payout_line_id, kind) where kind <> 'earned';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger pay_entries_append_only before update of user_id, work_log_id, kind, amount, payout_line_id, note, created_at
  or delete or truncate on pay_entries for each statement execute function refuse_change();

create table pay_questions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  payout_line_id uuid references payout_lines,
  question text not null,
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  answered_by uuid references users on delete set null
);
create index pay_questions_open on pay_questions (asked_at) where answered_at is null;
create index pay_questions_by_user on pay_questions (user_id, asked_at);

-- Product pages name the groups that made a product, and the impact page adds up what was done: both are kept pages.
create trigger made_by_announced after update of state, product_id, batch_code on work_logs
  for each row when (new.state in ('approved', 'paid') or old.state in ('approved', 'paid'))
  execute function announce_catalogue();
create trigger workers_announced after insert or update of group_id, made_by_consent_at or delete on workers
  for each statement execute function announce_catalogue();
create trigger groups_announced after update of name, place on shg_groups
  for each statement execute function announce_catalogue();
