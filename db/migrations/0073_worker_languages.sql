-- The languages of the workers' screens are a list in the code (shop/programme/worker.ts); the database only keeps what
-- looks like the code of one, so that another language needs no migration.
alter table workers drop constraint workers_language_check;
alter table workers add constraint workers_language_check check (language ~ '^[a-z]{2,3}$') not valid;
alter table workers validate constraint workers_language_check;
