import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { orphanProcesses, orphansByLsof, readPostmasterFile } from '#infra/embedded-postgres/running.ts'
import { endLeftovers, startProgram, stop, waitUntilReady } from '#tests/faults/embedded-program.ts'
import { expectMarker, query, writeMarker } from '#tests/faults/embedded-queries.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'

afterEach(async () => {
  await endLeftovers()
  removeFolders()
})

describe('the embedded database', () => {
  it('is created with the required settings and keeps its data over a restart', async () => {
    const dataDir = join(makeOpenFolder(), 'a-directory-far-too-long-for-the-path-of-a-socket'.repeat(3))
    const cluster = join(dataDir, 'postgres')
    const first = startProgram({ dataDir })
    const url = await waitUntilReady(first)
    expect(first.said).toEqual([`Creating the database in ${cluster} …`])
    expect(await query(url, SETTINGS)).toEqual([REQUIRED])
    await writeMarker(first)
    const { socketDir } = readPostmasterFile(cluster) ?? { socketDir: '' }
    expect(statSync(socketDir).mode & 0o777).toBe(0o700)
    await stop(first)
    expect([
      orphanProcesses(cluster),
      existsSync(socketDir),
      existsSync(join(cluster, 'postmaster.pid')),
    ]).toEqual([[], false, false])
    const second = startProgram({ dataDir })
    await expectMarker(second)
    expect(second.said).toEqual([])
  })

  it('is locked by exactly one of two programs, and the error of the other has the holder’s pid', async () => {
    const dataDir = makeOpenFolder()
    const programs = [startProgram({ dataDir }), startProgram({ dataDir })]
    const results = await Promise.all(programs.map((program) => program.started))
    const winner = results.findIndex((result) => result.ready)
    expect(results[1 - winner]?.refused).toContain(
      `${dataDir} is in use by another program (pid ${programs[winner]?.child.pid})`,
    )
    expect(await query(results[winner]?.ready ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('quotes PostgreSQL’s log when the server does not start', async () => {
    const dataDir = makeOpenFolder()
    const program = startProgram({ dataDir })
    await waitUntilReady(program)
    await stop(program)
    writeFileSync(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n', { flag: 'a' })
    const { refused } = await startProgram({ dataDir }).started
    expect(refused).toContain(
      `The database did not start (exit 1). The last lines of ${dataDir}/postgres.log:\n`,
    )
    expect(refused).toContain('no_such_setting')
  })

  it('refuses a database of another major version', async () => {
    const dataDir = makeOpenFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    const { refused } = await startProgram({ dataDir }).started
    expect(refused).toMatch(/was created by PostgreSQL 15, and this program has PostgreSQL 18/)
  })

  it('empties its log above 1 MB', async () => {
    const dataDir = makeOpenFolder()
    writeFileSync(join(dataDir, 'postgres.log'), 'old line\n'.repeat(120_000))
    await waitUntilReady(startProgram({ dataDir }))
    expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThan(20_000)
  })

  it('finds the same server processes with lsof, for macOS', async () => {
    const dataDir = makeOpenFolder()
    const cluster = join(dataDir, 'postgres')
    await waitUntilReady(startProgram({ dataDir }))
    const { pid } = readPostmasterFile(cluster) ?? {}
    expect(orphanProcesses(cluster)).toContain(pid)
    if (existsSync('/usr/bin/lsof') || existsSync('/usr/sbin/lsof'))
      expect(orphansByLsof(cluster)).toContain(pid)
  })
})

const SETTINGS = `select current_user as "user", current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
  current_setting('listen_addresses') as addresses, current_setting('timezone') as timezone,
  (select datlocprovider::text || ' ' || datlocale || ' ' || pg_encoding_to_char(encoding)
     from pg_database where datname = current_database()) as locale`

const REQUIRED = {
  user: 'shop',
  fsync: 'on',
  commit: 'on',
  pages: 'on',
  addresses: '',
  timezone: 'UTC',
  locale: 'b C.UTF-8 UTF8',
}
