-- The lines and units of a granted replacement; null where the whole order is sent again.
alter table order_requests add column replaced jsonb;
