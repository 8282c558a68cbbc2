import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openShopDatabase } from '#infra/database/shop-database.ts'
import { backUpCluster } from '#infra/embedded-postgres/backup.ts'
import { canEnter } from '#infra/embedded-postgres/database-user.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { findEngine } from '#infra/embedded-postgres/engine.ts'
import { readPostmasterFile, runningDatabase } from '#infra/embedded-postgres/running.ts'
import { copyStoredCluster } from '#tests/database-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-embedded-'))
// Under root the database's own user has to enter.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const say = () => {}
const opened = () => openShopDatabase({ databaseUrl: null, dataDir: folder }, say)

it('is opened by commands while it runs and after it has stopped, and never created by them', async () => {
  expect(runningDatabase(folder)).toBeUndefined()
  await expect(opened()).rejects.toThrow(`There is no shop in ${folder}`)
  expect(existsSync(join(folder, 'postgres'))).toBe(false)

  await copyStoredCluster(folder)
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, say })
  const running = runningDatabase(folder)
  if (!running) throw new Error('nothing runs')
  expect(running.url).toBe(url)
  const { user } = running.place
  // It is copied where the database's user cannot enter this checkout.
  if (!user || canEnter(user, process.cwd()))
    expect(findEngine(running.place, say).bin.startsWith(join(process.cwd(), 'node_modules'))).toBe(true)
  const beside = await opened()
  await sql`create table written (id int)`.execute(beside.db)
  await beside.close()

  const { files } = await backUpCluster(running, join(folder, 'backup'))
  expect(files).toBeGreaterThan(500)
  await stop()

  expect(runningDatabase(folder)).toBeUndefined()
  expect(readPostmasterFile(running.place.cluster)).toBeUndefined()
  const started = await opened()
  expect((await sql`select from written`.execute(started.db)).rows).toEqual([])
  expect(runningDatabase(folder)?.url).toBe(started.url)
  await started.close()
})

it('does not take a server’s file that cannot be read for a stopped server', () => {
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  expect(() => readPostmasterFile(file)).toThrow('ENOTDIR')
})
