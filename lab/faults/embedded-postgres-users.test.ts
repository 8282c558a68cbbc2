import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readPostmasterFile } from '#infra/embedded-postgres/running.ts'
import { copyCheckout } from '#lab/faults/checkout-copy.ts'
import {
  endLeftovers,
  killEverything,
  killNode,
  ready,
  startProgram,
  stop,
} from '#tests/faults/embedded-program.ts'
import { expectKept, remember, started } from '#tests/faults/embedded-queries.ts'
import { alsoRemove, isRoot, openFolder, privateFolder, removeFolders } from '#tests/faults/folders.ts'

const NOBODY = 65534

afterEach(async () => {
  await endLeftovers()
  removeFolders()
})

describe('the embedded database of any user', () => {
  it('runs from a checkout and a data directory that only this user can enter', async () => {
    const home = privateFolder()
    const options = { dataDir: join(home, 'shop', '.data'), ...copyCheckout(join(home, 'shop')) }
    const first = startProgram(options)
    await remember(first)
    const place = /Creating the database in (\S+) …/.exec(first.said.join('\n'))?.[1] ?? ''
    alsoRemove(dirname(place))
    expect(place).toMatch(
      isRoot ? /^\/var\/lib\/millet-shop\/[^/]+shop-data\/postgres$/ : join(options.dataDir, 'postgres'),
    )
    await killEverything(first)
    const second = startProgram(options)
    await expectKept(second)
    const away = /^The database is in \S+: \w+ cannot enter \S+, and PostgreSQL does not run as root\.$/
    expect(second.said).toEqual(isRoot ? [expect.stringMatching(away)] : [])
  })

  describe.runIf(isRoot)('as root', () => {
    it('runs the server as an unprivileged user', async () => {
      const dataDir = openFolder()
      await ready(startProgram({ dataDir }))
      const { socketDir } = readPostmasterFile(join(dataDir, 'postgres')) ?? { socketDir: '' }
      const owner = statSync(join(dataDir, 'postgres')).uid
      expect(owner).not.toBe(0)
      expect(statSync(join(socketDir, '.s.PGSQL.5432')).uid).toBe(owner)
    })

    it('copies the engine once beside a reachable database when the checkout is not', async () => {
      const dataDir = openFolder()
      const options = { dataDir, ...copyCheckout(join(privateFolder(), 'shop')) }
      const first = startProgram(options)
      await remember(first)
      expect(first.said).toContainEqual(
        expect.stringContaining(`Copying the database engine to ${dataDir}/engine-`),
      )
      await stop(first)
      const second = startProgram(options)
      await expectKept(second)
      expect(second.said).toEqual([])
    })

    it('makes the copy again when it is not complete or others can write to it', async () => {
      const dataDir = openFolder()
      const options = { dataDir, ...copyCheckout(join(privateFolder(), 'shop')) }
      await stop(await started(options))
      const copy = join(dataDir, readdirSync(dataDir).find((name) => name.startsWith('engine-')) ?? '')
      writeFileSync(join(copy, 'native', 'bin', 'postgres'), 'half')
      await stop(await started(options))
      chownSync(copy, NOBODY, NOBODY)
      await stop(await started(options))
      expect(statSync(copy).uid).toBe(0)
    })
  })

  describe('as a plain user', () => {
    const uid = isRoot ? NOBODY : undefined

    it('runs as that user, from a checkout that it may not write to', async () => {
      const room = openFolder()
      const dataDir = join(room, 'data')
      mkdirSync(dataDir)
      if (uid) chownSync(dataDir, uid, uid)
      const options = { dataDir, uid, ...copyCheckout(join(room, 'shop')) }
      const first = startProgram(options)
      await remember(first)
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid ?? process.getuid?.())
      await killNode(first)
      await expectKept(startProgram(options))
    })

    it.runIf(isRoot)('leaves a database that root can start too, as its owner', async () => {
      const room = openFolder()
      chownSync(room, NOBODY, NOBODY)
      const first = await started({ dataDir: room, uid: NOBODY, ...copyCheckout(join(openFolder(), 'shop')) })
      await remember(first)
      await stop(first)
      await expectKept(startProgram({ dataDir: room }))
      expect(statSync(join(room, 'postgres')).uid).toBe(NOBODY)
    })

    it.runIf(isRoot)('is told the owner of a database that it cannot run', async () => {
      const dataDir = openFolder()
      chownSync(dataDir, NOBODY, NOBODY)
      mkdirSync(join(dataDir, 'postgres'))
      const { refused } = await startProgram({
        dataDir,
        uid: NOBODY,
        ...copyCheckout(join(openFolder(), 'shop')),
      }).started
      expect(refused).toBe(
        `The database in ${dataDir}/postgres belongs to the user root: start as that user or as root.`,
      )
    })
  })
})
