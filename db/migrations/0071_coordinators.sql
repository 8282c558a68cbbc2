-- Coordinators hand out the tasks of their groups and check the photos, from templates.
create table coordinator_groups (
  user_id uuid not null references users (id) on delete cascade,
  group_id uuid not null references shg_groups (id) on delete cascade,
  primary key (user_id, group_id)
);
create index if not exists coordinator_groups_group on coordinator_groups (group_id);

-- Without a group: a template of all groups, which admins keep.
create table task_templates (
  id uuid primary key default gen_random_uuid(),
  group_id uuid references shg_groups (id) on delete cascade,
  task_name text not null,
  task_name_hi text not null default '',
  task_description text not null default '',
  task_description_hi text not null default '',
  task_type text not null,
  unit text not null,
  product_id uuid references products (id) on delete set null,
  pay_per_unit bigint not null check (pay_per_unit > 0),
  seconds_per_unit integer check (seconds_per_unit > 0),
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index if not exists task_templates_group on task_templates (group_id);

-- A form that hands out tasks names its batch, so that sending it twice makes the tasks once.
create table task_batches (
  id uuid primary key,
  group_id uuid not null references shg_groups (id) on delete cascade,
  created_at timestamptz not null
);

-- How many of the pieces were accepted and are paid for; null for all. The payment is then the reduced one.
alter table work_logs add column approved_quantity integer check (approved_quantity > 0 and approved_quantity < quantity);

-- A picture of how the work should look, sent with a rejection.
create table task_examples (
  id uuid primary key,
  work_log_id uuid not null references work_logs (id) on delete cascade,
  file_key text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
create index if not exists task_examples_work_log on task_examples (work_log_id);
