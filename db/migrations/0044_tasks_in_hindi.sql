-- A task's name and description for workers who read Hindi; empty: they read the English.
alter table work_logs add column task_name_hi text not null default '';
alter table work_logs add column task_description_hi text not null default '';
