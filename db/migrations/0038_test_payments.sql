-- Payments that were only acted out, by the sandbox or with a provider's test keys: no tax invoice is written for them.
alter table payment_intents add column is_test boolean not null default false;
update payment_intents set is_test = true where provider = 'sandbox';

-- Invoices that were written for such payments all the same say from now on that they are samples.
update invoices set content = content || '{"isSample": true}'
  where exists (select from payments where payments.order_id = invoices.order_id and provider = 'sandbox');
update credit_notes set content = content || '{"isSample": true}'
  where exists (select from payments where payments.order_id = credit_notes.order_id and provider = 'sandbox');
