import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { ApiDeps } from '#api/deps.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import { createApiKey } from '#shop/customers/api-keys.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { KEY_SCOPES } from '#shop/kernel/permissions.ts'
import { DECLARED, type Row, statusesOf, UNDECLARED } from '#tests/access/api-rows.ts'
import { makeEverybody, ownThings } from '#tests/access/api-things.ts'
import { deriveRows } from '#tests/access/derived-rows.ts'
import { testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { type Document, operationsOf } from '#tests/contract/document.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'

const shop = await testDatabase()
const people = await makeEverybody(shop)
const things = ownThings(shop, people)
const deps: Partial<ApiDeps> = {
  auth: testAuth(shop),
  mailbox: demoMailbox(shop.db, () => NOW),
  // A stream that ends immediately.
  orderEvents: { open: () => ({ next: async () => 'closed', close: () => {} }) },
}
const { api, call, errors } = apiClient(shop.ctx, deps)

const site = new Hono().route('/api', api)

const contract: Document = await (await api.request('/openapi.json')).json()
const ROWS = [...DECLARED, ...deriveRows(api, contract, DECLARED)]

it('the table has a row for every route of the API, and no row for a removed route', () => {
  const routes = api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  const routesWithRow = [...ROWS, ...UNDECLARED].map(({ route }) => route)
  const missing = routes.filter((route) => !routesWithRow.includes(route))
  expect(missing, 'guard and `security` do not tell who may call these: declare them in api-rows.ts').toEqual(
    [],
  )
  expect(routesWithRow.filter((route) => !routes.includes(route))).toEqual([])
})

/** The routes that a PIN session may use. On all other routes it counts as a visitor. */
const BY_PIN = /^\w+ \/(work-logs\b|send-approval-notification$|users\/me\/(payouts|messages)$)/
const byPin = { ...people.worker, withPin: true } as const
// Only admins create and remove tasks, and they have no PIN.
const ADMIN_ONLY = ['POST /work-logs', 'DELETE /work-logs/:id']

const nameOf = ({ route, what }: Row) => (what ? `${route} (${what})` : route)

it.each(ROWS.map((row) => [nameOf(row), row] as const))(
  'answers each role as its row says: %s',
  async (_, row) => {
    const [method = ''] = row.route.split(' ')
    // A refused request or a GET changes nothing, so the next person can send the same request.
    let unused: Awaited<ReturnType<typeof row.request>> | null = null
    const requestAs = async (actor: Actor) => {
      unused ??= await row.request(things, people)
      const [path, content = {}] = unused
      const { status } = await call(actor, method, path, content)
      if (status < 400 && method !== 'GET') unused = null
      return status
    }
    const statuses: number[] = []
    for (const actor of Object.values(people)) statuses.push(await requestAs(actor))
    expect(statuses).toEqual(statusesOf(row))
    const [asVisitor, , , asWorker] = row.expected
    const isOpen = BY_PIN.test(row.route) && !ADMIN_ONLY.includes(row.route)
    expect(await requestAs(byPin), 'signed in with a PIN').toBe(isOpen ? asWorker : asVisitor)
    expect(errors).toEqual([])
  },
)

/** API keys of the owner: one with all scopes, one with `orders.list`, which no route accepts without another scope. */
const { key } = must(
  await createApiKey(shop.ctx(people.admin), { name: 'All', scopes: [...KEY_SCOPES], days: 30 }),
)
const poor = must(
  await createApiKey(shop.ctx(people.admin), { name: 'List', scopes: ['orders.list'], days: 30 }),
).key
const operations = operationsOf(contract)

it.each(ROWS.map((row) => [nameOf(row), row] as const))(
  'answers an API key by its scopes, or as a visitor if the contract names no scopes: %s',
  async (_, row) => {
    const [method = '', route = ''] = row.route.split(' ')
    const path = route.replace(/:(\w+)/g, '{$1}')
    const operation = operations.find((each) => each.method === method && each.path === path)
    const scopes = operation?.security?.flatMap((scheme) => ('apiKey' in scheme ? [scheme.apiKey] : []))[0]
    const [address, content = {}] = await row.request(things, people)
    const callWith = (apiKey: string) =>
      call(VISITOR, method, address, { ...content, headers: { ...content.headers, 'x-api-key': apiKey } })
    const [visitor, , , , , owner] = row.expected
    if (!scopes) {
      // Some public routes show more to keys.
      expect([visitor, owner]).toContain((await callWith(key)).status)
      return
    }
    // A refused request changes nothing, so it can be sent again with the next key.
    const refused = await callWith(poor)
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } })
    expect(refused.body.error).toContain(`'${scopes.find((scope) => scope !== 'orders.list')}'`)
    expect((await callWith(key)).status).toBe(owner)
  },
)

it.each(UNDECLARED.map((row) => [nameOf(row), row] as const))(
  'answers a request without an actor, as its row says: %s',
  async (_, row) => {
    const [method = ''] = row.route.split(' ')
    const [path, content = {}] = await row.request(things, people)
    expect(await requestStatus(method, path, content.body)).toBe(row.expected[0])
  },
)

it('refuses a session that lacks its second factor, and gives the reason', async () => {
  const answer = await call(people.admin, 'GET', '/orders', { headers: { 'x-weak': 'yes' } })
  expect(answer).toMatchObject({ status: 401, body: { code: 'factor_needed' } })
})

it('refuses a change of roles if the second factor was verified more than ten minutes ago', async () => {
  const real = apiClient((actor) => {
    const ctx = shop.ctx(actor)
    return { ...ctx, config: { ...ctx.config, isDemo: false } }
  }, deps)
  const factorAt = new Date(NOW.getTime() - 11 * 60_000)
  const body = { is_worker: true }
  const answer = await real.call({ ...people.admin, factorAt }, 'PUT', `/users/${people.customer.id}`, {
    body,
  })
  expect(answer).toMatchObject({ status: 403, body: { code: 'factor_stale' } })
})

/** Parameters are checked before the address, so the rows of the ids need not exist. */
const READS = new Set(ROWS.flatMap(({ route }) => (route.startsWith('GET ') ? route.slice(4) : [])))

it.each([...READS])('refuses an undeclared parameter of GET %s and names it', async (route) => {
  const path = route.replace(/:\w+/g, '00000000-0000-4000-8000-000000000099')
  const { status, body } = await call(people.admin, 'GET', `${path}?serach=ragi`)
  expect([status, Object.keys(body.fields)]).toEqual([422, ['serach']])
})

/** The status of a request without an actor, for endpoints outside the contract. */
async function requestStatus(method: string, path: string, body?: unknown): Promise<number> {
  const origin = { origin: 'http://shop.test' }
  const json = body !== undefined && {
    body: JSON.stringify(body),
    headers: { ...origin, 'content-type': 'application/json' },
  }
  return (await site.request(`http://shop.test/api${path}`, { method, headers: origin, ...json })).status
}
