-- The mail server's answer that made the shop stop a newsletter; null when staff stopped it.
alter table newsletters add column stop_reason text check (status = 'stopped' or stop_reason is null);
-- Since when the mail server says that the address does not exist. Newsletters skip it until it is subscribed again.
alter table newsletter_subscriptions add column undeliverable_at timestamptz;
