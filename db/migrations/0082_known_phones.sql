-- Wrong PINs in a row from phones that have signed in to the account before; `wrong_tries` counts those of all others.
alter table worker_pins add column if not exists wrong_tries_known integer not null default 0;
