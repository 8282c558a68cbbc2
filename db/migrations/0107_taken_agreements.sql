-- When the second person made the same decision; null while it waits. A refund of that moment was agreed by two persons.
alter table refund_agreements add column if not exists taken_at timestamptz;
