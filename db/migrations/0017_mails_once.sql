-- Which mails the mail server has taken: a job that is done again after a crash does not send its mail again. The key
-- names the job and the mail, and no person.
create table sent_mails (
  key text primary key,
  sent_at timestamptz not null
);
create index sent_mails_by_time on sent_mails (sent_at);

-- The demonstration's mailbox keeps one copy of each mail, as mailboxes do by its Message-ID.
alter table demo_mails add column key text unique;
