-- A customer has one say per product; writing again changes it. Demonstration reviews have no user and are not counted.
alter table reviews add constraint reviews_one_per_customer unique (product_id, user_id);
