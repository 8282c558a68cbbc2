-- A person's first role of staff or coordinator: factors that were set up before, without a mailed link, do not count, and no
-- session has proven one. Whoever knew only the password of a customer has nothing of the new rights.
create or replace function forget_factors(person uuid) returns void language sql as $$
  delete from factors where user_id = person;
  delete from recovery_codes where user_id = person;
  update sessions set factor_at = null where user_id = person and factor_at is not null;
$$;

create or replace function staff_role_begins() returns trigger language plpgsql as $$
begin
  perform forget_factors(new.id);
  return null;
end $$;
create or replace trigger users_role_begins after update of staff_role on users for each row
  when (old.staff_role is null and new.staff_role is not null)
  execute function staff_role_begins();

create or replace function coordination_begins() returns trigger language plpgsql as $$
begin
  perform forget_factors(id) from users
  where id in (select user_id from added) and staff_role is null
    and not exists (
      select from coordinator_groups earlier where earlier.user_id = users.id
        and not exists (select from added where (added.user_id, added.group_id) = (earlier.user_id, earlier.group_id))
    );
  return null;
end $$;
create or replace trigger coordinator_groups_begin after insert on coordinator_groups
  referencing new table as added for each statement execute function coordination_begins();
