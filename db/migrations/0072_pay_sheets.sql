-- Each entry of the pay ledger keeps the group that its work was done in, so that a printed pay sheet stays as it is when a
-- worker joins another group. Filled here and by a trigger, since the version before does not write it.
alter table pay_entries add column if not exists group_id uuid references shg_groups;
update pay_entries set group_id = workers.group_id from workers where workers.user_id = pay_entries.user_id;

create function pay_entry_group() returns trigger language plpgsql as $$
begin
  if new.kind = 'earned' then
    new.group_id := (select group_id from workers where user_id = new.user_id);
  else
    new.group_id := (select group_id from pay_entries where work_log_id = new.work_log_id and kind = 'earned');
  end if;
  return new;
end $$;
create trigger pay_entries_keep_group before insert on pay_entries for each row execute function pay_entry_group();
create trigger pay_entries_group_stays before update of group_id on pay_entries
  for each statement execute function refuse_change();
create index if not exists pay_entries_by_group on pay_entries (group_id, created_at);
create index if not exists pay_entries_earned_at on pay_entries (created_at) where kind = 'earned';

-- Whether the reference of a transfer was used before. Notations differ in capitals and separators.
create index if not exists payout_lines_by_reference on payout_lines (upper(translate(reference, '-/_', '')))
  where reference is not null;

-- The state whose minimum wage a group's pay is compared with; null: the seller's.
alter table shg_groups add column if not exists state text;

-- Minimum wages as admins enter them from the state's notifications. In force until the next one of the state begins.
create table minimum_wages (
  id uuid primary key default gen_random_uuid(),
  state text not null,
  -- In paise, for a day of so many hours.
  daily_amount bigint not null check (daily_amount > 0),
  hours integer not null check (hours between 1 and 24),
  valid_from date not null,
  -- The notification, with its number or date.
  source text not null,
  recorded_by uuid references users on delete set null,
  recorded_at timestamptz not null,
  unique (state, valid_from)
);
