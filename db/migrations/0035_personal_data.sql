-- Emails that anyone can cause by typing an address: when each of the last day was queued. The recipient is a keyed hash
-- of the address.
create table stranger_emails (
  recipient text primary key,
  queued_at timestamptz[] not null,
  last_at timestamptz not null
);
create index stranger_emails_by_age on stranger_emails (last_at);

-- The books of pay stay as they are, but for what was written about a worker who has closed her account.
drop trigger pay_entries_append_only on pay_entries;
create trigger pay_entries_append_only before update of user_id, work_log_id, kind, amount, payout_line_id, created_at
  or delete or truncate on pay_entries for each statement execute function refuse_change();
create trigger pay_entries_notes_only_go before update of note on pay_entries for each row
  when (new.note is not null) execute function refuse_change();
