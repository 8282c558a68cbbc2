-- The third part of an encrypted number is its blind index, by which sign-ins find it (infra/keys/sealed-fields.ts).
create index if not exists workers_by_sealed_phone on workers (split_part(phone, ':', 3));
