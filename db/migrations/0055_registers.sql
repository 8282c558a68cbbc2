-- Issued documents by HSN code and rate, for the accounts. Filled by triggers, so that every process does it.
create table register_lines (
  document_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit-note')),
  -- In India.
  day date not null,
  number text not null,
  -- The place of supply; '' when unknown.
  state text not null,
  -- The buyer gave a GSTIN.
  is_business boolean not null,
  hsn text not null,
  -- In basis points.
  rate integer not null,
  units integer not null,
  -- In paise.
  taxable bigint not null,
  cgst bigint not null,
  sgst bigint not null,
  igst bigint not null,
  primary key (document_id, hsn, rate)
);
create index register_lines_by_day on register_lines (day, number);

-- Their sums by day.
create table register_sums (
  day date not null,
  kind text not null,
  hsn text not null,
  rate integer not null,
  state text not null,
  is_business boolean not null,
  units bigint not null,
  taxable bigint not null,
  cgst bigint not null,
  sgst bigint not null,
  igst bigint not null,
  primary key (day, kind, hsn, rate, state, is_business)
);

-- The documents of a day. `untaxed`: shipping on documents from before it was taxed.
create table register_days (
  day date not null,
  kind text not null,
  documents integer not null,
  untaxed bigint not null,
  round_off bigint not null,
  total bigint not null,
  primary key (day, kind)
);

-- Months that an admin has closed: no document can be issued in them any more.
create table closed_months (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by uuid references users on delete set null
);

create function register_document(document uuid, document_kind text, issued_at timestamptz, document_number text, content jsonb)
returns void language plpgsql as $$
declare
  issued_day date := (issued_at at time zone 'Asia/Kolkata')::date;
begin
  if exists (select from closed_months where month = date_trunc('month', issued_day)::date) then
    raise exception 'the month of % is closed', issued_day using errcode = '23514', constraint = 'closed_month';
  end if;
  insert into register_lines (document_id, kind, day, number, state, is_business, hsn, rate, units, taxable, cgst, sgst, igst)
  select document, document_kind, issued_day, document_number,
    coalesce(content #>> '{buyer,state}', ''), content #>> '{buyer,gstin}' is not null,
    coalesce(line ->> 'hsnCode', ''), coalesce((line ->> 'rate')::integer, 1800),
    sum(coalesce((line ->> 'quantity')::integer, 0)), sum((line ->> 'taxable')::bigint),
    sum((line ->> 'cgst')::bigint), sum((line ->> 'sgst')::bigint), sum((line ->> 'igst')::bigint)
  from jsonb_array_elements(content -> 'lines') as line group by 7, 8;
  insert into register_sums as sums
  select lines.day, lines.kind, lines.hsn, lines.rate, lines.state, lines.is_business, lines.units, lines.taxable, lines.cgst,
    lines.sgst, lines.igst
  from register_lines as lines where lines.document_id = document order by lines.hsn, lines.rate
  on conflict (day, kind, hsn, rate, state, is_business) do update set
    units = sums.units + excluded.units, taxable = sums.taxable + excluded.taxable, cgst = sums.cgst + excluded.cgst,
    sgst = sums.sgst + excluded.sgst, igst = sums.igst + excluded.igst;
  insert into register_days as days
  values (issued_day, document_kind, 1, coalesce((content ->> 'shipping')::bigint, 0),
    (content ->> 'roundOff')::bigint, (content ->> 'total')::bigint)
  on conflict (day, kind) do update set documents = days.documents + 1, untaxed = days.untaxed + excluded.untaxed,
    round_off = days.round_off + excluded.round_off, total = days.total + excluded.total;
end $$;

create function register_issued() returns trigger language plpgsql as $$
begin
  perform register_document(new.id, tg_argv[0], new.issued_at, new.number, new.content);
  return null;
end $$;
create trigger invoices_registered after insert on invoices
  for each row execute function register_issued('invoice');
create trigger credit_notes_registered after insert on credit_notes
  for each row execute function register_issued('credit-note');

-- Documents issued before.
select count(register_document(id, 'invoice', issued_at, number, content)) from invoices;
select count(register_document(id, 'credit-note', issued_at, number, content)) from credit_notes;

create index if not exists payments_by_day on payments (captured_at);
create index if not exists refunds_by_day on refunds (updated_at);
create index if not exists invoices_by_day on invoices (issued_at, number);
create index if not exists credit_notes_by_day on credit_notes (issued_at, number);
