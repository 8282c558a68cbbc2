import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readPostmasterFile } from '#infra/embedded-postgres/running.ts'
import { copyCheckout } from '#lab/faults/checkout-copy.ts'
import {
  endLeftovers,
  killEverything,
  killNode,
  startProgram,
  stop,
  waitUntilReady,
} from '#tests/faults/embedded-program.ts'
import { expectMarker, startAndWait, writeMarker } from '#tests/faults/embedded-queries.ts'
import {
  isRoot,
  makeOpenFolder,
  makePrivateFolder,
  removeFolders,
  removeLater,
} from '#tests/faults/folders.ts'

const NOBODY = 65534

afterEach(async () => {
  await endLeftovers()
  removeFolders()
})

describe('the embedded database', () => {
  it('runs from a checkout and a data directory that only this user can enter', async () => {
    const home = makePrivateFolder()
    const options = { dataDir: join(home, 'shop', '.data'), ...copyCheckout(join(home, 'shop')) }
    const first = startProgram(options)
    await writeMarker(first)
    const cluster = /Creating the database in (\S+) …/.exec(first.said.join('\n'))?.[1] ?? ''
    removeLater(dirname(cluster))
    expect(cluster).toMatch(
      isRoot ? /^\/var\/lib\/millet-shop\/[^/]+shop-data\/postgres$/ : join(options.dataDir, 'postgres'),
    )
    await killEverything(first)
    const second = startProgram(options)
    await expectMarker(second)
    const relocated = /^The database is in \S+: \w+ cannot enter \S+, and PostgreSQL does not run as root\.$/
    expect(second.said).toEqual(isRoot ? [expect.stringMatching(relocated)] : [])
  })

  describe.runIf(isRoot)('as root', () => {
    it('runs the server as an unprivileged user', async () => {
      const dataDir = makeOpenFolder()
      await waitUntilReady(startProgram({ dataDir }))
      const { socketDir } = readPostmasterFile(join(dataDir, 'postgres')) ?? { socketDir: '' }
      const owner = statSync(join(dataDir, 'postgres')).uid
      expect(owner).not.toBe(0)
      expect(statSync(join(socketDir, '.s.PGSQL.5432')).uid).toBe(owner)
    })

    it('copies the engine to the data directory once, if the server’s user cannot enter the checkout', async () => {
      const dataDir = makeOpenFolder()
      const options = { dataDir, ...copyCheckout(join(makePrivateFolder(), 'shop')) }
      const first = startProgram(options)
      await writeMarker(first)
      expect(first.said).toContainEqual(
        expect.stringContaining(`Copying the database engine to ${dataDir}/engine-`),
      )
      await stop(first)
      const second = startProgram(options)
      await expectMarker(second)
      expect(second.said).toEqual([])
    })

    it('repeats the copy if it is incomplete or others can write to it', async () => {
      const dataDir = makeOpenFolder()
      const options = { dataDir, ...copyCheckout(join(makePrivateFolder(), 'shop')) }
      await stop(await startAndWait(options))
      const copy = join(dataDir, readdirSync(dataDir).find((name) => name.startsWith('engine-')) ?? '')
      writeFileSync(join(copy, 'native', 'bin', 'postgres'), 'half')
      await stop(await startAndWait(options))
      chownSync(copy, NOBODY, NOBODY)
      await stop(await startAndWait(options))
      expect(statSync(copy).uid).toBe(0)
    })
  })

  describe('as a plain user', () => {
    const uid = isRoot ? NOBODY : undefined

    it('runs as that user, from a checkout that the user cannot write to', async () => {
      const room = makeOpenFolder()
      const dataDir = join(room, 'data')
      mkdirSync(dataDir)
      if (uid) chownSync(dataDir, uid, uid)
      const options = { dataDir, uid, ...copyCheckout(join(room, 'shop')) }
      const first = startProgram(options)
      await writeMarker(first)
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid ?? process.getuid?.())
      await killNode(first)
      await expectMarker(startProgram(options))
    })

    it.runIf(isRoot)('leaves a database that root can start, still owned by that user', async () => {
      const room = makeOpenFolder()
      chownSync(room, NOBODY, NOBODY)
      const first = await startAndWait({
        dataDir: room,
        uid: NOBODY,
        ...copyCheckout(join(makeOpenFolder(), 'shop')),
      })
      await writeMarker(first)
      await stop(first)
      await expectMarker(startProgram({ dataDir: room }))
      expect(statSync(join(room, 'postgres')).uid).toBe(NOBODY)
    })

    it.runIf(isRoot)('names the owner of a database that the user cannot start', async () => {
      const dataDir = makeOpenFolder()
      chownSync(dataDir, NOBODY, NOBODY)
      mkdirSync(join(dataDir, 'postgres'))
      const { refused } = await startProgram({
        dataDir,
        uid: NOBODY,
        ...copyCheckout(join(makeOpenFolder(), 'shop')),
      }).started
      expect(refused).toBe(
        `The database in ${dataDir}/postgres belongs to the user root: start as that user or as root.`,
      )
    })
  })
})
