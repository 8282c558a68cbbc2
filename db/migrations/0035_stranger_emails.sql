-- Emails that anyone can cause by typing an address: when each of the last day was queued. The recipient is a keyed hash
-- of the address.
create table stranger_emails (
  recipient text primary key,
  queued_at timestamptz[] not null,
  last_at timestamptz not null
);
create index stranger_emails_by_age on stranger_emails (last_at);
