-- Erases entries about the closed account, its messages, orders, work and pay, by id. Other entries are not searched for the
-- person's words. `pattern` is unused: dropping a parameter would break the version that still runs.
create or replace function audit_erase(
  person uuid, emptied bigint[], reduced bigint[], kept text[], pattern text, erased_at timestamptz
) returns integer language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  changed integer;
  entries integer := 0;
begin
  if not exists (select from users where id = person and deleted_at is not null) then
    raise exception 'only the data of a closed account is erased';
  end if;
  perform set_config('audit.erasing', 'on', true);
  update audit_log set before = null, after = null, salt = null
  where id = any(emptied) and (before is not null or after is not null)
    and ((entity in ('user', 'worker') and entity_id = person::text) or (entity = 'message' and not exists (
      select from contact_messages where id::text = audit_log.entity_id and email <> 'removed@deleted.invalid'
    )));
  get diagnostics entries = row_count;
  update audit_log set before = audit_kept(before, kept), after = audit_kept(after, kept), salt = gen_random_uuid()
  where id = any(reduced)
    and (before is distinct from audit_kept(before, kept) or after is distinct from audit_kept(after, kept))
    and ((entity = 'order' and entity_id in (select id::text from orders where user_id = person))
      or (entity = 'task' and entity_id in (select id::text from work_logs where user_id = person
        union select task_id::text from work_logs where user_id = person))
      or (entity = 'payout' and entity_id in (select id::text from payout_lines where user_id = person
        union select id::text from pay_questions where user_id = person)));
  get diagnostics changed = row_count;
  entries := entries + changed;
  update audit_log set network = null, device = null, salt = gen_random_uuid()
  where actor_id = person and (network is not null or device is not null);
  get diagnostics changed = row_count;
  entries := entries + changed;
  perform set_config('audit.erasing', 'off', true);
  insert into audit_log (action, entity, entity_id, after, created_at)
  values ('erase', 'user', person::text, jsonb_build_object('entries', entries), erased_at);
  return entries;
end $$;
