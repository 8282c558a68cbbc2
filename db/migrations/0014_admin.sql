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
