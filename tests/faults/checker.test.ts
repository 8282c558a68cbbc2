/**
 * Clients that compete for few goods, and the checker that judges what they were told. More, three processes and the
 * planted bugs: `npm run checker`.
 */
import { afterAll, expect, it } from 'vitest'
import { startCheckedShop } from '#tests/checker/checked-shop.ts'
import { countsOf, runClients, violationsInWords } from '#tests/checker/run-clients.ts'
import { makeWorld } from '#tests/checker/world.ts'
import { testDatabase } from '#tests/database.ts'
import { openFolder, removeFolders } from '#tests/faults/folders.ts'

const { url: databaseUrl } = await testDatabase()
afterAll(removeFolders)

it('one order of events explains what ten clients were told and what is in the tables', async () => {
  const shop = await startCheckedShop(databaseUrl, openFolder())
  try {
    const world = await makeWorld(databaseUrl, shop.authSecret)
    const judgement = await runClients({ ...shop, databaseUrl, world, operations: 250 })
    expect(violationsInWords(judgement)).toBe('')
    expect(judgement.history.filter(({ outcome }) => outcome === 'unknown')).toEqual([])
    const counts = countsOf(judgement.history)
    for (const name of ['place ok', 'place refused out_of_stock', 'cancel ok', 'webhook ok', 'read-stock ok'])
      expect(counts.get(name), name).toBeGreaterThan(0)
  } finally {
    await shop.stop()
  }
})
