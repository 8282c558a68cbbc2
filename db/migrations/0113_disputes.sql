-- A dispute about a payment at the provider: the bank asks for evidence until dispute_respond_by.
alter table payments
  add column dispute_id text,
  add column dispute_status text,
  add column dispute_respond_by timestamptz;
alter table payments add constraint payments_dispute_status_check
  check (dispute_status in ('open', 'under_review', 'won', 'lost', 'closed')) not valid;
-- No payment is in it yet, so it is made within one look through the table.
create index if not exists payments_disputed on payments (order_id) where dispute_status = 'open';
