-- Which task made the units of a movement, and how many units an approved task brought to the shelf: null when none were
-- added. A task adds stock once.
alter table stock_movements add column work_log_id uuid;
alter table work_logs add column stocked_quantity integer;
