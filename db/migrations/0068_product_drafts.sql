-- What an admin has typed into the form of a product and not published. Without a product: of a new one.
create table product_drafts (
  id uuid primary key default gen_random_uuid(),
  product_id uuid references products on delete cascade,
  -- The state that the draft is based on: the product's version, and the stock level that was shown. Null for a new one.
  product_version integer,
  stock_shown integer,
  -- Texts by field, pictures and the reason of the stock's change, as in shop/catalogue/draft.ts.
  content jsonb not null,
  version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  saved_by uuid references users on delete set null,
  saved_at timestamptz not null,
  constraint product_drafts_size check (octet_length(content::text) <= 524288)
);
create unique index product_drafts_of_product on product_drafts (product_id) where product_id is not null;
create index product_drafts_by_person on product_drafts (created_by);
create index product_drafts_by_age on product_drafts (saved_at);
