import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isMigrated, migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { testDatabase, testServer } from '#tests/database.ts'
import { withDatabase } from '#tests/database-url.ts'

it('accepts a database with migrations of a later version, but not if the program’s own migrations are missing', async () => {
  const { db, pool } = await testDatabase()
  await pool.query(`insert into kysely_migration values ('9999_of_a_newer_version', '2026-11-21')`)
  expect(await migrate(db)).toEqual([])
  expect(await isMigrated(db)).toBe(true)
  await pool.query(`delete from kysely_migration where name = '0001_schema'`)
  await expect(migrate(db)).rejects.toThrow('9999_of_a_newer_version')
})

it('applies migrations once when three programs start together', async () => {
  const { url: serverUrl } = await testServer()
  const name = `empty_${randomUUID().slice(0, 8)}`
  const server = openDatabase({ url: serverUrl, poolSize: 1, onError: () => {} })
  await server.pool.query(`create database ${name}`)
  const url = withDatabase(serverUrl, name)
  const programs = [1, 2, 3].map(() => openDatabase({ url, poolSize: 1, onError: () => {} }))
  const applied = await Promise.all(programs.map((program) => migrate(program.db)))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  expect(await Promise.all(programs.map((program) => isMigrated(program.db)))).toEqual([true, true, true])
  for (const program of programs) await program.close()
  await server.pool.query(`drop database ${name}`)
  await server.close()
})
