-- Hash of the id in the cookie of the browser that signed up. Only that browser verifies the address without choosing a
-- password anew. Null once the address is verified, and where no browser signed up.
alter table users add column sign_up_browser text;
