import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '#infra/embedded-postgres/data-dir-lock.ts'
import {
  endLeftovers,
  killNode,
  type Program,
  ready,
  startProgram,
  stop,
} from '#tests/faults/embedded-program.ts'
import { isRoot, openFolder, removeFolders } from '#tests/faults/folders.ts'

const NOBODY = 65534

afterEach(async () => {
  await endLeftovers()
  removeFolders()
})

const locker = (dataDir: string, uid?: number) => startProgram({ task: 'lock', dataDir, uid })

/** The full message of the program that lost. */
const refusal = (dataDir: string, holder: Program) =>
  `The data directory ${dataDir} is in use by another program (pid ${holder.child.pid}). ` +
  'Stop it first, or set DATA_DIR to another directory.'

describe('the lock of the data directory', () => {
  it('refuses a second program with a line that names the directory and the holder', async () => {
    const dataDir = join(openFolder(), 'data')
    const first = locker(dataDir)
    await ready(first)
    expect((await locker(dataDir).started).refused).toBe(refusal(dataDir, first))
  })

  it('lets exactly one of many that start in the same instant have it', async () => {
    const dataDir = join(openFolder(), 'data')
    const programs = Array.from({ length: 6 }, () => locker(dataDir))
    const results = await Promise.all(programs.map((program) => program.started))
    const winners = programs.filter((_, index) => results[index]?.ready)
    expect(winners).toHaveLength(1)
    const [winner] = winners as [Program]
    expect(new Set(results.map(({ refused }) => refused))).toEqual(
      new Set([undefined, refusal(dataDir, winner)]),
    )
  })

  it('is free at once when its holder was killed, also for several at a time', async () => {
    const dataDir = join(openFolder(), 'data')
    const holder = locker(dataDir)
    await ready(holder)
    await killNode(holder)
    const results = await Promise.all([locker(dataDir), locker(dataDir)].map((program) => program.started))
    expect(results.filter((result) => result.ready)).toHaveLength(1)
  })

  it('is free when its holder has ended in order', async () => {
    const dataDir = join(openFolder(), 'data')
    const holder = locker(dataDir)
    await ready(holder)
    await stop(holder)
    const release = await lockDataDir(dataDir)
    release()
  })

  it('is refused within the process that has it, until given back', async () => {
    const dataDir = openFolder()
    const release = await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir)).rejects.toThrow(`(pid ${process.pid})`)
    release()
    const again = await lockDataDir(dataDir)
    release()
    await expect(lockDataDir(dataDir)).rejects.toThrow('in use')
    again()
  })

  describe.runIf(isRoot)('between users', () => {
    it('holds for root when an unprivileged user has it', async () => {
      const dataDir = openFolder()
      chmodSync(dataDir, 0o777)
      const holder = locker(dataDir, NOBODY)
      await ready(holder)
      expect((await locker(dataDir).started).refused).toBe(refusal(dataDir, holder))
    })

    it('says so to a user who may not use the directory', async () => {
      const dataDir = openFolder()
      await ready(locker(dataDir))
      const { refused } = await locker(dataDir, NOBODY).started
      expect(refused).toContain(`The data directory ${dataDir} cannot be used by this user: `)
    })
  })
})
