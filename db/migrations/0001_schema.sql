-- The schema of the shop, by area. The job queue (pg-boss) makes its own. Conventions: amounts are in paise, days
-- and months are in India, a *_hash of a token is SHA-256, and null in an actor column means the program or a
-- deleted account.

-- A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;

-- Shared functions ----------------------------------------------------------------------------------------------------

-- Names as all searches compare them, like `folded` in shop/kernel/text.ts.
create function folded(value text) returns text language sql immutable strict parallel safe
-- Most names need no more than lower case, which is eight times as fast.
return case when value ~ '^[!-&(-_a-~]+( [!-&(-_a-~]+)*$' then lower(value) else btrim(regexp_replace(replace(translate(lower(translate(
  regexp_replace(
    normalize(value, nfkd),
    '[''`‘’‛′ʼ\u0300-\u036f\u093c\u094d\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g'
  ),
  'ँईऊीू', 'ंइउिु'
)), 'łøđı‐‑‒–—―−', 'lodi-------'), 'ß', 'ss'), '\s+', ' ', 'g')) end;

-- Announced once per transaction, so that every process drops its cached pages.
create function announce_catalogue() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;

-- Placing an order announces nothing, since NOTIFY serializes commits: its process announces the sale afterwards
-- (infra/database/stock-events.ts). A change of stock alone is announced by its movement.
create function announce_product() returns trigger language plpgsql as $$
begin
  new.stock_quantity := old.stock_quantity;
  if new is distinct from old then
    perform pg_notify('catalogue', '');
  end if;
  return null;
end $$;

-- Sends open streams of order events the id of the changed order, or of the person whose session or account
-- changed.
create function announce_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', to_jsonb(new) ->> tg_argv[0]);
  return null;
end $$;

create function announce_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Accounts ------------------------------------------------------------------------------------------------------------

-- Accounts of customers, workers and staff. The columns follow the account library's schema, in our names.
create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique,
  email_verified boolean not null default false,
  full_name text not null,
  image text,
  phone_number text,
  is_worker boolean not null default false,
  referral_code text unique,
  -- In percent; null: the shop's default.
  referral_discount integer check (referral_discount between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the account was closed and its personal data erased. The row stays for its orders.
  deleted_at timestamptz,
  staff_role text check (staff_role in ('owner', 'manager', 'packer', 'accountant', 'support'))
);
create index users_by_folded_name on users using gin (folded(full_name) gin_trgm_ops);
-- The search for a part of a name or address.
create index users_by_folded_words on users using gin (folded(full_name || ' ' || email) gin_trgm_ops);
create index users_by_day on users (created_at);
-- Names that begin with fewer letters than a trigram has.
create index users_by_name_start on users (lower(full_name) text_pattern_ops);
create index users_by_email_start on users (lower(email) text_pattern_ops);
create index users_by_phone on users (right(regexp_replace(phone_number, '\D', '', 'g'), 10))
  where phone_number is not null;
create index users_staff_role on users (staff_role) where staff_role is not null;
create trigger users_announced after update on users for each row
  when (old.staff_role is distinct from new.staff_role or old.email <> new.email
    or old.email_verified <> new.email_verified)
  execute function announce_person('id');

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token text not null unique,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the session proved a second factor.
  factor_at timestamptz,
  -- Written for staff only, at most once a minute.
  last_used_at timestamptz,
  -- When the password was last entered, for steps that ask again.
  confirmed_at timestamptz
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);
create trigger sessions_announced after delete on sessions
  for each row execute function announce_person('user_id');

create table accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_by_user on accounts (user_id);
create unique index accounts_by_provider on accounts (provider_id, account_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);
create index verifications_by_end on verifications (expires_at);

-- Emailed links that close an account without a password.
create table deletion_links (
  user_id uuid primary key references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);

-- Every decision; the newest of a purpose counts.
create table consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('newsletter', 'referral-mails')),
  is_given boolean not null,
  decided_at timestamptz not null
);
create index consents_newest on consents (user_id, purpose, id desc);

-- The address book. Orders copy their address to shipping_addresses.
create table saved_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  full_name text not null,
  phone text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state text not null,
  postal_code text not null check (postal_code ~ '^[1-9][0-9]{5}$'),
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index saved_addresses_by_user on saved_addresses (user_id, created_at);
create unique index saved_addresses_one_default on saved_addresses (user_id) where is_default;

-- Links that make the first owner, printed at start while the shop has no owner.
create table first_admin_links (
  token_hash text primary key,
  expires_at timestamptz not null
);

-- Emailed invitations to staff: used once, by an account with this address.
create table staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  staff_role text not null check (staff_role in ('owner', 'manager', 'packer', 'accountant', 'support')),
  token_hash text not null unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index staff_invitations_email on staff_invitations (email);

-- Credentials of programs, which act for the person who created them.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 60),
  token_hash text not null unique,
  -- Permissions of shop/kernel/permissions.ts.
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  -- Written at most once a minute.
  last_used_at timestamptz
);
create index api_keys_by_user on api_keys (user_id);

-- Second factor -------------------------------------------------------------------------------------------------------

create table factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('passkey', 'totp')),
  name text not null check (length(name) between 1 and 60),
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  sealed_secret text,
  -- The time step of the last accepted code. A code counts once.
  last_step bigint,
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (kind <> 'passkey' or (credential_id is not null and public_key is not null and counter is not null)),
  check (kind <> 'totp' or (sealed_secret is not null and last_step is not null))
);
create index factors_user on factors (user_id);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- The open passkey challenge of a session.
create table factor_challenges (
  session_id uuid primary key references sessions on delete cascade,
  purpose text not null check (purpose in ('prove', 'enrol')),
  challenge text not null,
  expires_at timestamptz not null
);

-- Emailed links that set up a first factor.
create table factor_links (
  user_id uuid primary key references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);
create index factor_links_expiry on factor_links (expires_at);

-- Factors and proven sessions from before a person's first role of staff or coordinator do not count.
create function forget_factors(person uuid) returns void language sql as $$
  delete from factors where user_id = person;
  delete from recovery_codes where user_id = person;
  update sessions set factor_at = null where user_id = person and factor_at is not null;
$$;

create function staff_role_begins() returns trigger language plpgsql as $$
begin
  perform forget_factors(new.id);
  return null;
end $$;
create trigger users_role_begins after update of staff_role on users for each row
  when (old.staff_role is null and new.staff_role is not null)
  execute function staff_role_begins();

-- Catalogue -----------------------------------------------------------------------------------------------------------

create table categories (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  position integer not null
);
insert into categories (id, slug, name, position) values
  ('00000000-0000-4000-8000-00000000c001', 'meal-mix', 'Meal Mixes', 1),
  ('00000000-0000-4000-8000-00000000c002', 'tastemakers', 'Tastemakers', 2),
  ('00000000-0000-4000-8000-00000000c003', 'biodegradable', 'Biodegradable', 3),
  ('00000000-0000-4000-8000-00000000c004', 'bundles', 'Bundles', 4),
  ('00000000-0000-4000-8000-00000000c005', 'hydration', 'Hydration', 5);
create trigger categories_announced after insert or update or delete on categories
  for each statement execute function announce_catalogue();

create table products (
  id uuid primary key default gen_random_uuid(),
  -- A short number, never reused. The cart cookie names products by it.
  number integer generated by default as identity unique,
  slug text not null unique,
  name text not null check (name <> ''),
  category_id uuid references categories,
  price bigint not null check (price > 0),
  discount_price bigint check (discount_price > 0 and discount_price < price),
  stock_quantity integer not null default 0 check (stock_quantity >= 0),
  is_active boolean not null default true,
  archived_at timestamptz,
  short_description text not null default '',
  description text not null default '',
  image_urls text[] not null default '{}',
  ingredients text[] not null default '{}',
  benefits text[] not null default '{}',
  usage_instructions text[] not null default '{}',
  allergens text[] not null default '{}',
  health_focus text[] not null default '{}',
  cuisine text check (cuisine in ('indian', 'international', 'american', 'sweet')),
  region text,
  spice_level integer check (spice_level between 0 and 5),
  sweet_level integer check (sweet_level between 0 and 5),
  nutrition jsonb,
  tastemaker_picks integer not null default 0 check (tastemaker_picks >= 0),
  -- The product can go into a custom mix.
  is_pick boolean not null default false,
  net_quantity text not null default '',
  shelf_life text,
  hsn_code text not null default '',
  country_of_origin text not null default 'India',
  is_new boolean not null default false,
  is_bestseller boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  mrp bigint check (mrp > 0),
  maker text not null default '',
  fssai_licence text,
  image_alts text[] not null default '{}',
  -- Grows with each edit, to detect conflicting edits.
  version integer not null default 1,
  -- In percent; null: by the HSN code.
  gst_percent double precision,
  -- The place in the storeroom.
  shelf text not null default '',
  barcode text check (barcode ~ '^[0-9]{8,14}$'),
  constraint products_gst_percent check (gst_percent between 0 and 40)
) with (fillfactor = 20);
create index products_on_shelf on products (name) where is_active and archived_at is null;
create index products_by_category on products (category_id);
create index products_by_day on products (created_at);
create trigger products_announced after insert or delete on products
  for each statement execute function announce_catalogue();
create trigger products_changed after update on products
  for each row execute function announce_product();

-- Uploaded product pictures. The file is stored under the id.
create table pictures (
  id uuid primary key,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  actor_id uuid references users on delete set null,
  created_at timestamptz not null
);
create index pictures_by_age on pictures (created_at);

-- Product pictures at addresses of other sites, and whether they were fetched.
create table picture_addresses (
  product_id uuid not null references products on delete cascade,
  url text not null,
  -- The copy's address in this shop; null until it is fetched.
  picture_url text,
  problem text,
  tries integer not null default 0,
  tried_at timestamptz not null,
  primary key (product_id, url)
);

create table reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products on delete cascade,
  -- Null for sample reviews and deleted accounts.
  user_id uuid references users on delete set null,
  author_name text not null,
  rating integer not null check (rating between 1 and 5),
  summary text not null,
  verified boolean not null default false,
  is_seed boolean not null default false,
  -- When the present rating and text were written.
  created_at timestamptz not null default now(),
  -- A hidden review is on no page and in no rating.
  hidden_at timestamptz,
  hidden_reason text not null default '',
  -- The shop's public answer.
  answer text not null default '',
  answered_at timestamptz,
  -- One review per customer and product. Sample reviews have no user.
  constraint reviews_one_per_customer unique (product_id, user_id),
  constraint reviews_of_purchases check (not (is_seed and verified)),
  constraint reviews_hidden check ((hidden_at is null) = (hidden_reason = '')),
  constraint reviews_answered check ((answered_at is null) = (answer = ''))
);
create index reviews_by_product on reviews (product_id, created_at desc);
create index reviews_by_time on reviews (created_at desc, id);
create trigger reviews_announced after insert or update or delete on reviews
  for each statement execute function announce_catalogue();

-- Requests for one email when a product is back in stock. A row is deleted some days after the email.
create table stock_notices (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products on delete cascade,
  email text not null check (email = lower(email)),
  -- Null for an address that is already verified.
  token_hash text unique,
  -- In plain text, since every email links to it. It only ends the notice.
  leave_token text not null unique,
  created_at timestamptz not null,
  -- Limits confirmation emails to an address that somebody else typed.
  mailed_at timestamptz,
  confirmed_at timestamptz,
  sent_at timestamptz,
  unique (product_id, email)
);
create index stock_notices_by_email on stock_notices (email);
create index stock_notices_waiting on stock_notices (product_id, confirmed_at)
  where confirmed_at is not null and sent_at is null;
create index stock_notices_by_age on stock_notices (created_at);

-- Carts and coupons ---------------------------------------------------------------------------------------------------

-- One cart per account, locked while it is changed.
create table carts (
  user_id uuid primary key references users on delete cascade,
  -- As in the cookie: '2x3_1x1-10*3.15' is three of product number 2, and one mix of number 1.
  lines text not null default '',
  -- Price and stock by product number as the customer last saw them: '2.27900.40'.
  seen text not null default '',
  updated_at timestamptz not null
);
create index carts_by_change on carts (updated_at);

-- The browser's cart at sign-in, merged once with the account's.
create table cart_joins (
  session_id uuid primary key references sessions on delete cascade,
  lines text not null
);

create table coupons (
  id uuid primary key default gen_random_uuid(),
  -- In upper case; customers may type it in any case.
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,39}$'),
  name text not null check (name <> ''),
  description text not null default '',
  discount_type text not null check (discount_type in ('percentage', 'fixed')),
  -- In hundredths of a percent or of a rupee.
  discount_value bigint not null check (discount_value > 0),
  min_order_amount bigint not null default 0 check (min_order_amount >= 0),
  max_uses integer check (max_uses > 0),
  max_uses_per_customer integer check (max_uses_per_customer > 0),
  current_uses integer not null default 0 check (current_uses >= 0),
  expiry_date timestamptz,
  is_active boolean not null default true,
  -- Null: anybody.
  customer_id uuid references users on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null: from its creation.
  start_date timestamptz,
  check (discount_type = 'fixed' or discount_value <= 10000),
  constraint coupons_period check (start_date <= expiry_date)
);
create index coupons_newest on coupons (created_at desc, id desc);
create index coupons_by_customer on coupons (customer_id) where customer_id is not null;

-- Orders --------------------------------------------------------------------------------------------------------------

create table shipping_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  full_name text not null,
  phone text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state text not null,
  postal_code text not null check (postal_code ~ '^[1-9][0-9]{5}$'),
  created_at timestamptz not null default now()
);
create index shipping_addresses_by_phone on shipping_addresses (phone, created_at);
create index shipping_addresses_by_place on shipping_addresses (postal_code, lower(address_line1), created_at);
create index shipping_addresses_by_folded_city on shipping_addresses (folded(city));
create index shipping_addresses_by_recipient on shipping_addresses using gin (folded(full_name) gin_trgm_ops);

create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  -- The key of the request that placed the order; idempotency_keys decides which requests repeat it.
  idempotency_key text not null,
  status text not null check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  payment_status text not null check (payment_status in ('pending', 'collected', 'paid', 'failed', 'refunded')),
  payment_method text not null check (payment_method in ('cod', 'card')),
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null check (discount between 0 and subtotal),
  tax bigint not null check (tax >= 0),
  shipping_fee bigint not null check (shipping_fee >= 0),
  total bigint not null,
  coupon_code text,
  tracking_number text,
  carrier text,
  notes text,
  shipping_address_id uuid not null references shipping_addresses,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  coupon_id uuid references coupons on delete set null,
  -- The discount as the customer saw it: 'Coupon MILLET10'.
  discount_kind text check (discount_kind in ('coupon', 'referral', 'first-order-offer', 'staff')),
  discount_label text,
  -- Grows with each change of status, items, address, parcel or method, to detect conflicting edits.
  version integer not null default 1,
  -- Added by rounding a cash order to the rupee; not taxed.
  round_off integer not null default 0,
  -- The prices contain the tax, so it is not added to the total.
  prices_include_tax boolean not null default false,
  -- The business that the invoice names; null for consumers.
  business_name text,
  gstin text,
  -- The business's own address on the invoice; null: the delivery address.
  business_address text,
  -- Where the visit came from; null: unknown.
  source text,
  -- Paid before an edit raised the total; the rest is due.
  advance bigint not null default 0 check (advance >= 0),
  -- The shipping rule of the order's day, for edits.
  shipping_rate bigint not null default 0,
  free_shipping_above bigint,
  constraint orders_round_off check (round_off between -50 and 50 and (round_off = 0 or payment_method = 'cod')),
  constraint orders_total check (
    total = subtotal - discount + case when prices_include_tax then 0 else tax end + shipping_fee + round_off
  ),
  constraint orders_business check (
    (business_name is null) = (gstin is null) and (business_address is null or gstin is not null)
  ),
  constraint orders_source_known check (source in ('direct', 'search', 'social', 'email', 'friends', 'ads', 'other'))
);
create index orders_by_user on orders (user_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_by_coupon on orders (coupon_id) where coupon_id is not null;
create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_by_tracking on orders (lower(tracking_number) text_pattern_ops)
  where tracking_number is not null;
create index orders_to_do on orders (status, created_at, id) where status in ('pending', 'processing');
create index orders_with_code on orders (created_at desc, id desc) where notes like '%Coupon applied%';
create index orders_by_code on orders (upper(coupon_code), created_at desc, id desc)
  where upper(coupon_code) is not null;
create index orders_by_business on orders using gin (folded(business_name) gin_trgm_ops)
  where business_name is not null;
create index orders_by_gstin on orders (gstin, created_at desc, id desc) where gstin is not null;
create index orders_by_address on orders (shipping_address_id);
create index orders_unpaid on orders (created_at desc, id desc)
  where payment_status in ('pending', 'failed') and status <> 'cancelled';
create trigger orders_announced after update of payment_status, tracking_number, carrier on orders
  for each row execute function announce_order('id');

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  position integer not null,
  -- Null once the product is deleted; the name stays as sold.
  product_id uuid references products on delete set null,
  name text not null,
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0),
  total_price bigint not null check (total_price = unit_price * quantity),
  -- As sold, even if the product changes later. The same holds for allergens and tax.
  hsn_code text not null default '',
  allergens text not null,
  -- The rate in basis points, the value after discount without tax, and the tax.
  tax_rate integer not null,
  taxable bigint not null,
  tax bigint not null,
  unique (order_id, position)
);
create index order_items_by_product on order_items (product_id);

-- The tastemakers of a custom mix, per unit of the mix.
create table order_item_tastemakers (
  order_item_id uuid not null references order_items on delete cascade,
  position integer not null,
  product_id uuid references products on delete set null,
  name text not null,
  count integer not null check (count > 0),
  primary key (order_item_id, position)
);
create index order_item_tastemakers_by_product on order_item_tastemakers (product_id);

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  from_status text,
  to_status text not null,
  actor_id uuid references users on delete set null,
  note text,
  created_at timestamptz not null,
  -- Only 'status' entries change the status; the others repeat it in both columns.
  kind text not null default 'status' check (kind in (
    'status', 'payment_received', 'payment_link', 'cash_chosen', 'items_changed', 'parcel', 'parcel_corrected', 'address_corrected',
    'cancellation_requested', 'cancellation_declined', 'refund_requested', 'refund_approved', 'refund_declined',
    'replacement_requested', 'replacement_granted', 'replacement_declined'
  ))
);
create index order_events_by_order on order_events (order_id, id);
create index order_events_shipped on order_events (created_at)
  where kind = 'status' and to_status = 'shipped';
create trigger order_events_announced after insert on order_events
  for each row when (new.from_status is not null) execute function announce_order('order_id');

-- Notes of staff for each other.
create table order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  author_id uuid references users on delete set null,
  body text not null check (body <> ''),
  created_at timestamptz not null,
  edited_at timestamptz
);
create index order_notes_by_order on order_notes (order_id, created_at);
create index order_notes_by_author on order_notes (author_id) where author_id is not null;

-- Emails about orders with their text. The row is inserted before the first attempt.
create table order_mails (
  -- The Message-ID derives from it.
  id text primary key,
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('confirmation', 'event', 'request', 'refund_sent', 'refund_by_hand')),
  -- What the email is about. No reference, since undoing a step deletes its event.
  event_id bigint,
  refund_id uuid,
  recipient text not null,
  -- Null until the email is composed.
  subject text,
  text_body text,
  queued_at timestamptz not null,
  sent_at timestamptz,
  -- When it no longer applied.
  dropped_at timestamptz,
  -- The staff member who sent it again; null for the first time.
  asked_by uuid references users on delete set null
);
create index order_mails_by_order on order_mails (order_id, queued_at);
create index order_mails_asked_by on order_mails (asked_by) where asked_by is not null;
create index order_mails_by_time on order_mails (queued_at);

-- Orders that a rule found unusual, for review. Nothing is refused by it.
create table order_flags (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  rule text not null,
  -- '5 orders within 24 hours'.
  detail text not null,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by uuid references users on delete set null,
  unique (order_id, rule)
);
create index order_flags_open on order_flags (created_at desc) where reviewed_at is null;

-- Uncancelled orders with a coupon: their number is the coupon's current_uses.
create table coupon_uses (
  order_id uuid primary key references orders on delete cascade,
  coupon_id uuid not null references coupons on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null
);
create index coupon_uses_by_customer on coupon_uses (coupon_id, user_id);

-- A person is referred once, and only the first order counts.
create table referrals (
  newcomer_id uuid primary key references users on delete cascade,
  referrer_id uuid not null references users on delete cascade,
  -- The newcomer's first order that is not cancelled.
  order_id uuid unique references orders on delete set null,
  -- The referrer's coupon. Granted once, even if the coupon is deleted later.
  reward_id uuid unique references coupons on delete set null,
  rewarded_at timestamptz,
  created_at timestamptz not null,
  check (newcomer_id <> referrer_id)
);
create index referrals_by_referrer on referrals (referrer_id);

-- Stock ---------------------------------------------------------------------------------------------------------------

-- The sum of a product's movements is its stock level.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references products on delete cascade,
  quantity integer not null check (quantity <> 0),
  reason text not null check (reason in (
    'opening', 'order', 'cancellation', 'admin', 'return', 'made', 'damaged', 'counted', 'replacement'
  )),
  order_id uuid references orders on delete set null,
  actor_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  note text,
  -- The task that made the units. No reference, since the record outlives the task.
  work_log_id uuid
);
create index stock_movements_by_product on stock_movements (product_id, id);
create index stock_movements_by_order on stock_movements (order_id) where order_id is not null;
create trigger stock_announced after insert on stock_movements
  for each row when (new.reason <> 'order') execute function announce_catalogue();

-- Packing -------------------------------------------------------------------------------------------------------------

-- Orders that were packed. An order that goes back a step loses its row.
create table order_packings (
  order_id uuid primary key references orders on delete cascade,
  packed_at timestamptz not null,
  packed_by uuid references users on delete set null,
  -- Why it was packed with unchecked items; null: all were checked.
  note text
);

-- The last print of labels and slips.
create table order_prints (
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('label', 'slip')),
  printed_at timestamptz not null,
  printed_by uuid references users on delete set null,
  -- When address or items changed after the print; null: the print is right.
  outdated_at timestamptz,
  primary key (order_id, kind)
);

-- Bulk actions that can still be undone. `orders`: `ActionOrder` of shop/orders/packing.sql.ts, after the action.
create table desk_actions (
  id uuid primary key,
  kind text not null check (kind in ('confirm', 'pack', 'ship')),
  actor_id uuid references users on delete cascade,
  orders jsonb not null,
  created_at timestamptz not null,
  undone_at timestamptz
);
create index desk_actions_by_age on desk_actions (created_at);

-- Requests, returns and replacements ----------------------------------------------------------------------------------

-- Requests of customers that staff decide.
create table order_requests (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('cancellation', 'refund')),
  reason text not null,
  details text not null default '',
  status text not null check (status in ('open', 'approved', 'declined')),
  -- The granted refund with its tax; null for a replacement.
  amount bigint check (amount > 0),
  -- The answer to the customer.
  answer text,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  wish text not null default 'refund' check (wish in ('refund', 'replacement')),
  -- The replaced lines and units; null: the whole order.
  replaced jsonb,
  check ((status = 'open') = (decided_at is null)),
  check (kind = 'refund' or amount is null)
);
create unique index order_requests_open on order_requests (order_id, kind) where status = 'open';
create index order_requests_by_order on order_requests (order_id, requested_at);
create index order_requests_waiting on order_requests (requested_at) where status = 'open';

-- Photos of refund requests. The row is inserted before its file and deleted after it, so that no file is
-- orphaned.
create table request_photos (
  id uuid primary key,
  -- Null until the request is saved, and after the account is closed.
  request_id uuid references order_requests,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  -- When a photo without a request is deleted.
  remove_after timestamptz,
  check (request_id is not null or remove_after is not null)
);
create index request_photos_by_request on request_photos (request_id);
create index request_photos_to_remove on request_photos (remove_after) where remove_after is not null;

-- The lines of an approved refund with their part of the money. A line with quantity 0 was part of a goodwill
-- refund.
create table returned_items (
  request_id uuid not null references order_requests on delete cascade,
  order_item_id uuid not null references order_items on delete cascade,
  quantity integer not null check (quantity >= 0),
  restocked integer not null check (restocked between 0 and quantity),
  amount bigint not null check (amount >= 0),
  primary key (request_id, order_item_id)
);
create index returned_items_by_line on returned_items (order_item_id);

-- A decision that waits until a second person makes the same decision.
create table refund_agreements (
  order_id uuid primary key references orders on delete cascade,
  agreed_by uuid references users on delete set null,
  -- The decision with its amount and lines.
  terms jsonb not null,
  agreed_at timestamptz not null,
  -- When the second person agreed.
  taken_at timestamptz
);

-- A person's agreements end with the role, even if it is given again.
create function staff_role_ends() returns trigger language plpgsql as $$
begin
  delete from refund_agreements where agreed_by = new.id;
  return null;
end $$;
create trigger users_role_ends after update of staff_role on users for each row
  when (old.staff_role is not null and new.staff_role is distinct from old.staff_role)
  execute function staff_role_ends();

-- The destination of a refund by hand. The encrypted account is deleted when it is no longer needed; the hint
-- ('…4521') stays.
create table refund_accounts (
  order_id uuid primary key references orders on delete cascade,
  kind text not null check (kind in ('upi', 'bank')),
  sealed text,
  hint text not null,
  given_by uuid references users on delete set null,
  given_at timestamptz not null
);
create index refund_accounts_sealed on refund_accounts (given_at) where sealed is not null;
create index refund_accounts_by_person on refund_accounts (given_by);

-- Payments ------------------------------------------------------------------------------------------------------------

-- The provider's order for a card order, and how long stock is held for it.
create table payment_intents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  provider text not null check (provider in ('sandbox', 'razorpay')),
  -- Null until the provider is first asked.
  provider_order_id text,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('open', 'paid', 'released', 'held')),
  failure_reason text,
  hold_until timestamptz not null,
  -- When to ask the provider next; null: nothing more can come.
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Paid in the sandbox or with test keys, so no tax invoice is issued.
  is_test boolean not null default false,
  -- When the pending attempt began, or null.
  confirming_since timestamptz,
  -- False once the items changed and another amount is due.
  is_current boolean not null default true,
  unique (provider, provider_order_id)
);
create unique index payment_intents_current on payment_intents (order_id) where is_current;
create index payment_intents_by_order on payment_intents (order_id);
create index payment_intents_due on payment_intents (next_check_at) where next_check_at is not null;

-- Links for apps that open an order's payment page once, in a browser without a session.
create table payment_page_links (
  order_id uuid primary key references orders on delete cascade,
  token_hash text not null,
  expires_at timestamptz not null
);

-- What a payment provider or a courier transferred to the bank.
create table settlements (
  id uuid primary key default gen_random_uuid(),
  -- 'cod': a courier's remittance.
  provider text not null check (provider in ('cod', 'sandbox', 'razorpay')),
  -- The courier of a remittance; '' for cards.
  carrier text not null default '',
  -- The provider's id, or the bank's reference (UTR) of a remittance.
  reference text not null,
  day date not null,
  -- What came in; negative when refunds are above payments.
  net bigint not null,
  -- With its tax.
  fee bigint not null check (fee >= 0),
  tax bigint not null check (tax between 0 and fee),
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  -- Why cash that a courier never transferred was written off; null for a transfer.
  write_off_reason text,
  unique (provider, reference)
);
create index settlements_by_day on settlements (day);

-- Captured card payments and cash that couriers collected.
create table payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  provider text not null check (provider in ('cod', 'sandbox', 'razorpay')),
  provider_payment_id text not null,
  amount bigint not null check (amount > 0),
  -- Null while the courier has the cash.
  captured_at timestamptz,
  -- The parcel whose cash it is. The order then has the carrier and number of a replacement's parcel.
  carrier text,
  tracking_number text,
  settlement_id uuid references settlements,
  -- A dispute at the provider: the bank waits for evidence until dispute_respond_by.
  dispute_id text,
  dispute_status text check (dispute_status in ('open', 'under_review', 'won', 'lost', 'closed')),
  dispute_respond_by timestamptz,
  unique (provider, provider_payment_id),
  check (captured_at is not null or provider = 'cod')
);
create index payments_with_couriers on payments (order_id) where captured_at is null;
create index payments_by_tracking_number on payments (lower(tracking_number)) where tracking_number is not null;
create index payments_by_settlement on payments (settlement_id) where settlement_id is not null;
create index payments_by_order on payments (order_id);
create index payments_disputed on payments (order_id) where dispute_status = 'open';
create index payments_by_day on payments (captured_at);

-- Webhooks as received.
create table payment_events (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_event_id text not null,
  body text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  unique (provider, provider_event_id)
);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  payment_id uuid not null references payments,
  -- At most one refund per key.
  key text not null unique,
  amount bigint not null check (amount > 0),
  reason text not null,
  status text not null check (status in ('requested', 'done', 'by_hand', 'refused')),
  provider_refund_id text,
  settlement_id uuid references settlements,
  failure_reason text,
  -- Requests to the provider. After the first one the outcome is unknown until the provider is asked.
  attempts integer not null default 0,
  actor_id uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refunds_by_order on refunds (order_id);
create index refunds_by_settlement on refunds (settlement_id) where settlement_id is not null;
create index refunds_by_payment on refunds (payment_id);
create index refunds_unfinished on refunds (created_at) where status <> 'done';
create index refunds_by_day on refunds (updated_at);

-- The sandbox's own records, which stand in for a provider.
create table sandbox_orders (
  id text primary key,
  receipt text not null unique,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);

create table sandbox_payments (
  id text primary key,
  order_id text not null references sandbox_orders,
  amount bigint not null,
  status text not null check (status in ('pending', 'captured', 'failed')),
  reason text,
  created_at timestamptz not null
);
create index sandbox_payments_by_order on sandbox_payments (order_id);

create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments,
  amount bigint not null check (amount > 0),
  key text not null unique,
  created_at timestamptz not null
);
create index sandbox_refunds_by_payment on sandbox_refunds (payment_id);

-- Taxes, invoices and registers ---------------------------------------------------------------------------------------

-- GST rates in basis points by HSN code or its beginning, from 00:00 in India on a day until the next entry.
create table gst_rates (
  id uuid primary key default gen_random_uuid(),
  hsn text not null check (hsn ~ '^(\d{4}|\d{6}|\d{8})$'),
  valid_from date not null,
  rate integer not null check (rate between 0 and 4000),
  -- The notification or advice behind the rate.
  source text not null,
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  unique (hsn, valid_from)
);
insert into gst_rates (hsn, valid_from, rate, source, created_at)
select hsn, valid_from::date, rate, source || '. To be confirmed by a tax adviser.', '2026-11-24' from (values
  ('0910', '2017-07-01', 500, 'Notification 1/2017-Central Tax (Rate), Schedule I'),
  ('1806', '2017-11-15', 1800, 'Notification 41/2017-Central Tax (Rate)'),
  ('1806', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I'),
  ('1904', '2017-07-01', 1800, 'Notification 1/2017-Central Tax (Rate), Schedule III'),
  ('1904', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I'),
  ('2103', '2017-11-15', 1200, 'Notification 41/2017-Central Tax (Rate), Schedule II'),
  ('2103', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I'),
  ('210690', '2017-11-15', 1800, 'Notification 41/2017-Central Tax (Rate)'),
  ('210690', '2025-09-22', 500, 'Notification 9/2025-Central Tax (Rate), Schedule I'),
  ('4823', '2017-07-01', 1800, 'Notification 1/2017-Central Tax (Rate), Schedule III')
) as rates (hsn, valid_from, rate, source);

-- The last number of each series and financial year. The row is locked until the document is inserted, so there
-- are no gaps.
create table document_numbers (
  series text not null,
  financial_year text not null,
  last integer not null,
  primary key (series, financial_year)
);

-- `content` is the document as issued: printing it again gives the same bytes.
create table invoices (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  number text not null unique check (number ~ '^[A-Za-z0-9/-]{1,16}$'),
  issued_at timestamptz not null,
  content jsonb not null,
  -- When a cancellation or an edit reversed the whole invoice. The order can then get a new one.
  reversed_at timestamptz
);
create unique index invoices_standing on invoices (order_id) where reversed_at is null;
create index invoices_by_order on invoices (order_id);
create index invoices_by_day on invoices (issued_at, number);

create table credit_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  invoice_id uuid not null references invoices,
  -- 'refund:<request id>'.
  cause text not null unique,
  number text not null unique check (number ~ '^[A-Za-z0-9/-]{1,16}$'),
  amount bigint not null check (amount > 0),
  issued_at timestamptz not null,
  content jsonb not null
);
create index credit_notes_by_invoice on credit_notes (invoice_id);
create index credit_notes_by_order on credit_notes (order_id);
create index credit_notes_by_day on credit_notes (issued_at, number);

-- Issued documents by HSN code and rate, written by triggers.
create table register_lines (
  document_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit-note')),
  day date not null,
  number text not null,
  -- The place of supply; '' if unknown.
  state text not null,
  is_business boolean not null,
  hsn text not null,
  -- In basis points.
  rate integer not null,
  units integer not null,
  taxable bigint not null,
  cgst bigint not null,
  sgst bigint not null,
  igst bigint not null,
  primary key (document_id, hsn, rate)
);
create index register_lines_by_day on register_lines (day, number);

-- Sums of register_lines by day.
create table register_sums (
  day date not null,
  kind text not null,
  hsn text not null,
  rate integer not null,
  state text not null,
  is_business boolean not null,
  units bigint not null,
  taxable bigint not null,
  cgst bigint not null,
  sgst bigint not null,
  igst bigint not null,
  primary key (day, kind, hsn, rate, state, is_business)
);

create table register_days (
  day date not null,
  kind text not null,
  documents integer not null,
  round_off bigint not null,
  total bigint not null,
  primary key (day, kind)
);

-- No document can be issued in a closed month.
create table closed_months (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by uuid references users on delete set null
);

create function register_document(
  document uuid, document_kind text, issued_at timestamptz, document_number text, content jsonb
) returns void language plpgsql as $$
declare
  issued_day date := (issued_at at time zone 'Asia/Kolkata')::date;
begin
  if exists (select from closed_months where month = date_trunc('month', issued_day)::date) then
    raise exception 'the month of % is closed', issued_day using errcode = '23514', constraint = 'closed_month';
  end if;
  insert into register_lines (
    document_id, kind, day, number, state, is_business, hsn, rate, units, taxable, cgst, sgst, igst
  )
  select document, document_kind, issued_day, document_number,
    coalesce(content #>> '{buyer,state}', ''), content #>> '{buyer,gstin}' is not null,
    coalesce(line ->> 'hsnCode', ''), coalesce((line ->> 'rate')::integer, 1800),
    sum(coalesce((line ->> 'quantity')::integer, 0)), sum((line ->> 'taxable')::bigint),
    sum((line ->> 'cgst')::bigint), sum((line ->> 'sgst')::bigint), sum((line ->> 'igst')::bigint)
  from jsonb_array_elements(content -> 'lines') as line group by 7, 8;
  insert into register_sums as sums
  select lines.day, lines.kind, lines.hsn, lines.rate, lines.state, lines.is_business, lines.units, lines.taxable,
    lines.cgst, lines.sgst, lines.igst
  from register_lines as lines where lines.document_id = document order by lines.hsn, lines.rate
  on conflict (day, kind, hsn, rate, state, is_business) do update set
    units = sums.units + excluded.units, taxable = sums.taxable + excluded.taxable, cgst = sums.cgst + excluded.cgst,
    sgst = sums.sgst + excluded.sgst, igst = sums.igst + excluded.igst;
  insert into register_days as days
  values (issued_day, document_kind, 1, (content ->> 'roundOff')::bigint, (content ->> 'total')::bigint)
  on conflict (day, kind) do update set documents = days.documents + 1,
    round_off = days.round_off + excluded.round_off, total = days.total + excluded.total;
end $$;

create function register_issued() returns trigger language plpgsql as $$
begin
  perform register_document(new.id, tg_argv[0], new.issued_at, new.number, new.content);
  return null;
end $$;
create trigger invoices_registered after insert on invoices
  for each row execute function register_issued('invoice');
create trigger credit_notes_registered after insert on credit_notes
  for each row execute function register_issued('credit-note');

-- Messages and newsletters --------------------------------------------------------------------------------------------

-- The number in 'T-100001'.
create sequence contact_tickets start 100001;

-- Every message counts as a complaint in law, so it gets a ticket number at once.
create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  ticket text not null unique default 'T-' || nextval('contact_tickets'),
  side text not null check (side in ('millet', 'hydration')),
  name text not null,
  email text not null,
  subject text not null check (subject in ('customer-service', 'bulk-order', 'partnership', 'shg-program', 'other')),
  message text not null,
  created_at timestamptz not null,
  -- When the email with the ticket number was sent; the law allows 48 hours.
  acknowledged_at timestamptz,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  closed_at timestamptz,
  -- For staff only.
  note text not null default ''
);
create index contact_messages_by_email on contact_messages (email, created_at desc);
create index contact_messages_newest on contact_messages (created_at desc, id);
create index contact_messages_unacknowledged on contact_messages (created_at) where acknowledged_at is null;
create index contact_messages_by_status on contact_messages (status, created_at, id);

create table contact_replies (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references contact_messages on delete cascade,
  body text not null,
  actor_id uuid references users on delete set null,
  created_at timestamptz not null,
  -- When the email was sent.
  sent_at timestamptz
);
create index contact_replies_by_message on contact_replies (message_id, created_at);

create table newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  status text not null check (status in ('pending', 'confirmed', 'unsubscribed')),
  -- Null once it may not be used any more.
  confirm_token_hash text unique,
  confirm_until timestamptz,
  -- In plain text, since every newsletter links to it. It only unsubscribes.
  unsubscribe_token text not null unique,
  created_at timestamptz not null,
  -- Limits confirmation emails to an address that somebody else typed.
  mailed_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- Since when the mail server rejects the address. Newsletters skip it until it is subscribed again.
  undeliverable_at timestamptz
);
create index newsletter_subscriptions_pending on newsletter_subscriptions (created_at) where status = 'pending';

-- The number in a newsletter's slug: '2026-11-7'.
create sequence newsletter_numbers;

create table newsletters (
  id uuid primary key default gen_random_uuid(),
  -- utm_campaign in its links. It never changes, because sent emails hold it.
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,40}$'),
  subject text not null,
  preheader text not null,
  body text not null,
  -- The audience: subscribers who ordered in the last `days`, or did not, or any, in one state or 'all'.
  ordered text not null check (ordered in ('any', 'yes', 'no')),
  days integer check (days between 1 and 3650),
  state text not null,
  status text not null check (status in ('draft', 'sending', 'stopped', 'sent')),
  -- The current batch. Jobs of other batches do nothing.
  batch integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- The mail server's answer that stopped the newsletter; null: staff stopped it.
  stop_reason text,
  check ((ordered = 'any') = (days is null)),
  check ((status = 'draft') = (started_at is null)),
  check ((status in ('stopped', 'sent')) = (ended_at is not null)),
  check (status = 'stopped' or stop_reason is null)
);
create index newsletters_newest on newsletters (created_at desc, id);

-- The audience when it was sent. A row outlives its subscription without naming anybody.
create table newsletter_recipients (
  id uuid primary key default gen_random_uuid(),
  newsletter_id uuid not null references newsletters on delete cascade,
  subscription_id uuid references newsletter_subscriptions on delete set null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'skipped')),
  tries integer not null default 0,
  -- Until then a job holds the row, or it waits for the next attempt.
  held_until timestamptz,
  sent_at timestamptz,
  -- When the link in this newsletter was used.
  unsubscribed_at timestamptz,
  unique (newsletter_id, subscription_id)
);
create index newsletter_recipients_queued on newsletter_recipients (newsletter_id, tries, id) where state = 'queued';
create index newsletter_recipients_by_subscription on newsletter_recipients (subscription_id);

-- Visits that began with a link of a newsletter.
create table newsletter_visits (
  newsletter_id uuid not null references newsletters on delete cascade,
  day date not null,
  visits integer not null,
  primary key (newsletter_id, day)
);

-- Emails and rate limits ----------------------------------------------------------------------------------------------

-- Emails that the mail server accepted, so that a retried job sends nothing twice. The key names no person.
create table sent_mails (
  key text primary key,
  sent_at timestamptz not null
);
create index sent_mails_by_time on sent_mails (sent_at);

-- Emails of the demonstration, for its mailbox page.
create table demo_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sent_at timestamptz not null,
  -- The Message-ID: a retried email is stored once.
  key text unique
);
create index demo_mails_by_recipient on demo_mails (recipient, id desc);

-- Times of the last day's emails to an address that a visitor typed. The recipient is a keyed hash.
create table stranger_emails (
  recipient text primary key,
  queued_at timestamptz[] not null,
  last_at timestamptz not null
);
create index stranger_emails_by_age on stranger_emails (last_at);

-- Rate limits, shared by all processes.
create table request_limits (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);
create index request_limits_ended on request_limits (window_ends_at);

-- Keys of requests that took effect, inserted in the transaction of the effect. No foreign key: its lock on the
-- account could deadlock with a transaction that locks an order first.
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  -- SHA-256 of the request: another request with the key is refused.
  fingerprint text not null,
  -- The id of the row that the request created, if any.
  result_id uuid not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Staff pages ---------------------------------------------------------------------------------------------------------

-- `query` is the query string of the list.
create table saved_filters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  list text not null,
  name text not null check (name <> ''),
  query text not null,
  created_at timestamptz not null,
  unique (user_id, list, name)
);

-- Edited site texts, one row per save; the newest version is shown. `fields` holds what differs from the built-in
-- texts.
create table site_texts (
  document text not null,
  version integer not null check (version >= 1),
  fields jsonb not null,
  -- The restored version, 0 for the built-in texts; null for an edit.
  restored integer,
  saved_by uuid references users on delete set null,
  saved_at timestamptz not null,
  primary key (document, version)
);
create trigger site_texts_announced after insert on site_texts
  for each statement execute function announce_catalogue();

-- What owners changed of the shop's settings (shop/setting-fields.ts), one row per save; the newest version is in force.
create table shop_settings (
  version integer primary key check (version >= 1),
  texts jsonb not null,
  saved_by uuid references users on delete set null,
  saved_at timestamptz not null
);
create function announce_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', 'settings');
  return null;
end $$;
create trigger shop_settings_announced after insert on shop_settings
  for each statement execute function announce_settings();

-- Programme, people ---------------------------------------------------------------------------------------------------

-- Self-help groups.
create table shg_groups (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  -- Village or town and district, as shown to shoppers.
  place text not null,
  created_at timestamptz not null,
  -- The state whose minimum wage applies; null: the seller's.
  state text
);
create trigger groups_announced after update of name, place on shg_groups
  for each statement execute function announce_catalogue();

create table workers (
  user_id uuid primary key references users on delete cascade,
  group_id uuid references shg_groups,
  place text not null default '',
  phone text,
  upi_id text,
  language text not null default 'en' check (language ~ '^[a-z]{2,3}$'),
  -- When the worker agreed that products name the group and its place, or null.
  made_by_consent_at timestamptz,
  enrolled_at timestamptz not null,
  updated_at timestamptz not null,
  -- Kinds of messages that the worker turned off.
  news_off text[] not null default '{}'
);
create index workers_by_group on workers (group_id);
-- The third part of an encrypted number is its blind index (infra/keys/sealed-fields.ts).
create index workers_by_sealed_phone on workers (split_part(phone, ':', 3));
create trigger workers_announced after insert or update of group_id, made_by_consent_at or delete on workers
  for each statement execute function announce_catalogue();

-- Cards with a code, by which workers join (docs/decisions/0038-workers-sign-in.md).
create table worker_cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- Cards that are printed together.
  batch_id uuid not null,
  token_hash text not null unique,
  issued_by uuid references users on delete set null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz
);
create unique index worker_cards_open on worker_cards (user_id) where used_at is null and replaced_at is null;
create index worker_cards_by_batch on worker_cards (batch_id);
create index worker_cards_by_issuer on worker_cards (issued_by);

create table worker_pins (
  user_id uuid primary key references users on delete cascade,
  pin_hash text not null,
  -- Wrong PINs in a row from unknown phones. At the limit the PIN is locked.
  wrong_tries integer not null default 0,
  set_at timestamptz not null,
  -- Wrong PINs in a row from phones that signed in to the account before.
  wrong_tries_known integer not null default 0
);

create table worker_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  -- On a shared phone the session ends with the browser.
  is_shared boolean not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index worker_sessions_by_user on worker_sessions (user_id);
create index worker_sessions_by_end on worker_sessions (expires_at);

-- The groups that a coordinator may give tasks to and review.
create table coordinator_groups (
  user_id uuid not null references users on delete cascade,
  group_id uuid not null references shg_groups on delete cascade,
  primary key (user_id, group_id)
);
create index coordinator_groups_group on coordinator_groups (group_id);

create function coordination_begins() returns trigger language plpgsql as $$
begin
  perform forget_factors(id) from users
  where id in (select user_id from added) and staff_role is null
    and not exists (
      select from coordinator_groups earlier where earlier.user_id = users.id
        and not exists (select from added where (added.user_id, added.group_id) = (earlier.user_id, earlier.group_id))
    );
  return null;
end $$;
create trigger coordinator_groups_begin after insert on coordinator_groups
  referencing new table as added for each statement execute function coordination_begins();

-- Changes of a worker's UPI ID. A change usually takes effect a day later. The earlier contact is notified and
-- can stop it.
create table upi_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  old_upi_id text,
  new_upi_id text,
  -- The worker or staff; null: the system.
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null,
  counts_from timestamptz not null,
  stopped_at timestamptz,
  -- When it was written to `workers`.
  applied_at timestamptz,
  -- The worker's phone at that time, for the person who notifies; null: by email.
  tell_by text not null check (tell_by in ('email', 'person')),
  tell_phone text,
  told_by uuid references users on delete set null,
  told_at timestamptz
);
create unique index upi_changes_open on upi_changes (user_id) where stopped_at is null and applied_at is null;
create index upi_changes_by_user on upi_changes (user_id, asked_at);
create index upi_changes_by_asker on upi_changes (asked_by);
create index upi_changes_by_teller on upi_changes (told_by);
create index upi_changes_to_tell on upi_changes (asked_at) where tell_by = 'person' and told_at is null;

-- Numbers that workers had before they were changed, to which messages about changed UPI IDs go for some days.
create table former_phones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  phone text not null,
  replaced_at timestamptz not null
);
create index former_phones_by_user on former_phones (user_id, replaced_at);
create index former_phones_by_age on former_phones (replaced_at);

-- Minimum wages from the states' notifications, each in force until the next one of its state.
create table minimum_wages (
  id uuid primary key default gen_random_uuid(),
  state text not null,
  -- For a day of `hours`.
  daily_amount bigint not null check (daily_amount > 0),
  hours integer not null check (hours between 1 and 24),
  valid_from date not null,
  -- The notification's number or date.
  source text not null,
  recorded_by uuid references users on delete set null,
  recorded_at timestamptz not null,
  unique (state, valid_from)
);

-- Programme, tasks ----------------------------------------------------------------------------------------------------

-- Pictures of templates. They never change, so tasks can share them.
create table task_pictures (
  id uuid primary key,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null
);

create table task_templates (
  id uuid primary key default gen_random_uuid(),
  group_id uuid references shg_groups on delete cascade,
  task_name text not null,
  task_name_hi text not null default '',
  task_description text not null default '',
  task_description_hi text not null default '',
  task_type text not null,
  unit text not null,
  product_id uuid references products on delete set null,
  pay_per_unit bigint not null check (pay_per_unit > 0),
  seconds_per_unit integer check (seconds_per_unit > 0),
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  picture_id uuid references task_pictures
);
create index task_templates_group on task_templates (group_id);
create index task_templates_by_picture on task_templates (picture_id) where picture_id is not null;

-- A form that gives out tasks names its batch, so that a repeated submission creates them once.
create table task_batches (
  id uuid primary key,
  group_id uuid not null references shg_groups on delete cascade,
  created_at timestamptz not null
);

-- One worker's copy of a task. Copies given out together share task_id.
create table work_logs (
  id uuid primary key default gen_random_uuid(),
  task_id uuid not null,
  -- Null: unassigned.
  user_id uuid references users,
  task_name text not null,
  task_description text not null default '',
  task_type text not null,
  quantity integer not null check (quantity > 0),
  unit text not null,
  -- For the whole task.
  payment_amount bigint not null check (payment_amount > 0),
  expected_minutes integer check (expected_minutes > 0),
  completion_deadline timestamptz not null,
  -- Status, review status and payment status derive from it (shop/programme/task.ts).
  state text not null default 'pending' check (state in (
    'pending', 'in_progress', 'returned', 'pending_review', 'approved', 'paid', 'withdrawn'
  )),
  progress_count integer not null default 0 check (progress_count between 0 and quantity),
  -- How many the worker declared done when sending the photo; null: not declared.
  claimed_quantity integer check (claimed_quantity between 1 and quantity),
  photo_id uuid,
  rating integer check (rating between 1 and 5),
  rejection_reason text,
  rejection_preset text,
  product_id uuid references products on delete set null,
  batch_code text,
  payout_line_id uuid,
  assigned_date timestamptz,
  started_at timestamptz,
  submission_date timestamptz,
  review_date timestamptz,
  reminded_at timestamptz,
  -- The photo of the last notification to staff.
  notified_photo_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  stocked_quantity integer,
  -- Hindi for workers who read it; '': the English is shown.
  task_name_hi text not null default '',
  task_description_hi text not null default '',
  -- Accepted pieces, if not all. The payment is reduced to them.
  approved_quantity integer,
  picture_id uuid references task_pictures,
  template_id uuid references task_templates on delete set null,
  -- The last received step, so that a phone whose answer was lost knows what was counted.
  last_count_id uuid,
  check (state in ('pending', 'withdrawn') or user_id is not null),
  check (state not in ('pending_review', 'approved', 'paid') or (photo_id is not null and submission_date is not null)),
  check (state not in ('approved', 'paid') or (rating is not null and review_date is not null)),
  check (approved_quantity > 0 and approved_quantity < quantity)
);
create index work_logs_by_user on work_logs (user_id, created_at desc, id desc);
create index work_logs_newest on work_logs (created_at desc, id desc);
create index work_logs_by_state on work_logs (state, submission_date);
create index work_logs_to_remind on work_logs (completion_deadline) where reminded_at is null;
create index work_logs_by_product on work_logs (product_id) where product_id is not null;
create index work_logs_by_payout_line on work_logs (payout_line_id) where payout_line_id is not null;
create index work_logs_by_picture on work_logs (picture_id) where picture_id is not null;
create index work_logs_by_template on work_logs (template_id, review_date) where template_id is not null;
-- Product pages name the groups that made a product, and the impact page sums up their work.
create trigger made_by_announced after update of state, product_id, batch_code on work_logs
  for each row when (new.state in ('approved', 'paid') or old.state in ('approved', 'paid'))
  execute function announce_catalogue();

create table work_log_events (
  id bigint generated always as identity primary key,
  work_log_id uuid not null references work_logs on delete cascade,
  move text not null,
  from_state text,
  to_state text not null,
  actor_id uuid references users on delete set null,
  note text,
  created_at timestamptz not null
);
create index work_log_events_by_log on work_log_events (work_log_id, id);
-- The daily limit of what a coordinator promises.
create index work_log_events_by_creator on work_log_events (actor_id, created_at) where move = 'create';

-- Counting steps by the phone's own id, so that a resent step counts once.
create table work_log_counts (
  work_log_id uuid not null references work_logs on delete cascade,
  id uuid not null,
  step integer not null check (step <> 0),
  created_at timestamptz not null,
  primary key (work_log_id, id)
);

create table task_photos (
  id uuid primary key,
  work_log_id uuid not null references work_logs on delete cascade,
  file_key text not null,
  -- Of the uploaded bytes, to recognise a repeated upload.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Of the stored file.
  stored_sha256 text not null check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  look bit(64) not null,
  -- Warnings for the reviewer, and the task where the photo was first seen.
  flags text[] not null default '{}',
  seen_before_in uuid references work_logs on delete set null,
  created_at timestamptz not null,
  -- When the file was deleted. The row stays, to recognise a repeated photo.
  removed_at timestamptz,
  unique (work_log_id, sha256)
);
-- In one of four parts, hashes of similar photos differ in at most one bit (shop/programme/photos.sql.ts).
create index task_photos_by_bytes on task_photos (sha256);
create index task_photos_look_1 on task_photos ((substring(look, 1, 16)::int));
create index task_photos_look_2 on task_photos ((substring(look, 17, 16)::int));
create index task_photos_look_3 on task_photos ((substring(look, 33, 16)::int));
create index task_photos_look_4 on task_photos ((substring(look, 49, 16)::int));
create index task_photos_kept on task_photos (work_log_id) where removed_at is null;

alter table work_logs add foreign key (photo_id) references task_photos;

-- Uploads in chunks, stored in the database so that any process can receive the next one.
create table photo_uploads (
  id uuid primary key default gen_random_uuid(),
  work_log_id uuid not null references work_logs on delete cascade,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size integer not null check (size > 0),
  received integer not null default 0 check (received between 0 and size),
  -- Set when the upload is complete and its chunks are deleted.
  photo_id uuid references task_photos on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (work_log_id, sha256)
);
create index photo_uploads_by_age on photo_uploads (updated_at);

create table photo_upload_chunks (
  upload_id uuid not null references photo_uploads on delete cascade,
  starts_at integer not null,
  bytes bytea not null,
  primary key (upload_id, starts_at)
);
-- Photos are compressed already.
alter table photo_upload_chunks alter column bytes set storage external;

-- Example pictures, sent with a rejection.
create table task_examples (
  id uuid primary key,
  work_log_id uuid not null references work_logs on delete cascade,
  file_key text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
create index task_examples_work_log on task_examples (work_log_id);

-- Programme, pay and news ---------------------------------------------------------------------------------------------

create table payouts (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity unique,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  -- The second person, where one is required.
  approved_by uuid references users on delete set null,
  approved_at timestamptz
);

-- One worker's part of a payout.
create table payout_lines (
  id uuid primary key default gen_random_uuid(),
  payout_id uuid not null references payouts,
  user_id uuid not null references users,
  amount bigint not null check (amount > 0),
  upi_id text,
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'dropped', 'returned')),
  -- The bank's or UPI app's number of the transfer.
  reference text,
  paid_at timestamptz,
  confirmed_at timestamptz,
  closed_note text,
  check (state not in ('paid', 'returned') or (reference is not null and paid_at is not null)),
  unique (payout_id, user_id)
);
create index payout_lines_by_user on payout_lines (user_id, payout_id);
-- Finds a reused reference, in any notation.
create index payout_lines_by_reference on payout_lines (upper(translate(reference, '-/_', '')))
  where reference is not null;

alter table work_logs add foreign key (payout_line_id) references payout_lines;

-- The pay ledger, append-only: balance = earned - paid + reversed. Notes are erased when the account is closed.
create table pay_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  work_log_id uuid not null references work_logs,
  kind text not null check (kind in ('earned', 'paid', 'reversed')),
  amount bigint not null check (amount > 0),
  payout_line_id uuid references payout_lines,
  actor_id uuid references users on delete set null,
  note text,
  created_at timestamptz not null,
  -- The worker's group at the time, set by a trigger, so that printed pay sheets do not change.
  group_id uuid references shg_groups,
  check ((kind = 'earned') = (payout_line_id is null))
);
create index pay_entries_by_user on pay_entries (user_id, created_at, id);
create unique index pay_entries_earned_once on pay_entries (work_log_id) where kind = 'earned';
create unique index pay_entries_once_per_line on pay_entries (work_log_id, payout_line_id, kind) where kind <> 'earned';
create index pay_entries_by_group on pay_entries (group_id, created_at);
create index pay_entries_earned_at on pay_entries (created_at) where kind = 'earned';
create trigger pay_entries_append_only before update of user_id, work_log_id, kind, amount, payout_line_id, created_at
  or delete or truncate on pay_entries for each statement execute function refuse_change();
create trigger pay_entries_notes_only_go before update of note on pay_entries for each row
  when (new.note is not null) execute function refuse_change();
create trigger pay_entries_group_stays before update of group_id on pay_entries
  for each statement execute function refuse_change();

create function pay_entry_group() returns trigger language plpgsql as $$
begin
  if new.kind = 'earned' then
    new.group_id := (select group_id from workers where user_id = new.user_id);
  else
    new.group_id := (select group_id from pay_entries where work_log_id = new.work_log_id and kind = 'earned');
  end if;
  return new;
end $$;
create trigger pay_entries_keep_group before insert on pay_entries for each row execute function pay_entry_group();

create table pay_questions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  payout_line_id uuid references payout_lines,
  question text not null,
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  answered_by uuid references users on delete set null,
  -- When the coordinator passed the question to the admins.
  for_admins_at timestamptz
);
create index pay_questions_open on pay_questions (asked_at) where answered_at is null;
create index pay_questions_by_user on pay_questions (user_id, asked_at);

-- Messages to workers, sent by a coordinator from a list.
create table worker_news (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('new_task', 'do_again', 'paid', 'due_tomorrow', 'withdrawn')),
  work_log_id uuid references work_logs on delete cascade,
  payout_line_id uuid references payout_lines on delete cascade,
  -- The rejection that it is about; null for events that happen once per task or payment.
  occasion timestamptz,
  created_at timestamptz not null,
  -- When a coordinator marked it as sent. Messages in one text share sent_id.
  sent_at timestamptz,
  sent_by uuid references users on delete set null,
  sent_id uuid,
  check ((kind = 'paid') = (payout_line_id is not null)),
  check ((kind = 'paid') = (work_log_id is null)),
  check ((sent_at is null) = (sent_id is null)),
  unique nulls not distinct (user_id, kind, work_log_id, payout_line_id, occasion)
);
create index worker_news_sent on worker_news (sent_at) where sent_at is not null;
create index worker_news_sent_id on worker_news (sent_id) where sent_id is not null;
create index worker_news_waiting on worker_news (created_at) where sent_at is null;

-- Audit log -----------------------------------------------------------------------------------------------------------

-- Append-only, and each entry is chained to the previous one by its hash (docs/decisions/0042-audit-log.md).
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid references users,
  action text not null,
  entity text not null,
  entity_id text not null,
  -- The changed fields, without personal values; null where the entity did not exist.
  before jsonb,
  after jsonb,
  created_at timestamptz not null
);
create index audit_log_by_entity on audit_log (entity, entity_id, id desc);
create index audit_log_by_actor on audit_log (actor_id, id desc);
create index audit_log_by_actor_action on audit_log (actor_id, action, created_at);
create index audit_log_by_action on audit_log (action, id desc);

-- The client of an entry, for a year: an IPv4 address or the first 64 bits of an IPv6 one, and 'Chrome on Android'.
create table audit_origins (
  entry_id bigint primary key,
  network text,
  device text,
  created_at timestamptz not null
);
create index audit_origins_by_age on audit_origins (created_at);

-- One link per entry, in commit order without gaps.
create table audit_chain (
  seq bigint primary key check (seq > 0),
  -- No reference, since a link without its entry shows a deletion.
  entry_id bigint not null,
  linked_at timestamptz not null,
  -- The previous link's hash; 32 zero bytes for the first.
  previous bytea not null,
  -- SHA-256 of `previous` and everything else of link and entry.
  hash bytea not null
);
create index audit_chain_by_entry on audit_chain (entry_id);

-- The last link that each follower has processed: emails to owners, and lines for another system.
create table audit_positions (
  follower text primary key check (follower in ('alerts', 'lines')),
  seq bigint not null
);
insert into audit_positions (follower, seq) values ('alerts', 0), ('lines', 0);

-- The last alert of each cause, which is repeated hourly at most.
create table audit_alerts (
  cause text primary key,
  told_at timestamptz not null
);

-- Prefixes the length, so that lists of values are unambiguous. shop/audit/verify-chain.ts computes the same.
create function audit_field(value text) returns text language sql immutable as $$
  select coalesce(octet_length(value) || ':' || value, '-')
$$;

create function audit_micros(moment timestamptz) returns text language sql immutable as $$
  select (extract(epoch from moment) * 1000000)::bigint::text
$$;

-- Deferred to the commit, so that the lock on the end of the chain is short. It is held until the commit, so that links
-- are in commit order.
create function audit_chain_entry() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
declare
  head record;
  link audit_chain%rowtype;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_chain', 0));
  select seq, hash into head from audit_chain order by seq desc limit 1;
  link.seq := coalesce(head.seq, 0) + 1;
  link.previous := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
  link.linked_at := clock_timestamp();
  link.hash := sha256(link.previous || convert_to(concat(
    audit_field(link.seq::text), audit_field(audit_micros(link.linked_at)), audit_field(new.id::text),
    audit_field(new.actor_id::text), audit_field(new.action), audit_field(new.entity), audit_field(new.entity_id),
    audit_field(audit_micros(new.created_at)), audit_field(new.before::text), audit_field(new.after::text)
  ), 'UTF8'));
  insert into audit_chain (seq, entry_id, linked_at, previous, hash)
  values (link.seq, new.id, link.linked_at, link.previous, link.hash);
  return null;
end $$;
revoke execute on function audit_chain_entry from public;
create constraint trigger audit_log_chained after insert on audit_log
  deferrable initially deferred for each row execute function audit_chain_entry();
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_change();
-- The program deletes old origins. The database's clock decides which, so that the program cannot hide new ones.
create trigger audit_origins_append_only before update or truncate on audit_origins
  for each statement execute function refuse_change();
create trigger audit_origins_kept before delete on audit_origins
  for each row when (old.created_at > now() - interval '1 year') execute function refuse_change();

-- Analytics -----------------------------------------------------------------------------------------------------------

-- Orders whose day and customer have to be counted again. An order belongs to the day on which it was placed.
create table rollup_marks (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  user_id uuid not null,
  placed_at timestamptz not null,
  is_new boolean not null
);

-- One row: when the marks were last processed.
create table rollup_state (
  id boolean primary key default true check (id),
  counted_at timestamptz
);
insert into rollup_state default values;

-- Only inserts, so that orders placed together never wait for each other here.
create function mark_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into rollup_marks (order_id, user_id, placed_at, is_new)
    values (new.id, new.user_id, new.created_at, tg_op = 'INSERT');
  end if;
  if tg_op = 'DELETE'
    or (tg_op = 'UPDATE' and (old.user_id, old.created_at) is distinct from (new.user_id, new.created_at))
  then
    insert into rollup_marks (order_id, user_id, placed_at, is_new) values (old.id, old.user_id, old.created_at, false);
  end if;
  return null;
end $$;
create trigger orders_marked after insert or update or delete on orders
  for each row execute function mark_order();

-- Past sales follow a product to another category.
create function mark_orders_of_product() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (order_id, user_id, placed_at, is_new)
  select distinct orders.id, orders.user_id, orders.created_at, false
  from order_items join orders on orders.id = order_items.order_id where order_items.product_id = new.id;
  return null;
end $$;
create trigger products_moved after update of category_id on products
  for each row when (old.category_id is distinct from new.category_id) execute function mark_orders_of_product();

-- A granted refund makes the order a return.
create function mark_order_of_row() returns trigger language plpgsql as $$
begin
  insert into rollup_marks (order_id, user_id, placed_at, is_new)
  select id, user_id, created_at, false from orders where id = new.order_id;
  return null;
end $$;
create trigger order_requests_marked after insert or update of status on order_requests
  for each row when (new.kind = 'refund' and new.status = 'approved') execute function mark_order_of_row();

-- A refund lowers the revenue of its order's day, and a refused refund restores it.
create trigger refunds_marked after insert or update of status on refunds
  for each row execute function mark_order_of_row();

-- A sale is an order that was neither cancelled nor fully refunded, by card once it is paid.
create table daily_sales (
  day date primary key,
  orders integer not null,
  cancelled integer not null,
  sales integer not null,
  revenue bigint not null,
  -- The hydration line's part; the rest is the millet line's.
  hydration_revenue bigint not null,
  -- The part of the revenue that is paid.
  paid_revenue bigint not null,
  coupon_orders integer not null,
  -- Delivered orders, and the sum of their times from placing to delivery.
  delivered integer not null,
  delivery_seconds bigint not null
);

create table daily_products (
  day date not null,
  product_id uuid,
  units integer not null,
  -- Line totals before discount and tax, less refunds.
  value bigint not null,
  delivered_units integer not null,
  returned_units integer not null,
  orders integer not null default 0,
  unique nulls not distinct (day, product_id)
);
create index daily_products_by_product on daily_products (product_id, day);

-- Not the sums of daily_products, since an order with two products of a category counts once.
create table daily_categories (
  day date not null,
  category_id uuid,
  orders integer not null,
  units integer not null,
  -- Line totals before discount and tax, less refunds.
  value bigint not null,
  unique nulls not distinct (day, category_id)
);

create table daily_places (
  day date not null,
  state text not null,
  city text not null,
  sales integer not null,
  revenue bigint not null,
  units integer not null default 0,
  primary key (day, state, city)
);
create index daily_places_by_city on daily_places (city, state, day);

-- Sums by month of the tables with many rows a day.
create table monthly_places (
  month date not null,
  state text not null,
  city text not null,
  sales integer not null,
  revenue bigint not null,
  units integer not null default 0,
  primary key (month, state, city)
);

create table daily_carriers (
  day date not null,
  carrier text not null,
  shipped integer not null,
  delivered integer not null,
  -- The sum from shipping to delivery.
  transit_seconds bigint not null,
  primary key (day, carrier)
);

-- Sales by coupon, referral code, first-order offer, or '' for none.
create table daily_offers (
  day date not null,
  kind text not null,
  -- '' for other offers.
  code text not null,
  sales integer not null,
  units integer not null,
  revenue bigint not null,
  primary key (day, kind, code)
);

-- Sales by orders.source; '' for unknown.
create table daily_sources (
  day date not null,
  source text not null,
  sales integer not null,
  units integer not null,
  revenue bigint not null,
  primary key (day, source)
);

create table customer_sales (
  user_id uuid primary key,
  first_day date not null,
  last_day date not null,
  sales integer not null,
  revenue bigint not null
);

-- Customers by the day of their first sale.
create table customer_days (
  day date primary key,
  first_sales integer not null
);

-- A customer's days with a sale, each with the next one and the sales so far.
create table customer_sale_days (
  user_id uuid not null,
  day date not null,
  next_day date not null default 'infinity',
  sales_so_far integer not null,
  primary key (user_id, day)
);

-- Customers by a day with a sale and their next such day. `repeating` have two sales or more by the first day. Of each
-- customer of a period, one pair has its first day in the period and the next day after it.
create table customer_gaps (
  day date not null,
  next_day date not null,
  customers integer not null,
  repeating integer not null,
  primary key (day, next_day)
);

-- Visits without cookies or personal data, by the kind of page and of source.
create table daily_visits (
  day date not null,
  landing text not null,
  source text not null,
  visits integer not null check (visits > 0),
  primary key (day, landing, source)
);

-- Marketing spend as entered by staff.
create table marketing_spend (
  month date not null check (extract(day from month) = 1),
  channel text not null check (channel in ('search-ads', 'social-ads', 'creators', 'events', 'print', 'other')),
  amount bigint not null check (amount >= 0),
  updated_at timestamptz not null,
  primary key (month, channel)
);

-- Webhooks ------------------------------------------------------------------------------------------------------------

-- Addresses of other systems that receive events (docs/decisions/0070-webhooks.md).
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  url text not null,
  description text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Encrypted.
  signing_secret text not null,
  is_active boolean not null default true,
  -- Since when every try has failed; null: the last one succeeded. Kept if the program switches it off.
  failing_since timestamptz,
  -- Until then no further process sends to it: one is sending, or the last try failed.
  busy_until timestamptz,
  created_by uuid references users on delete set null,
  created_at timestamptz not null
);
create index webhook_endpoints_by_creator on webhook_endpoints (created_by);

-- An event for one endpoint.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  -- The `webhook-id` of the message, the same at all endpoints and in all tries.
  event_id uuid not null,
  kind text not null,
  -- JSON of ids, states and amounts; never personal data.
  data text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  -- Null: delivered, or given up.
  next_try_at timestamptz,
  -- 'HTTP 500', or why there was no answer; '': not tried yet.
  last_answer text not null default '',
  delivered_at timestamptz,
  check (delivered_at is null or next_try_at is null)
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_newest on webhook_deliveries (created_at desc, id);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_try_at) where next_try_at is not null;

-- Queues an event for the endpoints of its kind, in the transaction of the change. Arguments: the kind, then the
-- fields of the message as 'name', 'name:column' or 'name:old.column'. shop/webhooks/event.ts lists them too.
create function announce_event() returns trigger language plpgsql as $$
declare
  event uuid := gen_random_uuid();
  fields jsonb;
begin
  if not exists (select from webhook_endpoints where is_active and tg_argv[0] = any(kinds)) then
    return null;
  end if;
  select jsonb_object_agg(name, case when source like 'old.%' then to_jsonb(old) -> substr(source, 5) else to_jsonb(new) -> source end)
  into fields
  from unnest(tg_argv[1:]) as field,
    lateral (select split_part(field, ':', 1) as name, regexp_replace(field, '^.*:', '') as source) as parts;
  insert into webhook_deliveries (endpoint_id, event_id, kind, data, created_at, next_try_at)
  select id, event, tg_argv[0], fields::text, now(), now()
  from webhook_endpoints where is_active and tg_argv[0] = any(kinds)
  -- A change neither waits for the removal of an endpoint nor fails by it.
  for key share skip locked;
  return null;
end $$;

create trigger event_order_placed after insert on orders for each row
  execute function announce_event('order.placed', 'order_id:id', 'status', 'payment_status', 'payment_method', 'total_paise:total');
create trigger event_order_status after update of status on orders for each row
  when (old.status is distinct from new.status)
  execute function announce_event('order.status_changed', 'order_id:id', 'previous_status:old.status', 'status');
create trigger event_order_changed after insert on order_events for each row when (new.kind <> 'status')
  execute function announce_event('order.changed', 'order_id', 'change:kind', 'status:to_status');
create trigger event_payment_status after update of payment_status on orders for each row
  when (old.payment_status is distinct from new.payment_status)
  execute function announce_event(
    'payment.status_changed', 'order_id:id', 'previous_payment_status:old.payment_status', 'payment_status', 'total_paise:total'
  );
create trigger event_payment_received after insert on payments for each row when (new.captured_at is not null)
  execute function announce_event('payment.received', 'payment_id:id', 'order_id', 'provider', 'amount_paise:amount');
create trigger event_cash_received after update of captured_at on payments for each row
  when (old.captured_at is null and new.captured_at is not null)
  execute function announce_event('payment.received', 'payment_id:id', 'order_id', 'provider', 'amount_paise:amount');
create trigger event_payment_disputed after update of dispute_status on payments for each row
  when (old.dispute_status is distinct from new.dispute_status)
  execute function announce_event(
    'payment.dispute_changed', 'payment_id:id', 'order_id', 'dispute_status', 'amount_paise:amount'
  );
create trigger event_refund_created after insert on refunds for each row
  execute function announce_event('refund.created', 'refund_id:id', 'order_id', 'payment_id', 'status', 'amount_paise:amount');
create trigger event_refund_status after update of status on refunds for each row
  when (old.status is distinct from new.status)
  execute function announce_event(
    'refund.status_changed', 'refund_id:id', 'order_id', 'payment_id', 'previous_status:old.status', 'status', 'amount_paise:amount'
  );
create trigger event_stock_changed after insert on stock_movements for each row
  execute function announce_event('stock.changed', 'product_id', 'quantity', 'reason', 'order_id');
create trigger event_task_created after insert on work_logs for each row
  execute function announce_event(
    'task.created', 'work_log_id:id', 'task_id', 'state', 'product_id', 'quantity', 'payment_paise:payment_amount'
  );
create trigger event_task_state after update of state on work_logs for each row
  when (old.state is distinct from new.state)
  execute function announce_event(
    'task.state_changed', 'work_log_id:id', 'task_id', 'previous_state:old.state', 'state', 'payment_paise:payment_amount'
  );
create trigger event_payout_created after insert on payouts for each row
  execute function announce_event('payout.created', 'payout_id:id', 'number');
create trigger event_payout_approved after update of approved_at on payouts for each row
  when (old.approved_at is null and new.approved_at is not null)
  execute function announce_event('payout.approved', 'payout_id:id', 'number');
create trigger event_payout_line after update of state on payout_lines for each row
  when (old.state is distinct from new.state)
  execute function announce_event(
    'payout.line_changed', 'payout_id', 'payout_line_id:id', 'previous_state:old.state', 'state', 'amount_paise:amount'
  );
