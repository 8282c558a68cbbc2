import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRunningDatabase } from '#infra/embedded-postgres/running.ts'
import { copyDemoData } from '#tests/demo-data.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { expectNoOrderLost, type Outcome, startOrderLoad } from '#tests/faults/order-load.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, freePort, readyShop, type ShopProgram, startShop } from '#tests/shop-program.ts'

/** For more: `KILLS=100 npm run lab -- faults lab/faults/kills`. */
const KILLS = Number(process.env.KILLS ?? 3)

/** Declares the test of a demonstration that is killed repeatedly while customers order. */
export function testKills(what: string, kill: (shop: ShopProgram) => Promise<void>): void {
  const DATA_DIR = makeOpenFolder()
  let shop: ShopProgram
  let url: string
  let cookie: string

  async function start(): Promise<void> {
    shop = startShop({ DATA_DIR, PORT: `${await freePort()}`, RATE_LIMITS: 'off' })
    url = await readyShop(shop)
  }

  function databaseUrl(): string {
    const running = findRunningDatabase(DATA_DIR)
    if (!running) throw new Error('the database does not run')
    return running.url
  }

  beforeAll(async () => {
    await copyDemoData(DATA_DIR)
    await start()
    cookie = await signIn(url)
    await query(databaseUrl(), 'update products set stock_quantity = 1000000')
  })

  afterAll(async () => {
    await endShop(shop, 'SIGTERM')
    removeFolders()
  })

  it(`kill -9 of ${what}, ${KILLS} times under load, loses and duplicates no acknowledged order`, {
    timeout: 60_000 + KILLS * 60_000,
  }, async () => {
    const outcomes: Outcome[] = []
    for (let times = 0; times < KILLS; times += 1) {
      const load = startOrderLoad(url, cookie, 4)
      await load.waitForOrders(3 + times)
      const killing = kill(shop)
      await load.stop()
      await killing
      outcomes.push(...load.outcomes)
      await start()
    }
    process.stdout.write(`  ${what}, ${KILLS} times:\n`)
    await expectNoOrderLost({ url, cookie, databaseUrl: databaseUrl() }, outcomes)
    expect(outcomes.filter(({ id }) => id !== null).length).toBeGreaterThanOrEqual(KILLS * 3)
  })
}
