/** Runs the checker's clients on a cluster while its primary is killed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, CHECKED_SETTINGS, startClients } from '#lab/checker/clients.ts'
import { countsOf, describeViolations, judgeClients } from '#lab/checker/run-clients.ts'
import { makeWorld } from '#lab/checker/world.ts'
import { type Cluster, startCluster } from '#lab/cluster/cluster.ts'
import { requirePackages } from '#lab/cluster/packages.ts'
import { DRILL_SETTINGS } from '#lab/drills/settings.ts'
import { startRazorpayServer, cardSettings } from '#tests/razorpay-server.ts'
import { seedRealShop } from '#tests/real-shop.ts'

const KILLS = 3
/** Operations between two kills. */
const BETWEEN = 150
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

  it(`explain what clients were told while the primary is killed ${KILLS} times`, async () => {
    const databaseUrl = cluster.databaseUrl()
    const world = await makeWorld(databaseUrl, cluster.authSecret)
    const { url } = cluster
    const options = { urls: [url], origin: url, databaseUrl, world, bank, hasReplica: true, lanes: 8 }
    const clients = startClients(options)
    const done = (count: number) =>
      cluster.until('the clients go on', async () => clients.history.length >= count)
    for (let times = 1; times <= KILLS; times += 1) {
      await done(times * BETWEEN)
      const primary = await cluster.primary()
      // Every second time with Patroni, which would hand over at once.
      if (times % 2 === 0) await primary.kill('patroni')
      primary.killPostgres()
      await cluster.until('another one takes over', async () => (await cluster.primary()) !== primary)
      primary.start()
      await cluster.whole()
    }
    await done((KILLS + 1) * BETWEEN)
    await clients.stop()
    const judgement = await judgeClients(clients, options)
    say([...countsOf(judgement.history)].map(([what, count]) => `${what} ${count}`).join(', '))
    expect(describeViolations(judgement)).toBe('')
  })
})
