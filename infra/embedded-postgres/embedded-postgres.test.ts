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
import { findRunningDatabase, readPostmasterFile } from '#infra/embedded-postgres/running.ts'
import { copyStoredCluster } from '#tests/database-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-embedded-'))
// If root runs the test, the database runs as another user, who must be able to enter.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const say = () => {}
const openShop = () => openShopDatabase({ databaseUrl: null, dataDir: folder }, say)

it('commands open the embedded database while it runs and when it is stopped, but never create it', async () => {
  expect(findRunningDatabase(folder)).toBeUndefined()
  await expect(openShop()).rejects.toThrow(`There is no shop in ${folder}`)
  expect(existsSync(join(folder, 'postgres'))).toBe(false)

  await copyStoredCluster(folder)
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, say })
  const running = findRunningDatabase(folder)
  if (!running) throw new Error('no running database')
  expect(running.url).toBe(url)
  const { user } = running.location
  // The engine is copied only if the database user cannot enter this checkout.
  if (!user || canEnter(user, process.cwd()))
    expect(findEngine(running.location, say).bin.startsWith(join(process.cwd(), 'node_modules'))).toBe(true)
  const second = await openShop()
  await sql`create table written (id int)`.execute(second.db)
  await second.close()

  const { files } = await backUpCluster(running, join(folder, 'backup'))
  expect(files).toBeGreaterThan(500)
  await stop()

  expect(findRunningDatabase(folder)).toBeUndefined()
  expect(readPostmasterFile(running.location.cluster)).toBeUndefined()
  const reopened = await openShop()
  expect((await sql`select from written`.execute(reopened.db)).rows).toEqual([])
  expect(findRunningDatabase(folder)?.url).toBe(reopened.url)
  await reopened.close()
})

it('an unreadable postmaster file does not count as a stopped server', () => {
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  expect(() => readPostmasterFile(file)).toThrow('ENOTDIR')
})
