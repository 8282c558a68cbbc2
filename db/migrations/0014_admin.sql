-- What admins changed, with before and after. Entries are added in the transaction of the change and never altered.
create table audit_log (
  id bigint generated always as identity primary key,
  -- Null: the program itself, or somebody who has left.
  actor_id uuid references users on delete set null,
  action text not null,
  entity text not null,
  entity_id text not null,
  -- Only what differs; null when the thing did not exist before, or does not any more.
  before jsonb,
  after jsonb,
  created_at timestamptz not null
);
create index audit_log_by_entity on audit_log (entity, entity_id, id desc);
create index audit_log_by_actor on audit_log (actor_id, id desc);

-- What the label must declare, beside net quantity, shelf life and origin; the words of each picture, in its order.
alter table products
  add mrp bigint check (mrp > 0),
  add maker text not null default '',
  add fssai_licence text,
  add image_alts text[] not null default '{}',
  -- Counts the changes of the content: who saves what was changed meanwhile is told.
  add version integer not null default 1;

-- What an admin says about a movement of stock.
alter table stock_movements add note text;
alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements add check (
  reason in ('opening', 'order', 'cancellation', 'admin', 'return', 'made', 'damaged', 'counted')
);

-- Uploaded product pictures. The files lie in the file store under the id; products name them by their address.
create table pictures (
  id uuid primary key,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  actor_id uuid references users on delete set null,
  created_at timestamptz not null
);
create index pictures_by_age on pictures (created_at);

-- How far a message is: open until it is answered, closed when it is settled.
alter table contact_messages
  add status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  add closed_at timestamptz,
  -- For admins only.
  add note text not null default '';
create index contact_messages_by_status on contact_messages (status, created_at, id);

create table contact_replies (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references contact_messages on delete cascade,
  body text not null,
  actor_id uuid references users on delete set null,
  created_at timestamptz not null,
  -- When the mail was handed over.
  sent_at timestamptz
);
create index contact_replies_by_message on contact_replies (message_id, created_at);

-- People are found by a part of their name or address.
create index users_by_words on users using gin ((full_name || ' ' || email) gin_trgm_ops);
