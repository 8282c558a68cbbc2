-- What is deleted by the clock (docs/decisions/0046-retention-and-encryption.md).

-- The photo's file is deleted; the row stays, since its task names it and a repeated photo is recognised by it.
alter table task_photos add column if not exists removed_at timestamptz;
create index if not exists task_photos_kept on task_photos (work_log_id) where removed_at is null;

create index if not exists sessions_by_end on sessions (expires_at);
create index if not exists verifications_by_end on verifications (expires_at);
create index if not exists carts_by_change on carts (updated_at);
create index if not exists order_mails_by_time on order_mails (queued_at);
create index if not exists audit_log_with_origin on audit_log (created_at) where network is not null or device is not null;
create index if not exists audit_log_with_content on audit_log (created_at) where before is not null or after is not null;

-- Takes away from old entries of the log where they came from, and later what they say; at most so many entries. Adds links
-- and an entry as audit_erase does. Whatever is asked for, nothing younger than a year and than six years goes: the program
-- may call this, and must not be able to hide what it has just done.
create function audit_age(
  origins_before timestamptz, contents_before timestamptz, most integer, erased_at timestamptz
) returns integer language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  old_origin timestamptz := least(origins_before, now() - interval '1 year');
  old_content timestamptz := least(contents_before, now() - interval '6 years');
  aged bigint[];
begin
  select coalesce(array_agg(id), '{}') into aged from (
    select id from audit_log
    where (created_at < old_origin and (network is not null or device is not null))
      or (created_at < old_content and (before is not null or after is not null))
    limit most for update skip locked
  ) as old;
  if cardinality(aged) = 0 then
    return 0;
  end if;
  perform set_config('audit.erasing', 'on', true);
  update audit_log set network = null, device = null,
    before = case when created_at >= old_content then before end,
    after = case when created_at >= old_content then after end,
    salt = case when created_at >= old_content then gen_random_uuid() end
  where id = any(aged);
  perform set_config('audit.erasing', 'off', true);
  insert into audit_log (action, entity, entity_id, after, created_at)
  values ('erase', 'setting', 'retention', jsonb_build_object('entries', cardinality(aged)), erased_at);
  return cardinality(aged);
end $$;
revoke execute on function audit_age from public;
