/** The short drill: the primary of three PostgreSQL is killed under orders. `npm run drill` has the others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '#cluster/cluster.ts'
import { missingPackages } from '#cluster/packages.ts'
import { orderBook } from '#tests/drills/order-book.ts'
import { DRILL_SETTINGS } from '#tests/drills/settings.ts'
import { seedRealShop } from '#tests/real-shop.ts'

const missing = missingPackages()
if (missing.length > 0)
  process.stdout.write(`  the cluster is not tested: apt-get install ${missing.join(' ')}\n`)

let cluster: Cluster | undefined

describe.skipIf(missing.length > 0)('three machines', () => {
  beforeAll(async () => {
    cluster = await startCluster({ say: () => {}, prepare: seedRealShop, settings: () => DRILL_SETTINGS })
  })
  afterAll(() => cluster?.stop())

  it('lose no order when PostgreSQL of the primary is killed, and take orders again within half a minute', async () => {
    const { primary } = cluster as Cluster
    const book = await orderBook(cluster as Cluster, 4)
    const load = book.start()
    await load.more(10)
    const killed = await primary()
    killed.killPostgres()
    await load.more(10)
    expect((await primary()).name).not.toBe(killed.name)
    const { unsettled, lost, doubled, without } = await load.stop()
    expect({ unsettled, lost, doubled }).toEqual({ unsettled: 0, lost: 0, doubled: 0 })
    expect(without).toBeLessThan(30)
  })
})
