-- Codes that take something off an order. Amounts in paise.
create table coupons (
  id uuid primary key default gen_random_uuid(),
  -- Kept in upper case: customers may type it as they like.
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,39}$'),
  name text not null check (name <> ''),
  description text not null default '',
  discount_type text not null check (discount_type in ('percentage', 'fixed')),
  -- In hundredths: of a percent, or of a rupee.
  discount_value bigint not null check (discount_value > 0),
  min_order_amount bigint not null default 0 check (min_order_amount >= 0),
  max_uses integer check (max_uses > 0),
  max_uses_per_customer integer check (max_uses_per_customer > 0),
  current_uses integer not null default 0 check (current_uses >= 0),
  -- The last moment at which it may be used.
  expiry_date timestamptz,
  is_active boolean not null default true,
  -- Set: only this account may use it.
  customer_id uuid references users on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (discount_type = 'fixed' or discount_value <= 10000)
);
create index coupons_newest on coupons (created_at desc, id desc);
create index coupons_by_customer on coupons (customer_id) where customer_id is not null;

-- One row per order that stands and used a coupon: their number is the coupon's current_uses.
create table coupon_uses (
  order_id uuid primary key references orders on delete cascade,
  coupon_id uuid not null references coupons on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null
);
create index coupon_uses_by_customer on coupon_uses (coupon_id, user_id);

alter table orders
  add column coupon_id uuid references coupons on delete set null,
  -- Which discount applied, in words that stay as they were: 'Coupon MILLET10'.
  add column discount_kind text check (discount_kind in ('coupon', 'referral', 'first-order-offer')),
  add column discount_label text;
create index orders_by_coupon on orders (coupon_id) where coupon_id is not null;

-- Who brought whom. A person is brought once; only their first order counts.
create table referrals (
  newcomer_id uuid primary key references users on delete cascade,
  referrer_id uuid not null references users on delete cascade,
  -- The newcomer's first order, while it stands.
  order_id uuid unique references orders on delete set null,
  -- The referrer's thank-you. Given once, even if the coupon is deleted later.
  reward_id uuid unique references coupons on delete set null,
  rewarded_at timestamptz,
  created_at timestamptz not null,
  check (newcomer_id <> referrer_id)
);
create index referrals_by_referrer on referrals (referrer_id);
