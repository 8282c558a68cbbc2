-- Photos that look alike are found without reading all of them: shop/programme/look.ts says how.
create index task_photos_by_bytes on task_photos (sha256);
create index task_photos_look_1 on task_photos ((substring(look, 1, 16)::int));
create index task_photos_look_2 on task_photos ((substring(look, 17, 16)::int));
create index task_photos_look_3 on task_photos ((substring(look, 33, 16)::int));
create index task_photos_look_4 on task_photos ((substring(look, 49, 16)::int));
