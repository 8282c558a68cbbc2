-- A role for each kind of work instead of one for all; who was an admin is an owner.
alter table users add column if not exists staff_role text
  check (staff_role in ('owner', 'manager', 'packer', 'accountant', 'support'));

do $$
begin
  if exists (select from information_schema.columns where table_name = 'users' and column_name = 'is_admin'
      and table_schema = current_schema()) then
    update users set staff_role = 'owner' where is_admin;
    drop trigger users_announced on users;
    alter table users drop column is_admin;
  end if;
end $$;

create index if not exists users_staff_role on users (staff_role) where staff_role is not null;

create or replace trigger users_announced after update on users for each row
  when (old.staff_role is distinct from new.staff_role or old.email <> new.email
    or old.email_verified <> new.email_verified)
  execute function announce_person('id');
