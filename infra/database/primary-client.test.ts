import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { openDatabase } from '#infra/database/open.ts'
import { testDatabase } from '#tests/database.ts'

const { url } = await testDatabase()
const { db, close } = openDatabase({ url, poolSize: 1, onError: () => {} })
afterAll(close)

async function connection(): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid
}

it('closes a connection to a read-only server and opens a new one', async () => {
  const earlier = await connection()
  expect(await connection()).toBe(earlier)
  await sql`set default_transaction_read_only = on`.execute(db)
  const write = db.transaction().execute((inside) => sql`create table refused (id int)`.execute(inside))
  const error = await write.catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '25006' })
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(await connection()).not.toBe(earlier)
  await sql`create table taken (id int)`.execute(db)
})

it('fails a statement with a warning, such as a cancelled wait for the standby', async () => {
  const earlier = await connection()
  const warned = sql`do $$ begin raise warning 'canceling wait for synchronous replication'; end $$`.execute(
    db,
  )
  const error = await warned.catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '40003', message: expect.stringContaining('canceling wait') })
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(await connection()).not.toBe(earlier)
  await sql`do $$ begin raise notice 'a notice is none'; end $$`.execute(db)
})
