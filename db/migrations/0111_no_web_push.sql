-- Phones show no messages by web push any more. What a phone showed counts as sent, so that no coordinator sends it again.
update worker_news set sent_at = told_at, sent_id = gen_random_uuid() where told_at is not null and sent_at is null;
alter table worker_news drop column told_at;
create index if not exists worker_news_waiting on worker_news (created_at) where sent_at is null;
drop table worker_news_pushes;
drop table push_subscriptions;
