-- A product's row is wide and changes with every order. Where its page has room for the next versions, a change of stock
-- touches no index: without it one update in three wrote the row into all of them, words and all.
alter table products set (fillfactor = 20);
