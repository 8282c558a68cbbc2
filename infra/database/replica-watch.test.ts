import { expect, it } from 'vitest'
import { watchReplica } from '#infra/database/replica-watch.ts'

/** A primary with new writes at each check, and a replica that has replayed them once `behind` is false. */
function servers() {
  const replica = { isBehind: false, isAway: false, queries: 0 }
  const rows = (row: object) => ({ rows: [row] })
  return {
    replica,
    queries: {
      primary: { query: async () => rows({ place: '0/1' }) },
      replica: {
        query: async () => {
          replica.queries += 1
          if (replica.isAway) throw new Error('away')
          return rows({ repeats: true, reached: !replica.isBehind })
        },
      },
    } as unknown as Pick<Parameters<typeof watchReplica>[0], 'primary' | 'replica'>,
  }
}

it('waits for a close replica until it has what was written, and not for one that is away', async () => {
  const { replica, queries } = servers()
  const said: string[] = []
  const watch = watchReplica({ ...queries, say: (line) => said.push(line) })
  await expect.poll(() => watch.isClose()).toBe(true)

  replica.isBehind = true
  let hasCaughtUp = false
  const caughtUp = watch.caughtUp().then(() => {
    hasCaughtUp = true
  })
  const { queries: earlier } = replica
  await expect.poll(() => replica.queries).toBeGreaterThan(earlier + 2)
  expect([hasCaughtUp, watch.isCurrent()]).toEqual([false, false])
  replica.isBehind = false
  await caughtUp
  expect(watch.isCurrent()).toBe(true)

  replica.isAway = true
  watch.changed()
  await expect.poll(() => watch.isClose()).toBe(false)
  const later = new Promise((resolve) => setImmediate(resolve, 'later'))
  expect(await Promise.race([watch.caughtUp().then(() => 'at once'), later])).toBe('at once')
  await watch.stop()
  expect(said).toEqual(['the read replica is used', 'the read replica is not used: away'])
})
