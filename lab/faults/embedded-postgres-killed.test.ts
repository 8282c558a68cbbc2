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
  waitUntilReady,
  signalTo,
  startProgram,
  stop,
} from '#tests/faults/embedded-program.ts'
import { expectMarker, query, writeMarker, startAndWait } from '#tests/faults/embedded-queries.ts'
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

  it('ends an orphan whose watchdog was killed too, before it starts', async () => {
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
    // The orphan may or may not have ended when the next start looks.
    const waiting = /^Waiting for the database server of an earlier start to end \(pid \d/
    expect(next.said.filter((line) => !waiting.test(line))).toEqual([])
    expect(orphans.filter(isRunning)).toEqual([])
  })

  it('is not fooled by a left pid that another process has got', async () => {
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
  ])('is created anew when %s was killed during its creation', async (_, kill) => {
    const dataDir = makeOpenFolder()
    const unfinished = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres-new-'))
    const program = startProgram({ dataDir })
    await waitUntil('initdb at work', () =>
      unfinished().some((name) => existsSync(join(dataDir, name, 'PG_VERSION'))),
    )
    const pids = descendantsOf(program.child.pid ?? 0)
    await kill(program)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    const next = startProgram({ dataDir })
    expect(await query(await waitUntilReady(next), 'select 1 as one')).toEqual([{ one: 1 }])
    await waitUntil('all processes gone', () => !pids.some(isRunning))
    await stop(next)
    await waitUntilReady(startProgram({ dataDir }))
    expect(unfinished()).toEqual([])
  })

  it('is started again at the same address when it ends by itself, with all that was acknowledged', async () => {
    const dataDir = makeOpenFolder()
    const program = await startAndWait({ dataDir })
    await writeMarker(program)
    for (let times = 1; times <= 2; times++) {
      const pid = readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0
      signalTo(pid, 'SIGKILL')
      const line = 'The database server has ended unexpectedly (exit 137). Restarting it …'
      await waitUntil('said so', () => program.said.filter((said) => said === line).length === times)
      await waitUntil('another one is ready', () => {
        const next = readPostmasterFile(join(dataDir, 'postgres'))
        return next?.ready === true && next.pid !== pid
      })
      await expectMarker(program)
    }
  })
})
