-- Since when a payment is under way whose outcome the provider has not reported; null: none is.
alter table payment_intents add column confirming_since timestamptz;

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check check (kind in (
  'status', 'payment_received', 'cash_chosen', 'parcel', 'parcel_corrected', 'cancellation_requested',
  'cancellation_declined', 'refund_requested', 'refund_approved', 'refund_declined'
)) not valid;
