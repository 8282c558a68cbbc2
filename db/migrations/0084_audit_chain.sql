-- The audit log becomes append-only, and each entry is chained to the one before by its hash (docs/decisions/0042-audit-log.md).
alter table audit_log
  -- Where it was done from: an IPv4 address or the first 64 bits of an IPv6 one, and 'Chrome on Android'. Null: the program.
  add network text,
  add device text,
  -- Keeps an erased text from being guessed by its digest; erased with it.
  add salt uuid;
update audit_log set salt = gen_random_uuid();
alter table audit_log alter column salt set default gen_random_uuid();

-- Deleting a user must not change an entry.
alter table audit_log drop constraint audit_log_actor_id_fkey;
alter table audit_log add constraint audit_log_actor_id_fkey foreign key (actor_id) references users not valid;
alter table audit_log validate constraint audit_log_actor_id_fkey;

create index if not exists audit_log_by_actor_action on audit_log (actor_id, action, created_at);
create index if not exists audit_log_by_action on audit_log (action, id desc);

-- One link for each entry, and one for each erasure in it, in the order of the commits and without gaps.
create table audit_chain (
  seq bigint primary key check (seq > 0),
  -- No reference: a link whose entry is gone must stay, since it shows the deletion.
  entry_id bigint not null,
  kind text not null check (kind in ('entry', 'erasure')),
  linked_at timestamptz not null,
  -- The hash of the link before; 32 zero bytes for the first.
  previous bytea not null,
  -- The digest of what may be erased: before, after, network and device, with the salt.
  content bytea not null,
  -- SHA-256 of `previous` and everything else of link and entry.
  hash bytea not null
);
create index if not exists audit_chain_by_entry on audit_chain (entry_id, seq);

-- A value with its length, so that two lists of values never look alike. shop/audit/chain.ts computes the same.
create function audit_field(value text) returns text language sql immutable as $$
  select coalesce(octet_length(value) || ':' || value, '-')
$$;

create function audit_micros(moment timestamptz) returns text language sql immutable as $$
  select (extract(epoch from moment) * 1000000)::bigint::text
$$;

-- Adds the link of an entry as it is now. The lock is held until the commit, so that links are in the order of commits.
create function audit_append(of_entry bigint, of_kind text) returns void language plpgsql
  set search_path = pg_catalog, public as $$
declare
  entry audit_log%rowtype;
  head record;
  link audit_chain%rowtype;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_chain', 0));
  select * into strict entry from audit_log where id = of_entry;
  select seq, hash into head from audit_chain order by seq desc limit 1;
  link.seq := coalesce(head.seq, 0) + 1;
  link.previous := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
  link.linked_at := clock_timestamp();
  link.content := sha256(convert_to(concat(
    audit_field(entry.salt::text), audit_field(entry.before::text), audit_field(entry.after::text),
    audit_field(entry.network), audit_field(entry.device)
  ), 'UTF8'));
  link.hash := sha256(link.previous || convert_to(concat(
    audit_field(link.seq::text), audit_field(of_kind), audit_field(audit_micros(link.linked_at)),
    audit_field(entry.id::text), audit_field(entry.actor_id::text), audit_field(entry.action),
    audit_field(entry.entity), audit_field(entry.entity_id), audit_field(audit_micros(entry.created_at)),
    audit_field(encode(link.content, 'hex'))
  ), 'UTF8'));
  insert into audit_chain (seq, entry_id, kind, linked_at, previous, content, hash)
  values (link.seq, entry.id, of_kind, link.linked_at, link.previous, link.content, link.hash);
end $$;

-- Runs at the commit: the lock on the end of the chain is held for the commit alone, not for the transaction before it.
create function audit_chain_entry() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  perform audit_append(new.id, case tg_op when 'INSERT' then 'entry' else 'erasure' end);
  return null;
end $$;

-- Entries from before are chained as they are.
do $$
declare
  one bigint;
begin
  for one in select id from audit_log order by id loop
    perform audit_append(one, 'entry');
  end loop;
end $$;

create constraint trigger audit_log_chained after insert or update on audit_log
  deferrable initially deferred for each row execute function audit_chain_entry();

create function audit_refuse_update() returns trigger language plpgsql as $$
begin
  if current_setting('audit.erasing', true) is distinct from 'on'
    or (new.id, new.actor_id, new.action, new.entity, new.entity_id, new.created_at)
      is distinct from (old.id, old.actor_id, old.action, old.entity, old.entity_id, old.created_at)
  then
    raise exception 'audit_log is append-only';
  end if;
  return new;
end $$;
create trigger audit_log_updates_refused before update on audit_log for each row execute function audit_refuse_update();
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_change();

-- The value with matches of the pattern removed from its strings; digits of a phone may also occur in a number.
create function audit_redacted(value jsonb, pattern text) returns jsonb language plpgsql immutable
  set search_path = pg_catalog, public as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(regexp_replace(value #>> '{}', pattern, '(removed)', 'gi'))
    when 'array' then (
      select coalesce(jsonb_agg(audit_redacted(item, pattern) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as items (item, place)
    )
    when 'object' then (
      select coalesce(jsonb_object_agg(key, audit_redacted(item, pattern)), '{}')
      from jsonb_each(value) as fields (key, item)
    )
    else value
  end;
end $$;

create function audit_kept(value jsonb, kept text[]) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(value) = 'object' then (
    select coalesce(jsonb_object_agg(key, item), '{}') from jsonb_each(value) as fields (key, item)
    where key = any(kept)
  ) end
$$;

-- The only way to change an entry. It takes away and never adds: the contents of entries in `emptied`, all fields but
-- `kept` of those in `reduced`, the person's words (a pattern) in all, and where the person's own entries came from. Each
-- changed entry gets a link, and the erasure an entry. Returns the number of changed entries.
create function audit_erase(
  person uuid, emptied bigint[], reduced bigint[], kept text[], pattern text, erased_at timestamptz
) returns integer language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  changed integer;
  entries integer := 0;
begin
  if pattern = '' then
    raise exception 'an empty pattern would match every text';
  end if;
  perform set_config('audit.erasing', 'on', true);
  update audit_log set before = null, after = null, salt = null
  where id = any(emptied) and (before is not null or after is not null);
  get diagnostics entries = row_count;
  update audit_log set before = audit_kept(before, kept), after = audit_kept(after, kept), salt = gen_random_uuid()
  where id = any(reduced)
    and (before is distinct from audit_kept(before, kept) or after is distinct from audit_kept(after, kept));
  get diagnostics changed = row_count;
  entries := entries + changed;
  update audit_log
  set before = audit_redacted(before, pattern), after = audit_redacted(after, pattern), salt = gen_random_uuid()
  where concat_ws(' ', before::text, after::text) ~* pattern;
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
revoke execute on function audit_erase, audit_append, audit_chain_entry from public;
