-- What rounding a cash order's total to the rupee added, in paise; it is not taxed.
alter table orders add column round_off integer not null default 0;
alter table orders add constraint orders_round_off
  check (round_off between -50 and 50 and (round_off = 0 or payment_method = 'cod')) not valid;
alter table orders add constraint orders_total
  check (total = subtotal - discount + tax + shipping_fee + round_off) not valid;
alter table orders validate constraint orders_round_off;
alter table orders validate constraint orders_total;
-- The same without the round-off.
alter table orders drop constraint orders_check1;
