-- The buyer who buys for a business, as the invoice names it; null for consumers.
alter table orders add column business_name text, add column gstin text;
alter table orders add constraint orders_business check ((business_name is null) = (gstin is null)) not valid;
alter table orders validate constraint orders_business;
