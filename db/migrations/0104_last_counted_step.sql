-- The step of counting that a task received last: a phone whose answer was lost sees by it what was counted.
alter table work_logs add column if not exists last_count_id uuid;
