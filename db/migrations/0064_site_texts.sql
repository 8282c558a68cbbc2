-- Texts of the shop that admins have edited, a row for each save: the newest version of a document is shown. `fields`
-- holds only what differs from the program's own texts.
create table site_texts (
  document text not null,
  version integer not null check (version >= 1),
  fields jsonb not null,
  -- The version whose texts were taken back; 0 for the program's own. Null for texts that were typed.
  restored integer,
  saved_by uuid references users on delete set null,
  saved_at timestamptz not null,
  primary key (document, version)
);
create trigger site_texts_announced after insert on site_texts
  for each statement execute function announce_catalogue();
