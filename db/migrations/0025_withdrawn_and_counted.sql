-- A task that was created by mistake is withdrawn before anybody begins it.
alter table work_logs drop constraint work_logs_state_check;
alter table work_logs add constraint work_logs_state_check
  check (state in ('pending', 'in_progress', 'returned', 'pending_review', 'approved', 'paid', 'withdrawn'));
alter table work_logs drop constraint work_logs_check1;
alter table work_logs add constraint work_logs_check1
  check (state in ('pending', 'withdrawn') or user_id is not null);

-- Steps of counting that a phone has sent, known by the phone's own id: sent again, they count nothing.
create table work_log_counts (
  work_log_id uuid not null references work_logs on delete cascade,
  id uuid not null,
  step integer not null check (step <> 0),
  created_at timestamptz not null,
  primary key (work_log_id, id)
);
