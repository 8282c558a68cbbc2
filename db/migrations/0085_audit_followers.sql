-- How far each follower of the audit log has come: who tells the owners, and who writes lines for another system.
create table audit_positions (
  follower text primary key check (follower in ('alerts', 'lines')),
  seq bigint not null
);
-- Owners are told of what happens from now on; the lines begin with the first entry.
insert into audit_positions (follower, seq)
select 'alerts', coalesce(max(seq), 0) from audit_chain union all select 'lines', 0;

-- When owners were last told of each cause, so that the same one is told once an hour.
create table audit_alerts (
  cause text primary key,
  told_at timestamptz not null
);
