-- The emails about orders, each with its text as it was sent. The row is written before the first try, and by an admin who
-- sends an email again.
create table order_mails (
  -- The message's key: its Message-ID derives from it.
  id text primary key,
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('confirmation', 'event', 'request', 'refund_sent', 'refund_by_hand')),
  -- What an email of these kinds is about; no reference, since undoing a step deletes its event.
  event_id bigint,
  refund_id uuid,
  recipient text not null,
  -- Null until it is written.
  subject text,
  text_body text,
  queued_at timestamptz not null,
  sent_at timestamptz,
  -- When it was dropped because it no longer applied.
  dropped_at timestamptz,
  -- The admin who sent it again; null for the first time.
  asked_by uuid references users on delete set null
);
create index order_mails_by_order on order_mails (order_id, queued_at);
create index order_mails_asked_by on order_mails (asked_by) where asked_by is not null;

-- What admins write about an order for each other.
create table order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  -- Null: written in the single field that this list replaces, or by somebody who has left.
  author_id uuid references users on delete set null,
  body text not null check (body <> ''),
  created_at timestamptz not null,
  edited_at timestamptz,
  -- A copy of `orders.internal_notes`, which an older version of the program still writes.
  is_from_field boolean not null default false
);
create index order_notes_by_order on order_notes (order_id, created_at);
create index order_notes_by_author on order_notes (author_id) where author_id is not null;
create unique index order_notes_from_field on order_notes (order_id) where is_from_field;

-- The log knows who wrote each field last, and when.
insert into order_notes (order_id, author_id, body, created_at, is_from_field)
select orders.id, written.actor_id, orders.internal_notes, coalesce(written.created_at, orders.updated_at), true
from orders
left join lateral (
  select actor_id, created_at from audit_log
  where entity = 'order' and entity_id = orders.id::text and after ? 'internalNotes'
  order by id desc limit 1
) written on true
where btrim(orders.internal_notes, E' \n\r\t') <> ''
on conflict do nothing;

create function copy_internal_notes() returns trigger language plpgsql as $$
begin
  if btrim(coalesce(new.internal_notes, ''), E' \n\r\t') = '' then
    delete from order_notes where order_id = new.id and is_from_field;
  else
    insert into order_notes (order_id, body, created_at, is_from_field)
    values (new.id, new.internal_notes, new.updated_at, true)
    on conflict (order_id) where is_from_field
      do update set body = excluded.body, created_at = excluded.created_at, author_id = null;
  end if;
  return null;
end $$;
-- Of any column: another trigger moves texts from `notes` into it.
create trigger orders_copy_internal_notes after update on orders
  for each row when (new.internal_notes is distinct from old.internal_notes)
  execute function copy_internal_notes();
