-- Whoever watches orders is checked again when one of their sessions ends or their account changes: the id of the person
-- goes out on the channel of the orders, in every process.
create function announce_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;
create trigger sessions_announced after delete on sessions
  for each row execute function announce_person('user_id');
create trigger users_announced after update on users for each row
  when (old.is_admin <> new.is_admin or old.email <> new.email or old.email_verified <> new.email_verified)
  execute function announce_person('id');
