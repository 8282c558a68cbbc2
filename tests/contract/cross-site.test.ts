/** Every endpoint that changes data refuses cross-site posts of browsers, and declares this in the contract. */
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { refuseOtherSites } from '#server/same-origin.ts'
import { apiClient } from '#tests/api-client.ts'
import { type Document, operationsOf, pointer, schemaCheck } from '#tests/contract/document.ts'
import { testDatabase } from '#tests/database.ts'

const { ctx } = await testDatabase()
const { api } = apiClient(ctx)
const contract: Document = await (await api.request('/openapi.json')).json()
const check = schemaCheck(contract)
const site = new Hono().use(refuseOtherSites(['http://shop.test'])).route('/api', api)
const unsafe = operationsOf(contract).filter(({ method }) => method !== 'GET')
const CROSS_SITE: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
]

const call = (method: string, path: string, headers: Record<string, string>) =>
  site.request(`http://shop.test/api${path.replace(/\{\w+\}/g, 'x')}`, { method, headers })

it('finds the endpoints that change data', () => {
  expect(unsafe.length).toBeGreaterThan(25)
})

it.each(unsafe.filter(({ path }) => !path.startsWith('/webhooks/')))(
  'refuses a cross-site $method $path',
  async (operation) => {
    const { method, path, responses } = operation
    for (const headers of CROSS_SITE) {
      const answer = await call(method, path, headers)
      const body = await answer.json()
      expect([answer.status, body.code]).toEqual([403, 'cross_site'])
      const place = ['paths', path, method.toLowerCase(), 'responses', '403', 'content', 'application/json']
      expect(Object.keys(responses)).toContain('403')
      check(pointer([...place, 'schema']), body, `${method} ${path}`)
    }
  },
)

it.each(['/auth/sign-in/email', '/auth/sign-out', '/auth/sign-up/email', '/nothing'])(
  'refuses a cross-site POST %s, which the contract does not declare',
  async (path) => {
    for (const headers of CROSS_SITE) expect((await call('POST', path, headers)).status).toBe(403)
  },
)

it("accepts a payment provider's webhook and the post of its page", async () => {
  for (const headers of CROSS_SITE) {
    expect((await call('POST', '/webhooks/{provider}', headers)).status).toBe(404)
    expect((await call('POST', '/payments/return', headers)).status).toBe(303)
  }
})
