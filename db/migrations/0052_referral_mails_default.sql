-- Emails about referrals while the account has not decided: on for accounts from before, off for new ones.
alter table users add column referral_mails_default boolean not null default true;
alter table users alter column referral_mails_default set default false;
