-- Amounts in paise.

-- One per card order: the provider's order that the customer is asked to pay, and how long the goods wait for it.
create table payment_intents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references orders,
  provider text not null check (provider in ('sandbox', 'razorpay')),
  -- Null until the provider has been asked for the first time.
  provider_order_id text,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('open', 'paid', 'released')),
  failure_reason text,
  hold_until timestamptz not null,
  -- When the provider is asked what became of it; null when nothing more can come.
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_order_id)
);
create index payment_intents_due on payment_intents (next_check_at) where next_check_at is not null;

-- Money that came in: a card payment the provider captured, or cash collected at the door.
create table payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  provider text not null check (provider in ('cod', 'sandbox', 'razorpay')),
  provider_payment_id text not null,
  amount bigint not null check (amount > 0),
  captured_at timestamptz not null,
  unique (provider, provider_payment_id)
);
create index payments_by_order on payments (order_id);

-- Webhooks as they came, before anything is done about them.
create table payment_events (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_event_id text not null,
  body text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  unique (provider, provider_event_id)
);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  payment_id uuid not null references payments,
  -- At most one refund per key, however often it is asked for.
  key text not null unique,
  amount bigint not null check (amount > 0),
  reason text not null,
  status text not null check (status in ('requested', 'done', 'by_hand', 'refused')),
  provider_refund_id text,
  failure_reason text,
  -- How often the provider was asked. After the first time nobody knows without asking what became of it.
  attempts integer not null default 0,
  actor_id uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refunds_by_order on refunds (order_id);
create index refunds_by_payment on refunds (payment_id);
create index refunds_unfinished on refunds (created_at) where status <> 'done';

-- The memory of the sandbox, which stands in for a provider: no money moves.
create table sandbox_orders (
  id text primary key,
  receipt text not null unique,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);

create table sandbox_payments (
  id text primary key,
  order_id text not null references sandbox_orders,
  amount bigint not null,
  status text not null check (status in ('pending', 'captured', 'failed')),
  reason text,
  created_at timestamptz not null
);
create index sandbox_payments_by_order on sandbox_payments (order_id);

create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments,
  amount bigint not null check (amount > 0),
  key text not null unique,
  created_at timestamptz not null
);
create index sandbox_refunds_by_payment on sandbox_refunds (payment_id);
