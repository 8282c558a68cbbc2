-- Where a refund that is paid by hand goes. The address or account is encrypted, and deleted once it is no longer needed;
-- the hint, such as '…4521', stays with the order.
create table refund_accounts (
  order_id uuid primary key references orders on delete cascade,
  kind text not null check (kind in ('upi', 'bank')),
  sealed text,
  hint text not null,
  given_by uuid references users on delete set null,
  given_at timestamptz not null
);
create index refund_accounts_sealed on refund_accounts (given_at) where sealed is not null;
create index refund_accounts_by_person on refund_accounts (given_by);
