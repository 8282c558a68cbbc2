-- The first moment at which a coupon may be used; null: from its creation.
alter table coupons add column start_date timestamptz;
alter table coupons add constraint coupons_period check (start_date <= expiry_date) not valid;
alter table coupons validate constraint coupons_period;
