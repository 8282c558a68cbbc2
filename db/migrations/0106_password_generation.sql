-- How often the account's password was changed or reset: browsers that signed in before are known until the next one.
alter table users add column if not exists password_generation integer not null default 0;
