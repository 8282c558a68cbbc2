-- Searches are answered from memory. The function product_words stays for the version that still runs beside this one.
drop index if exists products_by_words;
