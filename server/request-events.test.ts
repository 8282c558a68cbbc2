import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readRegistry } from '#server/page-registry.ts'
import { eventsOf, pathWithIds, routeOf } from '#server/request-events.ts'

const none = { events: [], fields: {}, isLeftToJob: false }
const request = { method: 'GET', route: '/orders/:id', ids: ['00000000-0000-4000-8000-000000000099'] }
const finished = { userId: 'u1', isPrivate: true, status: 200, location: null, request }
const namesOf = (more: Partial<typeof finished> | { location: string }, notes: Partial<typeof none> = {}) =>
  eventsOf({ ...none, ...notes }, { ...finished, ...more }).map(({ event }) => event)

it('logs 401, 403, a visitor’s redirect to sign-in and 404 of a private record as authorization failures', () => {
  for (const status of [401, 403, 404]) expect(namesOf({ status })).toEqual(['authz_fail'])
  const away = { status: 302, location: '/auth/signin?returnTo=%2Forders' }
  expect(eventsOf(none, { ...finished, ...away, userId: null })).toEqual([
    { event: 'authz_fail', userId: null, status: 302, ...request },
  ])
  expect(namesOf({ ...away })).toEqual([])
  expect(namesOf({ status: 404, isPrivate: false })).toEqual([])
  expect(namesOf({ status: 404, request: { ...request, route: '/nothing' } })).toEqual([])
  expect(namesOf({ status: 200 })).toEqual([])
})

it('logs no event of its own for a refusal that has a more exact event or is left to a job', () => {
  const event = { event: 'authn_login_fail', way: 'pin', userId: null } as const
  expect(eventsOf({ ...none, events: [event] }, { ...finished, status: 401 })).toEqual([event])
  expect(namesOf({ status: 401 }, { isLeftToJob: true })).toEqual([])
})

it('logs the fields that a schema refused, unreadable bodies, and rate limits', () => {
  const fields = { email: 'invalid_format' }
  expect(eventsOf({ ...none, fields }, { ...finished, status: 422 })).toEqual([
    { event: 'input_validation_fail', userId: 'u1', status: 422, fields, ...request },
  ])
  expect(eventsOf(none, { ...finished, status: 413 })).toMatchObject([{ fields: { body: 'too_large' } }])
  expect(eventsOf(none, { ...finished, status: 405 })).toMatchObject([{ fields: { method: 'not_allowed' } }])
  // A use case's refusal is not a validation failure.
  expect(namesOf({ status: 422 })).toEqual([])
  expect(namesOf({ status: 429 })).toEqual(['excess_rate_limit_exceeded'])
})

const page = (path: string, search: PageHandle['search']) => ({
  id: path,
  path,
  module: {
    handle: { title: 'x', description: 'x', side: 'shop', guard: 'none', access: { get: 200 }, search },
  },
})
const pages = [page('orders/:id', 'noindex'), page('orders/list', 'noindex'), page('products/:slug', 'open')]
const registry = readRegistry(Object.fromEntries(pages.map((page) => [page.id, page])))
const ID = '0b2c6a52-7a3f-4f0e-9d11-0d8c5b1f2a77'

it('finds a request’s route pattern and row ids, without other parts of its path', async () => {
  const lines: unknown[] = []
  const site = new Hono<{ Variables: { person?: object } }>()
  site.use(async (c, next) => {
    await next()
    lines.push(routeOf(c, registry))
  })
  site.get('/api/orders/:id', (c) => {
    c.set('person', {})
    return c.text('')
  })
  for (const path of [
    `/orders/${ID}.data`,
    '/orders/list',
    '/products/asha',
    '/asha',
    `/api/orders/${ID}`,
    '/api/asha',
    '/api/auth/get-session',
    '/api/auth/asha',
    '/api/sign-out',
  ])
    await site.request(path)
  expect(lines).toEqual([
    { isPrivate: true, request: { method: 'GET', route: '/orders/:id', ids: [ID] } },
    { isPrivate: true, request: { method: 'GET', route: '/orders/list', ids: [] } },
    { isPrivate: false, request: { method: 'GET', route: '/products/:slug', ids: [] } },
    { isPrivate: false, request: { method: 'GET', route: '*', ids: [] } },
    { isPrivate: true, request: { method: 'GET', route: '/api/orders/:id', ids: [ID] } },
    { isPrivate: false, request: { method: 'GET', route: '/api/*', ids: [] } },
    { isPrivate: false, request: { method: 'GET', route: '/api/auth/get-session', ids: [] } },
    { isPrivate: false, request: { method: 'GET', route: '/api/*', ids: [] } },
    { isPrivate: false, request: { method: 'GET', route: '/api/*', ids: [] } },
  ])
})

it('fills a route’s pattern with row ids only', () => {
  expect(pathWithIds(`/orders/${ID}.data`, '/orders/:id')).toBe(`/orders/${ID}`)
  expect(pathWithIds(`/sheets/${ID}/asha.csv`, '/sheets/:group/:file')).toBe(`/sheets/${ID}/:file`)
  expect(pathWithIds('/admin/9845012345', '*')).toBe('*')
})
