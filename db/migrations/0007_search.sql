-- A trusted extension: whoever owns the database may create it.
create extension if not exists pg_trgm;

-- What a product is known by, for words that may be misspelt. A function, because an index needs an expression that
-- never changes its answer.
create function product_words(
  name text, region text, short_description text, ingredients text[], health_focus text[]
) returns text language sql immutable parallel safe
return lower(translate(
  name || ' ' || coalesce(region, '') || ' ' || short_description || ' ' || array_to_string(ingredients, ' ') || ' '
    || array_to_string(health_focus, ' '),
  '''’', ''
));
create index products_by_words on products using gin (
  product_words(name, region, short_description, ingredients, health_focus) gin_trgm_ops,
  description gin_trgm_ops
) where is_active and archived_at is null;
create index products_by_category on products (category_id);
