/** Generates a client from the contract with standard tools, type-checks it and places an order with it. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect, it } from 'vitest'
import { createApi } from '#api/api.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { sessionCookie } from '#infra/accounts/auth.ts'
import { currentActor } from '#infra/accounts/current-actor.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import { ALL_FEATURES } from '#shop/ctx.ts'
import { ORIGIN, PASSWORD, testAuth } from '#tests/accounts.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { renderInline } from '#tests/printed.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A program that uses the generated types. Its lines with @ts-expect-error show that the types are strict. */
const PURCHASE = `
import createClient from 'openapi-fetch'
import type { paths } from './shop-api.d.ts'

declare const process: { argv: string[] }
const [url = '', origin = '', email = '', password = ''] = process.argv.slice(2)
const signedIn = await fetch(url + '/auth/sign-in/email', {
  method: 'POST',
  headers: { 'content-type': 'application/json', origin },
  body: JSON.stringify({ email, password }),
})
const cookie = signedIn.headers.getSetCookie().map((setCookie) => setCookie.split(';')[0]).join('; ')
const shop = createClient<paths>({ baseUrl: url, headers: { cookie, origin } })

const { data: products = [] } = await shop.GET('/products', { params: { query: { limit: 5 } } })
const [product] = products
if (!product) throw new Error('nothing is sold')
const items = [{ product_id: product.id, quantity: 2 }]
const { data: quote } = await shop.POST('/cart/quote', { body: { items } })
const { data: order, error } = await shop.POST('/orders', {
  params: { header: { 'Idempotency-Key': 'typed-client-1' } },
  body: {
    items,
    payment_method: 'cod',
    shipping_address: {
      full_name: 'Asha Rao',
      phone: '9845012345',
      address_line1: '1, Main Road',
      city: 'Mysuru',
      state: 'Karnataka',
      postal_code: '570001',
    },
  },
})
if (!order) throw new Error(error.code + ': ' + error.error)
const { data: storedOrder } = await shop.GET('/orders/{id}', { params: { path: { id: order.id } } })
const { error: none } = await shop.GET('/orders/{id}', { params: { path: { id: 'none' } } })
console.log(JSON.stringify({ name: product.name, quoted: quote?.total, total: storedOrder?.total, status: storedOrder?.status, none: none?.code }))

// @ts-expect-error no such method of payment
void (() => shop.POST('/orders', { params: { header: { 'Idempotency-Key': 'k' } }, body: { items, payment_method: 'gold' } }))
// @ts-expect-error no such path
void (() => shop.GET('/nothing'))
// @ts-expect-error an order has no such field
void order.price
`

const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
  files: ['purchase.ts', 'shop-api.d.ts'],
}

const shop = await testDatabase()
const auth = testAuth(shop)
const api = createApi({
  ctxFor: shop.ctx,
  identify: (headers) => currentActor({ auth, db: shop.db, now: () => new Date() }, headers),
  auth,
  checkPassword: async () => ({ ok: false, reason: 'wrong' }),
  sessionCookie: (token) => sessionCookie(auth, token),
  limits: NO_RATE_LIMITS,
  features: ALL_FEATURES,
  mailbox: null,
  pdf: renderInline,
  productSearch: shop.productSearch,
  hasSandbox: true,
  orderEvents: { open: () => null },
  reportError: (error) => expect.fail(`the API failed: ${error}`),
})
const site = new Hono().route('/api', api)
const server = createServer(getRequestListener(site.fetch, { overrideGlobalObjects: false }))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`
afterAll(() => promisify(server.close.bind(server))())

/** The generator needs the JavaScript API of TypeScript 5, which this project's compiler lacks. */
async function generateTypes(document: object): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
  })
  const { default: generate, astToString } = await import('openapi-typescript')
  hooks.deregister()
  return astToString(await generate(document as never))
}

/** Runs a script and returns its output. Throws with the output for an exit code other than 0. */
async function runScript(file: string, ...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [file, ...args])
  const { stdout } = await run.catch(({ stdout, stderr }) => expect.fail(`${file}: ${stdout} ${stderr}`))
  return stdout
}

it('a client with generated types places an order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-client-'))
  try {
    const document = await (await fetch(`${url}/openapi.json`)).json()
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'shop-api.d.ts'), await generateTypes(document))
    await writeFile(join(folder, 'purchase.ts'), PURCHASE)
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
    await runScript(join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder)

    await makeProduct(shop.db, { name: 'Ragi Meal Mix', stockQuantity: 9 }, NOW)
    const { id, email } = await makeUser(shop.db, { password: PASSWORD }, NOW)
    const printed = JSON.parse(await runScript(join(folder, 'purchase.ts'), url, ORIGIN, email, PASSWORD))
    expect(printed).toEqual({
      name: 'Ragi Meal Mix',
      quoted: 236,
      total: 236,
      status: 'pending',
      none: 'order_not_found',
    })
    const orders = await shop.db.selectFrom('orders').select('userId').execute()
    expect(orders).toEqual([{ userId: id }])
  } finally {
    await rm(folder, { recursive: true })
  }
}, 120_000)
