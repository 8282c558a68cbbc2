-- The order's prices contained the tax when it was placed: then its tax is not added to the total.
alter table orders add column prices_include_tax boolean not null default false;
alter table orders drop constraint orders_total;
alter table orders add constraint orders_total check (
  total = subtotal - discount + case when prices_include_tax then 0 else tax end + shipping_fee + round_off
) not valid;
alter table orders validate constraint orders_total;

-- A line's rate in basis points, and its value after discount without tax and its tax, in paise; null on the lines of
-- orders placed before.
alter table order_items add column tax_rate integer, add column taxable bigint, add column tax bigint;

-- A product's own rate of GST, in percent; null: by its HSN code.
alter table products add column gst_percent double precision;
alter table products add constraint products_gst_percent check (gst_percent between 0 and 40) not valid;
alter table products validate constraint products_gst_percent;

-- GST rates in basis points by HSN code or its beginning, each from 00:00 in India on a day until the next entry.
create table gst_rates (
  id uuid primary key default gen_random_uuid(),
  hsn text not null check (hsn ~ '^(\d{4}|\d{6}|\d{8})$'),
  valid_from date not null,
  rate integer not null check (rate between 0 and 4000),
  -- The notification or advice that sets it.
  source text not null,
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  unique (hsn, valid_from)
);

insert into gst_rates (hsn, valid_from, rate, source, created_at) values
  ('0910', '2017-07-01', 500, 'Notification 1/2017-Central Tax (Rate), Schedule I. To be confirmed by a tax adviser.', '2026-11-24'),
  ('1806', '2017-11-15', 1800, 'Notification 41/2017-Central Tax (Rate). To be confirmed by a tax adviser.', '2026-11-24'),
  ('1806', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I. To be confirmed by a tax adviser.', '2026-11-24'),
  ('1904', '2017-07-01', 1800, 'Notification 1/2017-Central Tax (Rate), Schedule III. To be confirmed by a tax adviser.', '2026-11-24'),
  ('1904', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I. To be confirmed by a tax adviser.', '2026-11-24'),
  ('2103', '2017-11-15', 1200, 'Notification 41/2017-Central Tax (Rate), Schedule II. To be confirmed by a tax adviser.', '2026-11-24'),
  ('2103', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I. To be confirmed by a tax adviser.', '2026-11-24'),
  ('210690', '2017-11-15', 1800, 'Notification 41/2017-Central Tax (Rate). To be confirmed by a tax adviser.', '2026-11-24'),
  ('210690', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I. To be confirmed by a tax adviser.', '2026-11-24'),
  ('4823', '2017-07-01', 1800, 'Notification 1/2017-Central Tax (Rate), Schedule III. To be confirmed by a tax adviser.', '2026-11-24');
