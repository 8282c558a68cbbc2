-- Names as all searches compare them, like `folded` in shop/kernel/text.ts. On a large shop make the function and the
-- indexes by hand before, with "concurrently".
create or replace function folded(value text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(lower(translate(
  regexp_replace(
    normalize(value, nfkd),
    '[''‘’\u0300-\u036f\u093c\u094d\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g'
  ),
  'ँईऊीू', 'ंइउिु'
)), '\s+', ' ', 'g'));

create index if not exists users_by_folded_name on users using gin (folded(full_name) gin_trgm_ops);
create index if not exists users_by_folded_words on users using gin (folded(full_name || ' ' || email) gin_trgm_ops);
drop index if exists users_by_name;
drop index if exists users_by_words;
create index if not exists shipping_addresses_by_recipient on shipping_addresses using gin (folded(full_name) gin_trgm_ops);
create index if not exists shipping_addresses_by_folded_city on shipping_addresses (folded(city));
drop index if exists shipping_addresses_by_city;
create index if not exists orders_by_business on orders using gin (folded(business_name) gin_trgm_ops)
  where business_name is not null;
create index if not exists orders_by_gstin on orders (gstin, created_at desc, id desc) where gstin is not null;
