-- When the password was last given in a session, for steps that ask again.
alter table sessions add column if not exists confirmed_at timestamptz;
-- By how many steps of 30 seconds an app's clock is off, and the last code that fitted another step.
alter table factors
  add column if not exists drift smallint not null default 0,
  add column if not exists missed_step bigint,
  add column if not exists missed_drift smallint;
