-- A change of the UPI address that a worker is paid at. It counts a day after it was asked for; until then it can be
-- stopped, and the contact that she had before is told of it.
create table if not exists upi_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- Null: none.
  old_upi_id text,
  new_upi_id text,
  -- Herself or an admin; null: the system.
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null,
  counts_from timestamptz not null,
  stopped_at timestamptz,
  -- When it was written to the worker's data.
  applied_at timestamptz,
  -- Her phone number when it was asked for, for the person who tells her; null where an email tells her.
  tell_by text not null check (tell_by in ('email', 'person')),
  tell_phone text,
  told_by uuid references users on delete set null,
  told_at timestamptz
);
create unique index if not exists upi_changes_open on upi_changes (user_id) where stopped_at is null and applied_at is null;
create index if not exists upi_changes_by_user on upi_changes (user_id, asked_at);
create index if not exists upi_changes_by_asker on upi_changes (asked_by);
create index if not exists upi_changes_by_teller on upi_changes (told_by);
create index if not exists upi_changes_to_tell on upi_changes (asked_at) where tell_by = 'person' and told_at is null;

-- The picture of a template, made small for slow networks. It never changes, so that tasks keep theirs.
create table if not exists task_pictures (
  id uuid primary key,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null
);
alter table task_templates add column if not exists picture_id uuid references task_pictures;
alter table work_logs add column if not exists picture_id uuid references task_pictures;
-- The template that a task was given from.
alter table work_logs add column if not exists template_id uuid references task_templates on delete set null;
create index if not exists task_templates_by_picture on task_templates (picture_id) where picture_id is not null;
create index if not exists work_logs_by_picture on work_logs (picture_id) where picture_id is not null;
create index if not exists work_logs_by_template on work_logs (template_id, review_date) where template_id is not null;

-- When a coordinator left a question to the admins, since it needs money.
alter table pay_questions add column if not exists for_admins_at timestamptz;
