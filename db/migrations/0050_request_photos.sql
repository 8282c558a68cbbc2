-- Photographs of refund requests. The file is request-photos/<id>.webp; a row is written before its file and deleted after
-- it, so that no file is forgotten.
create table request_photos (
  id uuid primary key,
  -- None until the request is saved, and after the customer has closed the account.
  request_id uuid references order_requests,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  -- When row and file go, for those without a request; the others go some months after the decision.
  remove_after timestamptz,
  check (request_id is not null or remove_after is not null)
);
create index request_photos_by_request on request_photos (request_id);
create index request_photos_to_remove on request_photos (remove_after) where remove_after is not null;
