import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '#infra/embedded-postgres/data-dir-lock.ts'
import {
  endLeftovers,
  killNode,
  type Program,
  startProgram,
  stop,
  waitUntilReady,
} from '#tests/faults/embedded-program.ts'
import { isRoot, makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'

const NOBODY = 65534

afterEach(async () => {
  await endLeftovers()
  removeFolders()
})

const startLocker = (dataDir: string, uid?: number) => startProgram({ task: 'lock', dataDir, uid })

/** Returns the full message of a program that does not get the lock. */
const refusal = (dataDir: string, holder: Program) =>
  `The data directory ${dataDir} is in use by another program (pid ${holder.child.pid}). ` +
  'Stop it first, or set DATA_DIR to another directory.'

describe('the lock of the data directory', () => {
  it('is held by exactly one of many programs; the errors of the others name the directory and the holder', async () => {
    const dataDir = join(makeOpenFolder(), 'data')
    const programs = Array.from({ length: 4 }, () => startLocker(dataDir))
    const results = await Promise.all(programs.map((program) => program.started))
    const winners = programs.filter((_, index) => results[index]?.ready)
    expect(winners).toHaveLength(1)
    const [winner] = winners as [Program]
    expect(new Set(results.map(({ refused }) => refused))).toEqual(
      new Set([undefined, refusal(dataDir, winner)]),
    )
  })

  it('is free as soon as its holder was killed or has stopped', async () => {
    const dataDir = join(makeOpenFolder(), 'data')
    const firstHolder = startLocker(dataDir)
    await waitUntilReady(firstHolder)
    await killNode(firstHolder)
    const secondHolder = startLocker(dataDir)
    await waitUntilReady(secondHolder)
    await stop(secondHolder)
    const release = await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir)).rejects.toThrow(`(pid ${process.pid})`)
    release()
  })

  it.runIf(isRoot)('excludes other users, and names a directory that the user may not use', async () => {
    const shared = makeOpenFolder()
    chmodSync(shared, 0o777)
    const holder = startLocker(shared, NOBODY)
    const closed = makeOpenFolder()
    await Promise.all([waitUntilReady(holder), waitUntilReady(startLocker(closed))])
    expect((await startLocker(shared).started).refused).toBe(refusal(shared, holder))
    const { refused } = await startLocker(closed, NOBODY).started
    expect(refused).toContain(`The data directory ${closed} cannot be used by this user: `)
  })
})
