import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { endLeftovers, startProgram, stop, waitUntilReady } from '#tests/faults/embedded-program.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { waitUntil } from '#tests/faults/processes.ts'

afterEach(async () => {
  await endLeftovers()
  removeFolders()
})

const ROOT = join(import.meta.dirname, '..', '..')

/** Runs one of the shop's commands on a data directory. */
async function command(name: string, args: string[], dataDir: string) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'commands', `${name}.ts`), ...args], {
    cwd: ROOT,
    env: { PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, problem, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { out, problem, code }
}

/** Inserts rows one after the other until stopped. Records acknowledged rows with their time. */
function startWriter(url: string) {
  const acknowledged: { id: number; at: number }[] = []
  let isOn = true
  const write = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (let id = 1; isOn; id++) {
      await client.query('insert into written (id, filler) values ($1, repeat($2, 500))', [
        id,
        String(id % 10),
      ])
      acknowledged.push({ id, at: Date.now() })
    }
    await client.end()
  }
  const writing = write()
  const end = () => {
    isOn = false
    return writing
  }
  return { acknowledged, end }
}

describe('a backup of the embedded database', () => {
  it('is taken under load, and contains all rows that were acknowledged before the printed time', async () => {
    const dataDir = makeOpenFolder()
    const program = startProgram({ dataDir })
    const url = await waitUntilReady(program)
    await query(url, 'create table written (id int primary key, filler text)')
    mkdirSync(join(dataDir, 'files', 'photos'), { recursive: true })
    writeFileSync(join(dataDir, 'files', 'photos', 'one.webp'), 'picture')
    const load = startWriter(url)
    await waitUntil('100 rows are written', () => load.acknowledged.length > 100)
    const backups = makeOpenFolder()
    const backup = await command('backup', [backups], dataDir)
    const countAtBackup = load.acknowledged.length
    await waitUntil('100 more rows are written', () => load.acknowledged.length > countAtBackup + 100)
    await load.end()
    await stop(program)

    expect(backup).toMatchObject({ problem: '', code: 0 })
    const [, target = '', time = ''] = /^(\S+) holds everything up to (\S+) /.exec(backup.out) ?? []
    const restored = makeOpenFolder()
    const restore = await command('restore', [target], restored)
    expect(restore).toMatchObject({ problem: '', code: 0 })
    expect(restore.out).toContain(`holds the shop as of ${time}`)
    const rows = await query<{ id: number }>(
      await waitUntilReady(startProgram({ dataDir: restored })),
      'select id from written order by id',
    )
    const restoredIds = rows.map(({ id }) => id)
    // No gap, so the backup is a consistent snapshot.
    expect(restoredIds).toEqual(restoredIds.map((_, index) => index + 1))
    const earlier = load.acknowledged.filter(({ at }) => at < Date.parse(time))
    expect(earlier.length).toBeGreaterThan(100)
    expect(restoredIds.length).toBeGreaterThanOrEqual(earlier.length)
    expect(restoredIds.length).toBeLessThan(load.acknowledged.length)
    expect(readFileSync(join(restored, 'files', 'photos', 'one.webp'), 'utf8')).toBe('picture')
  })

  it('cannot be restored over a database, or taken from a stopped shop', async () => {
    const dataDir = makeOpenFolder()
    const notRunning = await command('backup', [makeOpenFolder()], dataDir)
    expect(notRunning).toMatchObject({ code: 1 })
    expect(notRunning.problem).toContain(`No shop is running on ${dataDir}`)
    const program = startProgram({ dataDir })
    await waitUntilReady(program)
    const { out } = await command('backup', [makeOpenFolder()], dataDir)
    const [target = ''] = out.split(' ')
    await stop(program)
    expect(existsSync(join(target, 'backup.json'))).toBe(true)
    const ontoDatabase = await command('restore', [target], dataDir)
    expect(ontoDatabase).toMatchObject({ code: 1 })
    expect(ontoDatabase.problem).toContain('There is a database in')
    const unfinished = await command('restore', [join(target, 'postgres')], makeOpenFolder())
    expect(unfinished.problem).toContain('is no finished backup')
  })
})
