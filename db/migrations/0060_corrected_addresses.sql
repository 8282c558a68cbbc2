alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check check (kind in (
  'status', 'payment_received', 'cash_chosen', 'parcel', 'parcel_corrected', 'address_corrected',
  'cancellation_requested', 'cancellation_declined', 'refund_requested', 'refund_approved', 'refund_declined',
  'replacement_requested', 'replacement_granted', 'replacement_declined'
)) not valid;
