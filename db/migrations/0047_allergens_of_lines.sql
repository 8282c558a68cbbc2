-- The allergens of an order's line, mix included, as the labels declared them when it was placed; null for older orders.
alter table order_items add column allergens text;
