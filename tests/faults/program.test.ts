import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { isMigrated, migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { tokenHash } from '#shop/email-token.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase, testServer } from '#tests/database.ts'
import { withDatabase } from '#tests/database-url.ts'
import { copyDemoData } from '#tests/demo-data.ts'
import { openFolder, removeFolders } from '#tests/faults/folders.ts'
import { everyChildOf, isRunning, until } from '#tests/faults/processes.ts'
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
  const folder = openFolder()
  await copyDemoData(folder)
  return folder
}

/** The contract of a real shop, as its source describes it. */
async function contractOfSource(): Promise<unknown> {
  const nothing = () => {
    throw new Error('the contract needs no database')
  }
  const { api } = apiClient(nothing, { hasSandbox: false })
  return (await api.request('/openapi.json')).json()
}

describe('starting', () => {
  it('runs a program in ASCII: V8 keeps a file with any other character in two bytes each', () => {
    const folder = 'build/program/assets'
    const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
    expect(files).not.toEqual([])
    const other = /[\u0080-\uffff]/
    expect(files.filter((name) => other.test(readFileSync(`${folder}/${name}`, 'utf8')))).toEqual([])
  })

  it('stops with a line that names a wrong setting', async () => {
    const shop = await start({ PORT: 'abc', SHIPPING_FEE: '-5' })
    expect(await shop.outcome).toEqual({ code: 1 })
    expect(shop.lines.join('\n')).toMatch(/^Wrong setting PORT: .*\nWrong setting SHIPPING_FEE: /)
  })

  it('opens a demonstration shop: says what it does, prints the accounts, answers, stops cleanly, and seeds once', async () => {
    const DATA_DIR = openFolder()
    const first = await start({ DATA_DIR })
    const url = await readyShop(first)
    expect(first.lines.join('\n')).toMatch(/Creating the database.*Filling the shop/s)
    await until('accounts printed', () => first.lines.some((line) => line.includes('customer@demo.test')))
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const products = async (url: string) => (await fetch(`${url}/api/products`)).json()
    expect(await products(url)).toHaveLength(29)
    const cookie = await signIn(url)
    const orders = async (url: string) => (await fetch(`${url}/api/orders`, { headers: { cookie } })).json()
    const before = await orders(url)
    const children = everyChildOf(first.child.pid ?? 0)
    expect(await endShop(first, 'SIGTERM')).toBe(0)
    await until('all its processes ended', () => children.every((pid) => !isRunning(pid)))

    const second = await start({ DATA_DIR })
    const again = await readyShop(second)
    expect(second.lines.join('\n')).not.toMatch(/Creating|Filling/)
    expect(await orders(again)).toEqual(before)
    expect(await products(again)).toHaveLength(29)
  })

  it('serves metrics, with a token only to its holder, and logs slow queries', async () => {
    const shop = await start({
      DATA_DIR: await demoFolder(),
      METRICS_TOKEN: 'a-token',
      LOG_LEVEL: 'warn',
      SLOW_QUERY_MS: '1',
    })
    const url = await readyShop(shop)
    await fetch(`${url}/api/orders`)
    await until('a slow query is named', () => shop.lines.some((line) => line.includes('slow query')))
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

describe('another PostgreSQL by DATABASE_URL', () => {
  const real: Record<string, string> & { ORIGIN: string } = {
    CARD_PAYMENTS: 'off',
    ORIGIN: 'https://shop.example',
    AUTH_SECRET: randomUUID(),
    ADMIN_EMAIL: 'owner@shop.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Shop <orders@shop.example>',
    SUPPORT_EMAIL: 'support@shop.example',
    SELLER_NAME: 'Example Foods Private Limited',
    SELLER_ADDRESS: '1 Market Road, Dharwad, Karnataka 580001',
    SELLER_GSTIN: '29AAACB1234C1ZB',
    SELLER_STATE: 'Karnataka',
    PRICES: 'exclusive',
    GRIEVANCE_OFFICER: 'S. Patil, +91 80 1234 5678, grievance@shop.example',
  }

  it('opens a real shop: migrated, without sample data and without the mailbox', async () => {
    const { url: databaseUrl, db } = await testDatabase()
    const shop = await start({ ...real, DATABASE_URL: databaseUrl, DATA_DIR: openFolder() })
    const url = await readyShop(shop)
    expect(await (await fetch(`${url}/api/products`)).json()).toEqual([])
    expect((await fetch(`${url}/demo/mailbox`)).status).toBe(404)
    expect((await fetch(`${url}/demo/kit`)).status).toBe(404)
    const sandbox = `${url}/sandbox-pay/order_sbx_1`
    const played = new URLSearchParams({ outcome: 'success' })
    expect((await fetch(sandbox)).status).toBe(404)
    const acted = await fetch(sandbox, { method: 'POST', body: played, headers: { origin: real.ORIGIN } })
    expect(acted.status).toBe(404)
    expect((await fetch(`${url}/api/webhooks/sandbox`, { method: 'POST', body: '{}' })).status).toBe(404)
    // A schema that the bundle loads too early is missing from its contract.
    const contract = await (await fetch(`${url}/api/openapi.json`)).json()
    expect(contract).toEqual(await contractOfSource())
    expect(JSON.stringify(contract)).not.toContain('sandbox')
    expect(shop.lines.join('\n')).not.toContain('demo.test')
    const [, token = ''] =
      /https:\/\/shop\.example\/auth\/first-admin\?token=([\w-]{43})/.exec(shop.lines.join('\n')) ?? []
    expect(await db.selectFrom('firstAdminLinks').select('tokenHash').execute()).toEqual([
      { tokenHash: tokenHash(token) },
    ])
    expect(await (await fetch(`${url}/contact`)).text()).not.toContain(real.ADMIN_EMAIL)
    expect(await db.selectFrom('users').select('id').execute()).toEqual([])
    // Behind a proxy that terminates https, the program sees plain http.
    const post = (path: string, fields: Record<string, string>, origin: string) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { origin, cookie: '__Host-cart=1x1' },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
    const cleared = await post('/cart', { intent: 'clear' }, real.ORIGIN)
    expect(cleared.status).toBe(303)
    expect(cleared.headers.getSetCookie().join()).toMatch(/^__Host-cart=;.*Secure/)
    const wrong = { email: 'nobody@shop.example', password: 'Not-mine-1' }
    expect((await post('/auth/signin', wrong, real.ORIGIN)).status).toBe(401)
    expect((await post('/cart', { intent: 'clear' }, 'https://evil.example')).status).toBe(403)
    expect((await fetch(`${url}/`)).headers.get('strict-transport-security')).toMatch(/max-age/)
    expect(await endShop(shop, 'SIGTERM')).toBe(0)
  })

  it('stops with a line for each setting that a real shop needs', async () => {
    const shop = await start({ DATABASE_URL: 'postgres://shop@127.0.0.1/none' })
    expect(await shop.outcome).toEqual({ code: 1 })
    expect(
      shop.lines.filter((line) =>
        /^Wrong setting (ORIGIN|AUTH_SECRET|SMTP_URL|SUPPORT_EMAIL|RAZORPAY_\w+)/.test(line),
      ),
    ).toHaveLength(7)
    expect(shop.lines.join('\n')).toContain('or set CARD_PAYMENTS=off')
  })

  it('stops with a clear line when the database cannot be reached', async () => {
    const shop = await start({ ...real, DATABASE_URL: 'postgres://shop@127.0.0.1:9/none' })
    expect(await shop.outcome).toEqual({ code: 1 })
    expect(shop.lines.at(-1)).toMatch(/^Could not start: .*(ECONNREFUSED|connect)/)
  })
})

describe('migrations', () => {
  it('of a newer version do not keep an older one from starting, but an unknown one alone does', async () => {
    const { db, pool } = await testDatabase()
    const add = (name: string) => pool.query(`insert into kysely_migration values ($1, '2026-11-21')`, [name])
    await add('9999_of_a_newer_version')
    expect(await migrate(db)).toEqual([])
    expect(await isMigrated(db)).toBe(true)
    await pool.query(`delete from kysely_migration where name = '0001_accounts'`)
    await expect(migrate(db)).rejects.toThrow('9999_of_a_newer_version')
  })

  it('started by three programs at once are applied once', async () => {
    const { url: serverUrl } = await testServer()
    const name = `empty_${randomUUID().slice(0, 8)}`
    const server = openDatabase({ url: serverUrl, poolSize: 1, onError: () => {} })
    await server.pool.query(`create database ${name}`)
    const url = withDatabase(serverUrl, name)
    const programs = [1, 2, 3].map(() => openDatabase({ url, poolSize: 1, onError: () => {} }))
    const applied = await Promise.all(programs.map((program) => migrate(program.db)))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
    expect(await Promise.all(programs.map((program) => isMigrated(program.db)))).toEqual([true, true, true])
    for (const program of programs) await program.close()
    await server.pool.query(`drop database ${name}`)
    await server.close()
  })
})
