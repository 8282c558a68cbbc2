-- A trusted extension: whoever owns the database may create it.
create extension if not exists pg_trgm;

-- All words by which a product is found. Its own function because an index needs one that never changes its answer.
create function product_words(name text, region text, short_description text, description text, ingredients text[])
returns text language sql immutable parallel safe
return lower(translate(
  name || ' ' || coalesce(region, '') || ' ' || short_description || ' ' || array_to_string(ingredients, ' ') || ' ' || description,
  '''’', ''
));
create index products_by_words on products
  using gin (product_words(name, region, short_description, description, ingredients) gin_trgm_ops)
  where is_active and archived_at is null;
