/** Starts of the built program, and the settings with which it refuses to start. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { tokenHash } from '#shop/email-token.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { REAL_SETTINGS } from '#tests/real-shop.ts'
import { endShop, freePort, readyShop, type ShopProgram, startShop } from '#tests/shop-program.ts'

const REAL = { ...REAL_SETTINGS, ORIGIN: 'https://shop.example', AUTH_SECRET: randomUUID() }
const running: ShopProgram[] = []

async function start(env: Record<string, string>): Promise<ShopProgram> {
  const shop = startShop({ PORT: `${await freePort()}`, ...env })
  running.push(shop)
  return shop
}

afterAll(async () => {
  for (const shop of running) await endShop(shop, 'SIGKILL')
  removeFolders()
})

/** Returns the contract of a real shop from its source. */
async function contractOfSource(): Promise<unknown> {
  const noContext = () => {
    throw new Error('the contract needs no database')
  }
  const { api } = apiClient(noContext, { hasSandbox: false })
  return (await api.request('/openapi.json')).json()
}

const CAUSES: [env: Record<string, string>, lines: RegExp[]][] = [
  [{ PORT: 'abc', SHIPPING_FEE: '-5' }, [/^Wrong setting PORT: /, /^Wrong setting SHIPPING_FEE: /]],
  [
    { DATABASE_URL: 'postgres://shop@127.0.0.1/none' },
    ['ORIGIN', 'AUTH_SECRET', 'SMTP_URL', 'SUPPORT_EMAIL'].map((name) => RegExp(`^Wrong setting ${name}`)),
  ],
  [{ ...REAL, DATABASE_URL: 'postgres://shop@127.0.0.1:9/none' }, [/^Could not start: .*ECONNREFUSED/]],
]

it.each(CAUSES)('stops with an error that names the cause: %#', async (env, causes) => {
  const shop = await start(env)
  expect(await shop.outcome).toEqual({ code: 1 })
  for (const cause of causes) expect(shop.lines.filter((line) => cause.test(line))).toHaveLength(1)
})

it('starts a real shop without sample data, mailbox and sandbox, with its contract and a link for the first admin', async () => {
  const { url: databaseUrl, db } = await testDatabase()
  const shop = await start({ ...REAL, DATABASE_URL: databaseUrl, DATA_DIR: makeOpenFolder() })
  const url = await readyShop(shop)
  expect(await (await fetch(`${url}/api/products`)).json()).toEqual([])
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  for (const path of ['/demo/mailbox', '/sandbox-pay/order_sbx_1'])
    expect((await fetch(url + path)).status, path).toBe(404)
  expect((await fetch(`${url}/api/webhooks/sandbox`, { method: 'POST', body: '{}' })).status).toBe(404)
  // A schema that the bundle loads too early would be missing from the contract.
  expect(await (await fetch(`${url}/api/openapi.json`)).json()).toEqual(await contractOfSource())
  const output = shop.lines.join('\n')
  expect(output).not.toContain('demo.test')
  const [, token = ''] = /https:\/\/shop\.example\/auth\/first-admin\?token=([\w-]{43})/.exec(output) ?? []
  const links = await db.selectFrom('firstAdminLinks').select('tokenHash').execute()
  expect(links).toEqual([{ tokenHash: tokenHash(token) }])
  // Behind a proxy that terminates https, the program sees plain http.
  const clearCart = (origin: string) =>
    fetch(`${url}/cart`, {
      method: 'POST',
      headers: { origin, cookie: '__Host-cart=1x1' },
      body: new URLSearchParams({ intent: 'clear' }),
      redirect: 'manual',
    })
  const cleared = await clearCart(REAL.ORIGIN)
  expect(cleared.status).toBe(303)
  expect(cleared.headers.getSetCookie().join()).toMatch(/^__Host-cart=;.*Secure/)
  expect((await clearCart('https://evil.example')).status).toBe(403)
  expect((await fetch(`${url}/`)).headers.get('strict-transport-security')).toMatch(/max-age/)
  expect(await endShop(shop, 'SIGTERM')).toBe(0)
})

it('the built program is ASCII, since V8 stores any other file with two bytes for each character', () => {
  const folder = 'build/program/assets'
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(files).not.toEqual([])
  const isAscii = (name: string) => !/[\u0080-\uffff]/.test(readFileSync(`${folder}/${name}`, 'utf8'))
  expect(files.filter((name) => !isAscii(name))).toEqual([])
})
