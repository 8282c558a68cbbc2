import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { copyDemoData } from '#tests/demo-data.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { descendantsOf, isRunning, waitUntil } from '#tests/faults/processes.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, freePort, readyShop, type ShopProgram, startShop } from '#tests/shop-program.ts'

const running: ShopProgram[] = []

async function start(env: Record<string, string>): Promise<ShopProgram> {
  const shop = startShop({ PORT: `${await freePort()}`, ...env })
  running.push(shop)
  return shop
}

afterEach(async () => {
  for (const shop of running.splice(0)) await endShop(shop, 'SIGKILL')
})
afterAll(removeFolders)

async function demoFolder(): Promise<string> {
  const folder = makeOpenFolder()
  await copyDemoData(folder)
  return folder
}

describe('the built program', () => {
  it('starts a demonstration, prints its accounts, stops cleanly, and seeds only once', async () => {
    const DATA_DIR = makeOpenFolder()
    const first = await start({ DATA_DIR })
    const url = await readyShop(first)
    expect(first.lines.join('\n')).toMatch(/Creating the database.*Filling the shop/s)
    await waitUntil('the accounts are printed', () =>
      first.lines.some((line) => line.includes('customer@demo.test')),
    )
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const products = async (url: string) => (await fetch(`${url}/api/products`)).json()
    expect(await products(url)).toHaveLength(29)
    const cookie = await signIn(url)
    const orders = async (url: string) => (await fetch(`${url}/api/orders`, { headers: { cookie } })).json()
    const earlier = await orders(url)
    const children = descendantsOf(first.child.pid ?? 0)
    expect(await endShop(first, 'SIGTERM')).toBe(0)
    await waitUntil('all its processes have ended', () => children.every((pid) => !isRunning(pid)))

    const second = await start({ DATA_DIR })
    const again = await readyShop(second)
    expect(second.lines.join('\n')).not.toMatch(/Creating|Filling/)
    expect(await orders(again)).toEqual(earlier)
    expect(await products(again)).toHaveLength(29)
  })

  it('serves metrics only with the token, and logs slow queries', async () => {
    const shop = await start({
      DATA_DIR: await demoFolder(),
      METRICS_TOKEN: 'a-token',
      LOG_LEVEL: 'warn',
      SLOW_QUERY_MS: '1',
    })
    const url = await readyShop(shop)
    await fetch(`${url}/api/orders`)
    await waitUntil('a slow query is logged', () => shop.lines.some((line) => line.includes('slow query')))
    expect((await fetch(`${url}/metrics`)).status).toBe(401)
    const headers = { authorization: 'Bearer a-token' }
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    expect(text).toMatch(/shop_http_request_seconds_count\{kind="api",method="GET",status="4xx"\} 1/)
    expect(text).toMatch(/shop_jobs\{queue="mail",state="failed"\} 0/)
    expect(text).toMatch(/shop_db_query_seconds_count [1-9]/)
    expect(text).toMatch(/shop_db_connections\{state="idle"\} \d/)
    const slow = shop.lines.find((line) => line.includes('slow query'))
    expect(JSON.parse(slow ?? '{}')).toMatchObject({
      msg: 'slow query',
      sql: expect.stringMatching(/select|insert/),
    })
  })

  it('refuses a data folder that another shop uses', async () => {
    const DATA_DIR = await demoFolder()
    await readyShop(await start({ DATA_DIR }))
    const second = await start({ DATA_DIR })
    expect(await second.outcome).toEqual({ code: 1 })
    expect(second.lines.join('\n')).toContain(DATA_DIR)
  })
})
