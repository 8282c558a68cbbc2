import { expect, it, vi } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { readSettings } from '#infra/config/settings.ts'
import { followCatalogue } from '#server/catalogue-events.ts'
import { followSettings } from '#server/shop-config.ts'
import { rupees } from '#shop/kernel/money.ts'
import { saveSettings } from '#shop/settings/save-settings.ts'
import { readSavedSettings } from '#shop/settings/settings.read.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx, url } = await testDatabase()
const owner = await makeUser(db, { staffRole: 'owner' })
const read = readSettings({})
if (!read.ok) throw new Error(read.problems.join())
const { settings } = read

async function startProcess(eventsUrl = url) {
  const catalogueEvents = followCatalogue(eventsUrl, () => {})
  const config = await followSettings(settings, { db, catalogueEvents })
  const headers = { 'content-type': 'text/html' }
  const storePage = (text: string) =>
    catalogueEvents.cache.store('/shipping', catalogueEvents.cache.version, headers, Buffer.from(text))
  return { catalogueEvents, config, storePage }
}

async function saveFee(amount: number) {
  const [{ version: seen }, shippingFee] = [await readSavedSettings(db), rupees(amount)]
  return saveSettings(ctx(owner), { seen, values: { ...settings.firstSettings, shippingFee } })
}

it('puts a saved setting in force in every process, and drops the cached pages of all', async () => {
  const processes = [await startProcess(), await startProcess()]
  const [own, other] = processes
  await Promise.all(processes.map(({ catalogueEvents }) => catalogueEvents.flush()))
  await vi.waitUntil(() => processes.every(({ catalogueEvents }) => catalogueEvents.cache.version > 0))
  await Promise.all(processes.map(({ storePage }) => storePage('Shipping is free')))
  expect((await saveFee(49)).ok).toBe(true)
  // The response to the owner's change waits for this.
  await own?.catalogueEvents.flush()
  expect(own?.config().shipping.fee).toBe(rupees(49))
  await vi.waitUntil(() => other?.config().shipping.fee === rupees(49))
  await vi.waitUntil(() => processes.every(({ catalogueEvents }) => !catalogueEvents.cache.find('/shipping')))
  await Promise.all(processes.map(({ catalogueEvents }) => catalogueEvents.stop()))
})

it('drops a page that was rendered before the process had read the saved settings', async () => {
  const { catalogueEvents, config, storePage } = await startProcess()
  await vi.waitUntil(() => catalogueEvents.cache.version > 0)
  const { promise: mayRead, resolve: read } = Promise.withResolvers<void>()
  catalogueEvents.onSettings(async () => {
    catalogueEvents.cache.flush(Date.now())
    await storePage(`Shipping ${config().shipping.fee}`)
    await mayRead
    return true
  })
  expect((await saveFee(60)).ok).toBe(true)
  await vi.waitUntil(() => catalogueEvents.cache.find('/shipping') !== undefined)
  read()
  await catalogueEvents.flush()
  expect(catalogueEvents.cache.find('/shipping')).toBeUndefined()
  await catalogueEvents.stop()
})

it('follows saved settings while the connection for events is lost', async () => {
  const { catalogueEvents, config } = await startProcess('postgres://unused@127.0.0.1:1/none')
  await vi.waitUntil(catalogueEvents.isLost)
  await saveFee(70)
  await catalogueEvents.flush()
  expect(config().shipping.fee).toBe(rupees(70))
  await saveFee(71)
  await vi.waitUntil(() => config().shipping.fee === rupees(71), 5_000)
  await catalogueEvents.stop()
})
