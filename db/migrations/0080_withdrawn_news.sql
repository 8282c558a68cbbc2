-- A worker who was told of a task is told that it was withdrawn. The other version of the shop leaves these messages out.
alter table worker_news drop constraint if exists worker_news_kind_check;
alter table worker_news add constraint worker_news_kind_check
  check (kind in ('new_task', 'do_again', 'paid', 'due_tomorrow', 'withdrawn')) not valid;
alter table worker_news validate constraint worker_news_kind_check;
