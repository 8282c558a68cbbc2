-- The kind of place that an order's visit came from, in one word; null where the page that sent it did not know.
alter table orders add column source text;
alter table orders add constraint orders_source_known
  check (source in ('direct', 'search', 'social', 'email', 'friends', 'ads', 'other')) not valid;

-- Sales by that word; '' for unknown. All earlier orders are unknown, so their sums are those of all offers.
create table daily_sources (
  day date not null,
  source text not null,
  sales integer not null,
  units integer not null,
  revenue bigint not null,
  primary key (day, source)
);
insert into daily_sources (day, source, sales, units, revenue)
select day, '', sum(sales), sum(units), sum(revenue) from daily_offers group by day;
