-- An identity elsewhere belongs to one account here, also when it comes twice at the same moment.
drop index accounts_by_provider;
create unique index accounts_by_provider on accounts (provider_id, account_id);
