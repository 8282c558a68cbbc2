import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createLog } from '#infra/logging/log.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import { NOT_PERSONAL, neverLogged, SENSITIVE } from '#shop/privacy/protection.ts'
import { SEALED_TABLES } from '#shop/sealed-columns.sql.ts'
import { testDatabase } from '#tests/database.ts'
import { findWords, makePersonInEveryTable, NAME, PHONE } from '#tests/everything-about.ts'

const { db, ctx } = await testDatabase()
const person = await makePersonInEveryTable(ctx)

type Column = { table: string; column: string; type: string; ofUser: boolean }

async function columns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
      exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
        and k.confrelid = 'users'::regclass and a.attnum = any(k.conkey)) as of_user
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1, 2`.execute(db)
  return rows
}

const allColumns = await columns()
const isText = ({ type }: Column) =>
  !/^(integer|bigint|smallint|numeric|boolean|date|timestamp|double|real)/.test(type)

/** Returns the values of a column, as text. */
async function valuesOf(place: string): Promise<string[]> {
  const [table = '', column = ''] = place.split('.')
  const { rows } = await sql<{
    value: string
  }>`select ${sql.ref(column)}::text as value from ${sql.table(table)}
    where ${sql.ref(column)} is not null`.execute(db.withoutPlugins())
  return rows.map(({ value }) => value)
}

describe('the levels of protection', () => {
  it('list only existing columns, and every text column of the tables in NOT_PERSONAL', () => {
    const places = allColumns.map(({ table, column }) => `${table}.${column}`)
    expect(Object.keys(SENSITIVE).filter((place) => !places.includes(place))).toEqual([])
    const listed = Object.entries(NOT_PERSONAL).flatMap(([table, { texts, personal = '' }]) =>
      `${texts} ${personal}`
        .split(' ')
        .filter(Boolean)
        .map((column) => `${table}.${column}`),
    )
    const texts = allColumns.filter((column) => column.table in NOT_PERSONAL && isText(column))
    expect(
      texts.map(({ table, column }) => `${table}.${column}`).filter((name) => !listed.includes(name)),
    ).toEqual([])
    expect(listed.filter((name) => !places.includes(name))).toEqual([])
  })

  it('are personal or sensitive for every column that references a person or contains names', async () => {
    const hasLowLevel = (table: string, column: string) =>
      table in NOT_PERSONAL &&
      !NOT_PERSONAL[table]?.personal?.split(' ').includes(column) &&
      !(`${table}.${column}` in SENSITIVE)
    const naming = allColumns
      .filter(({ ofUser }) => ofUser)
      .filter(({ table, column }) => hasLowLevel(table, column))
    expect(naming).toEqual([])
    const words = [NAME, person.email, PHONE, 'zubeida', person.id]
    const found = await findWords(db, words)
    for (const word of words)
      expect(
        found.filter(({ value }) => value.toLowerCase().includes(word.toLowerCase())),
        word,
      ).not.toEqual([])
    for (const { place } of found) {
      const [schema, table = '', column = ''] = place.split('.')
      if (schema === 'public') expect([place, hasLowLevel(table, column)]).toEqual([place, false])
    }
  })
})

describe('sensitive columns', () => {
  const columnsStored = (kind: string) =>
    Object.entries(SENSITIVE).flatMap(([place, stored]) => (stored === kind ? [place] : []))

  it('that are marked as encrypted are those that the program encrypts, and every row is encrypted', async () => {
    const sealed = Object.entries(SEALED_TABLES).flatMap(([table, { columns: names }]) =>
      Object.keys(names).map((column) => `${table}.${column}`),
    )
    const encrypted = columnsStored('encrypted')
    expect(encrypted.toSorted()).toEqual(
      [...sealed, 'factors.sealed_secret', 'refund_accounts.sealed'].toSorted(),
    )
    let found = 0
    for (const place of encrypted)
      for (const value of await valuesOf(place)) {
        expect([place, value]).toEqual([place, expect.stringMatching(/^sealed[:.][\w-]{8}\.A256GCM[:.]/)])
        found += 1
      }
    expect(found).toBeGreaterThan(4)
  })

  it('that are marked as hashed are hashed in every row, and plain columns give a reason', async () => {
    let found = 0
    for (const column of columnsStored('hashed'))
      for (const value of await valuesOf(column)) {
        expect([column, value]).toEqual([column, expect.stringMatching(HASH)])
        found += 1
      }
    expect(found).toBeGreaterThan(3)
    const plain = Object.values(SENSITIVE).flatMap((stored) =>
      typeof stored === 'object' ? [stored.plain] : [],
    )
    expect(plain.filter((reason) => reason.length < 20)).toEqual([])
  })

  it('are not in the person’s data file, except for the encrypted columns', async () => {
    const file = JSON.stringify(await readPersonalData(db, ctx(), person))
    const names = Object.entries(SENSITIVE).flatMap(([place, stored]) =>
      stored === 'encrypted' ? [] : [place.split('.')[1] ?? ''],
    )
    const exposed = names.filter(
      (name) => !['key', 'identifier'].includes(name) && file.includes(`"${name}":`),
    )
    expect(exposed).toEqual([])
  })
})

/** A slow hash, or SHA-256 or HMAC-SHA-256 in hexadecimal or base64. */
const HASH = /^(scrypt-[\d-]+\$.+|[\w-]{8}\.scrypt-[\d-]+\..+|[0-9a-f]{64}|[\w+/-]{43}=?)$/

it('redacts the fields of neverLogged in every log line', () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const names = neverLogged()
  expect(names).toEqual(
    expect.arrayContaining(['upiId', 'upi_id', 'phone', 'email', 'fullName', 'pinHash', 'token']),
  )
  for (const name of names) {
    log.info({ [name]: 'secret word' }, 'alone')
    log.info({ row: { [name]: 'secret word' } }, 'inside')
  }
  expect(lines).toHaveLength(2 * names.length)
  expect(lines.filter((line) => line.includes('secret word'))).toEqual([])
})
