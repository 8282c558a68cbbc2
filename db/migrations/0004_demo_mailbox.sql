-- Demo mode keeps the mails it would have sent, for the mailbox page.
create table demo_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sent_at timestamptz not null
);
create index demo_mails_by_recipient on demo_mails (recipient, id desc);
