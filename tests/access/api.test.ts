import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { ApiDeps } from '#api/deps.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DECLARED, ROWS, statusesOf } from '#tests/access/api-rows.ts'
import { everybody, ownThings } from '#tests/access/api-things.ts'
import { testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const shop = await testDatabase()
const people = await everybody(shop)
const things = ownThings(shop, people)
const deps: Partial<ApiDeps> = {
  auth: testAuth(shop),
  mailbox: demoMailbox(shop.db, () => NOW),
  // A stream that ends immediately.
  orderEvents: { open: () => ({ next: async () => 'closed', close: () => {} }) },
}
const { api, ask, errors } = apiClient(shop.ctx, deps)

const site = new Hono().route('/api', api)

it('has a row for every route of the API, and for no removed one', () => {
  const routes = api.routes.filter(({ method }) => method !== 'ALL')
  const found = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  expect([...new Set(ROWS.map(({ route }) => route))].toSorted()).toEqual([...found].toSorted())
})

it.each(ROWS.map((row) => [`${row.route}${row.what ? ` (${row.what})` : ''}`, row] as const))(
  '%s',
  async (_, row) => {
    const [method = ''] = row.route.split(' ')
    const answers: number[] = []
    for (const actor of Object.values(people)) {
      const [path, sent = {}] = await row.request(things, people)
      if (DECLARED.includes(row)) answers.push((await ask(actor, method, path, sent)).status)
      else answers.push(await askPlainly(method, path, sent.body))
    }
    expect(answers).toEqual(statusesOf(row))
    expect(errors).toEqual([])
  },
)

/** Whose sessions need a second factor. */
const { admin, coordinator, manager, packer, accountant, support } = people
const STAFF_PEOPLE: Person[] = [admin, coordinator, manager, packer, accountant, support]

/** The routes that a session by PIN opens; on all others its browser is a visitor. */
const BY_PIN = /^\w+ \/(work-logs\b|send-approval-notification$)/
const byPin = { ...people.worker, withPin: true } as const
// Creating and removing tasks is for admins, who have no PIN.
const ADMIN_ONLY = ['POST /work-logs', 'DELETE /work-logs/:id']

it.each(DECLARED.map((row) => [`${row.route}${row.what ? ` (${row.what})` : ''}`, row] as const))(
  '%s, signed in with a PIN',
  async (_, row) => {
    const [method = ''] = row.route.split(' ')
    const [path, sent = {}] = await row.request(things, people)
    const [asVisitor, , , asWorker] = row.expected
    const isOpen = BY_PIN.test(row.route) && !ADMIN_ONLY.includes(row.route)
    expect((await ask(byPin, method, path, sent)).status).toBe(isOpen ? asWorker : asVisitor)
  },
)

it.each(DECLARED.map((row) => [`${row.route}${row.what ? ` (${row.what})` : ''}`, row] as const))(
  '%s, with a session that lacks its second factor',
  async (_, row) => {
    const [method = ''] = row.route.split(' ')
    for (const person of STAFF_PEOPLE) {
      const [path, sent = {}] = await row.request(things, people)
      const headers = { ...sent.headers, 'x-weak': 'yes' }
      const { status, body } = await ask(person, method, path, { ...sent, headers })
      expect(status).toBe(row.expected[0])
      if (status === 401) expect(body.code).toMatch(/^(factor_needed|signed_out)$/)
    }
  },
)

/** What an owner is refused when the second factor was proven more than ten minutes ago. */
const SENSITIVE = ['PUT /users/:id (roles)']
const realShop = apiClient((actor) => {
  const ctx = shop.ctx(actor)
  return { ...ctx, config: { ...ctx.config, isDemo: false } }
}, deps)
const longAgo = { factorAt: new Date(NOW.getTime() - 11 * 60_000) }

it.each(DECLARED.map((row) => [`${row.route}${row.what ? ` (${row.what})` : ''}`, row] as const))(
  '%s, with a factor that was proven longer ago',
  async (name, row) => {
    const [method = ''] = row.route.split(' ')
    const everybodys = statusesOf(row)
    for (const [at, person] of Object.values(people).entries()) {
      if (person.kind === 'visitor' || !STAFF_PEOPLE.includes(person)) continue
      const [path, sent = {}] = await row.request(things, people)
      const { status, body } = await realShop.ask({ ...person, ...longAgo }, method, path, sent)
      const isSensitive = SENSITIVE.includes(name) && (everybodys[at] ?? 0) < 400
      expect([status, isSensitive && body.code]).toEqual(
        isSensitive ? [403, 'factor_stale'] : [everybodys[at], false],
      )
    }
  },
)

it.each(DECLARED.filter(({ route }) => route.startsWith('GET ')).map((row) => [row.route, row] as const))(
  '%s refuses a parameter that it does not declare, and names it',
  async (_, row) => {
    const [path] = await row.request(things, people)
    for (const [who, actor] of Object.entries(people)) {
      const url = `${path}${path.includes('?') ? '&' : '?'}serach=ragi`
      const { status, body } = await ask(actor, 'GET', url)
      const mayAsk = statusesOf(row)[Object.keys(people).indexOf(who)] !== 401
      expect({ who, status }).toEqual({ who, status: mayAsk ? 422 : 401 })
      if (mayAsk) expect(Object.keys(body.fields)).toEqual(['serach'])
    }
  },
)

/** Endpoints outside the contract answer all roles alike, so no actor is named. */
async function askPlainly(method: string, path: string, body?: unknown): Promise<number> {
  const origin = { origin: 'http://shop.test' }
  const json = body !== undefined && {
    body: JSON.stringify(body),
    headers: { ...origin, 'content-type': 'application/json' },
  }
  return (await site.request(`http://shop.test/api${path}`, { method, headers: origin, ...json })).status
}
