import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { orphanProcesses, readPostmasterFile } from '#infra/embedded-postgres/running.ts'
import {
  endLeftovers,
  killEverything,
  killNode,
  signalTo,
  startProgram,
  stop,
  waitUntilReady,
} from '#tests/faults/embedded-program.ts'
import { expectMarker, query, startAndWait, writeMarker } from '#tests/faults/embedded-queries.ts'
import { isRoot, makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { descendantsOf, isRunning, waitUntil } from '#tests/faults/processes.ts'

afterEach(async () => {
  await endLeftovers()
  removeFolders()
})

describe('the embedded database after a kill', () => {
  it('starts again at once after Node was killed, while the server is still shutting down', async () => {
    const dataDir = makeOpenFolder()
    const program = startProgram({ dataDir })
    await writeMarker(program)
    await killNode(program)
    await expectMarker(startProgram({ dataDir }))
  })

  it('ends an orphaned server whose watchdog was killed too, before it starts', async () => {
    const dataDir = makeOpenFolder()
    const cluster = join(dataDir, 'postgres')
    const program = startProgram({ dataDir })
    await writeMarker(program)
    const orphans = orphanProcesses(cluster)
    for (const pid of descendantsOf(program.child.pid ?? 0))
      if (!orphans.includes(pid)) signalTo(pid, 'SIGKILL')
    await killNode(program)
    expect(orphans.length).toBeGreaterThan(2)
    const next = startProgram({ dataDir })
    await expectMarker(next)
    // The orphan may have ended by itself before the next start checks.
    const waiting = /^Waiting for the database server of an earlier start to end \(pid \d/
    expect(next.said.filter((line) => !waiting.test(line))).toEqual([])
    expect(orphans.filter(isRunning)).toEqual([])
  })

  it('starts although another process has the pid in a leftover postmaster.pid', async () => {
    const dataDir = makeOpenFolder()
    const cluster = join(dataDir, 'postgres')
    const program = startProgram({ dataDir })
    await writeMarker(program)
    const file = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
    await stop(program)
    const { uid, gid } = statSync(cluster)
    const other = spawn('/bin/sh', ['-c', 'read nothing'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      ...(isRoot && { uid, gid }),
    })
    await once(other, 'spawn')
    writeFileSync(join(cluster, 'postmaster.pid'), file.replace(/^\d+/, String(other.pid)))
    chownSync(join(cluster, 'postmaster.pid'), uid, gid)
    await expectMarker(startProgram({ dataDir }))
    expect(isRunning(other.pid ?? 0)).toBe(true)
    other.stdin?.end()
  })

  it.each([
    ['Node alone', killNode],
    ['everything', killEverything],
  ])('is created again when %s was killed during its creation', async (_, kill) => {
    const dataDir = makeOpenFolder()
    const unfinishedFolders = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres-new-'))
    const program = startProgram({ dataDir })
    await waitUntil('initdb runs', () =>
      unfinishedFolders().some((name) => existsSync(join(dataDir, name, 'PG_VERSION'))),
    )
    const pids = descendantsOf(program.child.pid ?? 0)
    await kill(program)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    const next = startProgram({ dataDir })
    expect(await query(await waitUntilReady(next), 'select 1 as one')).toEqual([{ one: 1 }])
    await waitUntil('all processes have ended', () => !pids.some(isRunning))
    await stop(next)
    await waitUntilReady(startProgram({ dataDir }))
    expect(unfinishedFolders()).toEqual([])
  })

  it('is restarted at the same URL when it ends unexpectedly, with all acknowledged rows', async () => {
    const dataDir = makeOpenFolder()
    const program = await startAndWait({ dataDir })
    await writeMarker(program)
    for (let kills = 1; kills <= 2; kills++) {
      const pid = readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0
      signalTo(pid, 'SIGKILL')
      const line = 'The database server has ended unexpectedly (exit 137). Restarting it …'
      await waitUntil('said so', () => program.said.filter((said) => said === line).length === kills)
      await waitUntil('another server is ready', () => {
        const next = readPostmasterFile(join(dataDir, 'postgres'))
        return next?.ready === true && next.pid !== pid
      })
      await expectMarker(program)
    }
  })
})
