-- What the customer would like; an approved request without an amount was granted as a replacement.
alter table order_requests add column wish text not null default 'refund' check (wish in ('refund', 'replacement'));

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check check (kind in (
  'status', 'payment_received', 'cash_chosen', 'parcel', 'parcel_corrected', 'cancellation_requested',
  'cancellation_declined', 'refund_requested', 'refund_approved', 'refund_declined', 'replacement_requested',
  'replacement_granted', 'replacement_declined'
)) not valid;

alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements add constraint stock_movements_reason_check check (reason in (
  'opening', 'order', 'cancellation', 'admin', 'return', 'made', 'damaged', 'counted', 'replacement'
)) not valid;
