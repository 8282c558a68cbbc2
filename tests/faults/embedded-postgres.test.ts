import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { readPostmasterFile } from '#infra/embedded-postgres/running.ts'
import { copyStoredCluster } from '#tests/database-server.ts'
import {
  endLeftovers,
  killEverything,
  killNode,
  startProgram,
  waitUntilReady,
} from '#tests/faults/embedded-program.ts'
import { createClient, expectMarker, query, writeMarker } from '#tests/faults/embedded-queries.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { descendantsOf, isRunning, waitUntil } from '#tests/faults/processes.ts'

afterEach(endLeftovers)
afterAll(removeFolders)

it('PostgreSQL ends when only Node is killed, and restarts with its data', async () => {
  const dataDir = makeOpenFolder()
  await copyStoredCluster(dataDir)
  const program = startProgram({ dataDir })
  await writeMarker(program)
  const pids = descendantsOf(program.child.pid ?? 0)
  const { socketDir } = readPostmasterFile(join(dataDir, 'postgres')) ?? { socketDir: '' }
  await killNode(program)
  await waitUntil('all processes gone', () => !pids.some(isRunning))
  expect(pids.length).toBeGreaterThan(2)
  expect(existsSync(socketDir)).toBe(false)
  await expectMarker(startProgram({ dataDir }))
})

it('PostgreSQL loses no acknowledged row when all processes are killed under load', async () => {
  const dataDir = makeOpenFolder()
  await copyStoredCluster(dataDir)
  const program = startProgram({ dataDir })
  const url = await waitUntilReady(program)
  await query(url, 'create table acknowledged (id text primary key)')
  const acknowledged: string[] = []
  const writers = [1, 2, 3].map((writer) => writeUntilCut(url, String(writer), acknowledged))
  await waitUntil('100 rows acknowledged', () => acknowledged.length > 100)
  await killEverything(program)
  await Promise.all(writers)
  const next = await waitUntilReady(startProgram({ dataDir }))
  const rows = await query<{ id: string }>(next, 'select id from acknowledged')
  const stored = new Set(rows.map(({ id }) => id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
})

/** Inserts rows until the connection is cut, and records which rows were acknowledged. */
async function writeUntilCut(url: string, writer: string, acknowledged: string[]): Promise<void> {
  const client = createClient(url)
  await client.connect()
  try {
    for (let row = 0; ; row++) {
      const id = `${writer}-${row}`
      await client.query('insert into acknowledged values ($1)', [id])
      acknowledged.push(id)
    }
  } catch {
    await client.end().catch(() => {})
  }
}
