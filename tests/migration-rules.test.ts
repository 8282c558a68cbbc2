import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brokenRules } from '#tests/migration-rules.ts'

const FOLDER = new URL('../db/migrations/', import.meta.url)

describe('migrations', () => {
  it('keep the previous version working', () => {
    const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
    expect(names).toContain('0001_schema.sql')
    const violations = names.flatMap((name) =>
      brokenRules(readFileSync(new URL(name, FOLDER), 'utf8')).map((broken) => `${name}: ${broken}`),
    )
    expect(violations).toEqual([])
  })

  it.each([
    ['drop table orders;', 'drops what'],
    ['alter table orders drop column notes;', 'drops a column'],
    ['alter table orders rename column notes to remarks;', 'renames'],
    ['alter table orders rename to sales;', 'renames'],
    ['delete from coupons where code is null;', 'deletes rows'],
    ['alter table orders add column channel text not null;', 'does not fill'],
    ['alter table orders add a text, add b integer not null;', 'does not fill'],
    ['alter table orders alter column total type numeric;', 'rewrites'],
    ['alter table orders alter column notes set not null;', 'scans'],
    ['alter table orders add constraint paid check (total > 0);', 'not valid'],
    ['alter table orders add foreign key (user_id) references users;', 'not valid'],
    ['alter table orders add unique (number);', 'concurrently'],
    ['create index orders_by_day on orders (created_at);', 'concurrently'],
    ['-- why\ncreate unique\n  index orders_by_day on orders (created_at);', 'concurrently'],
    ['lock table orders;', 'holds a lock'],
  ])('%s breaks a rule', (sql, because) => {
    expect(brokenRules(sql)).toEqual([expect.stringContaining(because)])
  })

  it.each([
    'alter table orders add column channel text;',
    "alter table orders add column channel text not null default 'web';",
    "alter table orders add column channel text default 'web' not null, add note text;",
    'alter table orders add constraint paid check (total > 0) not valid; alter table orders validate constraint paid;',
    'create index if not exists orders_by_day on orders (created_at);',
    'create table gifts (id int primary key, note text not null); create index gifts_by_note on gifts (note);',
    'create table gifts (id int); alter table gifts add check (id > 0);',
    '-- drop table orders;\nalter table orders drop constraint paid;',
    'create function f() returns trigger language plpgsql as $$ begin delete from marks; return null; end $$;',
  ])('%s breaks no rule', (sql) => {
    expect(brokenRules(sql)).toEqual([])
  })
})
