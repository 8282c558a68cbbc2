import { expect, it } from 'vitest'
import { watchReplica } from '#infra/database/replica-watch.ts'

/** A primary with new writes at each check, and a replica that has replayed them unless `isBehind`. */
function servers() {
  const replica = { isBehind: false, isDown: false, queries: 0 }
  const rows = (row: object) => ({ rows: [row] })
  return {
    replica,
    queries: {
      primary: { query: async () => rows({ position: '0/1' }) },
      replica: {
        query: async () => {
          replica.queries += 1
          if (replica.isDown) throw new Error('down')
          return rows({ is_replica: true, replayed: !replica.isBehind })
        },
      },
    } as unknown as Pick<Parameters<typeof watchReplica>[0], 'primary' | 'replica'>,
  }
}

it('waits until a recent replica has replayed the writes, and does not wait for one that is down', async () => {
  const { replica, queries } = servers()
  const lines: string[] = []
  const watch = watchReplica({ ...queries, say: (line) => lines.push(line) })
  await expect.poll(() => watch.isRecent()).toBe(true)

  replica.isBehind = true
  let hasCaughtUp = false
  const waiting = watch.catchUp().then(() => {
    hasCaughtUp = true
  })
  const { queries: earlier } = replica
  await expect.poll(() => replica.queries).toBeGreaterThan(earlier + 2)
  expect([hasCaughtUp, watch.isCurrent()]).toEqual([false, false])
  replica.isBehind = false
  await waiting
  expect(watch.isCurrent()).toBe(true)

  replica.isDown = true
  watch.noteChange()
  await expect.poll(() => watch.isRecent()).toBe(false)
  const later = new Promise((resolve) => setImmediate(resolve, 'later'))
  expect(await Promise.race([watch.catchUp().then(() => 'at once'), later])).toBe('at once')
  await watch.stop()
  expect(lines).toEqual(['the read replica is used', 'the read replica is not used: down'])
})
