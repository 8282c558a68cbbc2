/** Runs the checker's clients on a cluster while its primary is killed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, CHECKED_SETTINGS, startClients } from '#lab/checker/clients.ts'
import { checkClients, countsOf, describeViolations } from '#lab/checker/run-clients.ts'
import { makeWorld } from '#lab/checker/world.ts'
import { type Cluster, startCluster } from '#lab/cluster/cluster.ts'
import { requirePackages } from '#lab/cluster/packages.ts'
import { DRILL_SETTINGS } from '#lab/drills/settings.ts'
import { cardSettings, startRazorpayServer } from '#tests/razorpay-server.ts'
import { seedRealShop } from '#tests/real-shop.ts'

const KILLS = 3
/** Operations between two kills. */
const OPERATIONS_BETWEEN = 150
const say = (line: string) => process.stdout.write(`  ${line}\n`)

let cluster: Cluster
let bank: Bank

requirePackages()

describe('three machines', () => {
  beforeAll(async () => {
    cluster = await startCluster({
      say,
      prepare: seedRealShop,
      settings: async (front) => {
        bank = await startRazorpayServer(front)
        return { ...DRILL_SETTINGS, ...CHECKED_SETTINGS, ...cardSettings(bank.url) }
      },
    })
  })
  afterAll(async () => {
    await cluster?.stop()
    await bank?.stop()
  })

  it(`have a linearizable history while the primary is killed ${KILLS} times`, async () => {
    const databaseUrl = cluster.databaseUrl()
    const world = await makeWorld(databaseUrl, cluster.authSecret)
    const { url } = cluster
    const options = { urls: [url], origin: url, databaseUrl, world, bank, hasReplica: true, lanes: 8 }
    const clients = startClients(options)
    const waitForOperations = (count: number) =>
      cluster.waitUntil('the clients complete operations', async () => clients.history.length >= count)
    for (let times = 1; times <= KILLS; times += 1) {
      await waitForOperations(times * OPERATIONS_BETWEEN)
      const primary = await cluster.primary()
      // Every second time kill Patroni too, which would otherwise hand over at once.
      if (times % 2 === 0) await primary.kill('patroni')
      primary.killPostgres()
      await cluster.waitUntil('another primary takes over', async () => (await cluster.primary()) !== primary)
      primary.start()
      await cluster.waitUntilComplete()
    }
    await waitForOperations((KILLS + 1) * OPERATIONS_BETWEEN)
    await clients.stop()
    const result = await checkClients(clients, options)
    say([...countsOf(result.history)].map(([what, count]) => `${what} ${count}`).join(', '))
    expect(describeViolations(result)).toBe('')
  })
})
