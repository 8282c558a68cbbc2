-- What admins write about an order for each other. `notes` belongs to the customer, and holds how the order was placed.
alter table orders add column internal_notes text;

-- Everything in `notes` but the line that placing an order writes was typed by an admin. The line comes back where it was
-- overwritten.
update orders
set internal_notes = case
      when starts_with(notes, 'Coupon applied: ' || coupon_code || E'\n')
        then nullif(btrim(substr(notes, length('Coupon applied: ' || coupon_code) + 1), E' \n'), '')
      else notes
    end,
    notes = 'Coupon applied: ' || coupon_code
where notes is not null and notes is distinct from 'Coupon applied: ' || coupon_code;

-- An older version of the program that still runs writes admins' texts into `notes`.
create function keep_notes_internal() returns trigger language plpgsql as $$
begin
  if new.notes is not null and new.notes is distinct from 'Coupon applied: ' || new.coupon_code then
    new.internal_notes := new.notes;
    new.notes := old.notes;
  end if;
  return new;
end $$;
create trigger orders_notes_internal before update of notes on orders
  for each row execute function keep_notes_internal();

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check check (kind in (
  'status', 'payment_received', 'parcel', 'parcel_corrected', 'cancellation_requested', 'cancellation_declined',
  'refund_requested', 'refund_approved', 'refund_declined'
)) not valid;
