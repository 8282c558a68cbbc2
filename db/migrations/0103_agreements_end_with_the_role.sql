-- What a person has decided about a refund as the first of two does not outlive the role, also when it is given again.
create or replace function staff_role_ends() returns trigger language plpgsql as $$
begin
  delete from refund_agreements where agreed_by = new.id;
  return null;
end $$;
create or replace trigger users_role_ends after update of staff_role on users for each row
  when (old.staff_role is not null and new.staff_role is distinct from old.staff_role)
  execute function staff_role_ends();
