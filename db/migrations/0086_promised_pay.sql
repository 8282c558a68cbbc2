-- What one person promised lately: a coordinator's limit of a day.
create index if not exists work_log_events_by_creator on work_log_events (actor_id, created_at) where move = 'create';
