-- Open orders are counted by the phone number they go to. On a large shop make this by hand before, with "concurrently".
create index if not exists shipping_addresses_by_phone on shipping_addresses (phone) where phone <> '';
