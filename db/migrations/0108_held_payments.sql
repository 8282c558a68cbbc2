-- held: a payment of another amount than the order's waits for a decision of staff.
alter table payment_intents drop constraint payment_intents_status_check;
alter table payment_intents add constraint payment_intents_status_check
  check (status in ('open', 'paid', 'released', 'held')) not valid;
