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
  ready,
  signalTo,
  startProgram,
  stop,
} from '#tests/faults/embedded-program.ts'
import { expectKept, query, remember, started } from '#tests/faults/embedded-queries.ts'
import { isRoot, openFolder, removeFolders } from '#tests/faults/folders.ts'
import { everyChildOf, isRunning, until } from '#tests/faults/processes.ts'

afterEach(async () => {
  await endLeftovers()
  removeFolders()
})

describe('the embedded database after a kill', () => {
  it('starts again at once after Node was killed, while the server is still shutting down', async () => {
    const dataDir = openFolder()
    const program = startProgram({ dataDir })
    await remember(program)
    await killNode(program)
    await expectKept(startProgram({ dataDir }))
  })

  it('ends an orphan whose watchdog was killed too, before it starts', async () => {
    const dataDir = openFolder()
    const cluster = join(dataDir, 'postgres')
    const program = startProgram({ dataDir })
    await remember(program)
    const orphans = orphanProcesses(cluster)
    for (const pid of everyChildOf(program.child.pid ?? 0))
      if (!orphans.includes(pid)) signalTo(pid, 'SIGKILL')
    await killNode(program)
    expect(orphans.length).toBeGreaterThan(2)
    const next = startProgram({ dataDir })
    await expectKept(next)
    // The orphan may or may not have ended when the next start looks.
    const waiting = /^Waiting for the database server of an earlier start to end \(pid \d/
    expect(next.said.filter((line) => !waiting.test(line))).toEqual([])
    expect(orphans.filter(isRunning)).toEqual([])
  })

  it('is not fooled by a left pid that another process has got', async () => {
    const dataDir = openFolder()
    const cluster = join(dataDir, 'postgres')
    const program = startProgram({ dataDir })
    await remember(program)
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
    await expectKept(startProgram({ dataDir }))
    expect(isRunning(other.pid ?? 0)).toBe(true)
    other.stdin?.end()
  })

  it.each([
    ['Node alone', killNode],
    ['everything', killEverything],
  ])('is created anew when %s was killed during its creation', async (_, kill) => {
    const dataDir = openFolder()
    const unfinished = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres-new-'))
    const program = startProgram({ dataDir })
    await until('initdb at work', () =>
      unfinished().some((name) => existsSync(join(dataDir, name, 'PG_VERSION'))),
    )
    const pids = everyChildOf(program.child.pid ?? 0)
    await kill(program)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    const next = startProgram({ dataDir })
    expect(await query(await ready(next), 'select 1 as one')).toEqual([{ one: 1 }])
    await until('all processes gone', () => !pids.some(isRunning))
    await stop(next)
    await ready(startProgram({ dataDir }))
    expect(unfinished()).toEqual([])
  })

  it('is started again at the same address when it ends by itself, with all that was acknowledged', async () => {
    const dataDir = openFolder()
    const program = await started({ dataDir })
    await remember(program)
    for (let times = 1; times <= 2; times++) {
      const pid = readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0
      signalTo(pid, 'SIGKILL')
      const line = 'The database server has ended unexpectedly (exit 137). Restarting it …'
      await until('said so', () => program.said.filter((said) => said === line).length === times)
      await until('another one is ready', () => {
        const next = readPostmasterFile(join(dataDir, 'postgres'))
        return next?.ready === true && next.pid !== pid
      })
      await expectKept(program)
    }
  })
})
