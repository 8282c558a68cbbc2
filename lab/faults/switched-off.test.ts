/**
 * A shop with newsletter, reviews, hydration and programme switched off: their pages are 404, and no page links there.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { signInStaff, startRealShop } from '#tests/real-shop.ts'
import { endShop, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const CLOSED = [
  /^\/newsletter(\/confirm)?$/,
  /^\/product\/[^/]+\/review$/,
  /^\/(hydration|replenish|shg-worker-dashboard|upload-task-photo|worker\.webmanifest)(\/|$)/,
  /^\/admin\/dashboard\/(task-approvals|tasks|payouts|planning)(\/|$)/,
]
const SETTINGS = { NEWSLETTER: 'off', REVIEWS: 'off', HYDRATION: 'off', WORKER_PROGRAMME: 'off' }

const database = await testDatabase()
let program: ShopProgram
let url: string
let admin: string

beforeAll(async () => {
  program = await startRealShop(database.url, makeOpenFolder(), SETTINGS)
  url = await readyShop(program)
  admin = await signInStaff(url, database.url)
})

afterAll(async () => {
  await endShop(program, 'SIGTERM')
  removeFolders()
})

/** True for a link to a page that is switched off. */
function isClosed(link: string): boolean {
  const path = link.replace(/[?#].*$/s, '')
  return CLOSED.some((pattern) => pattern.test(path))
}

const open = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { redirect: 'manual', headers: { cookie: admin, origin: url }, ...init })

it.each([
  '/newsletter',
  '/newsletter/confirm?token=one',
  `/product/${seedId(2)}/review`,
  '/hydration',
  '/Hydration/',
  '/%68ydration/impact',
  '/hydration/contact',
  '/replenish',
  '/replenish.data',
  '/shg-worker-dashboard',
  `/upload-task-photo/${randomUUID()}`,
  '/worker.webmanifest',
  '/admin/dashboard/task-approvals',
  '/admin/dashboard/tasks/new',
  '/admin/dashboard/payouts',
  '/admin/dashboard/planning',
  '/api/work-logs',
])('%s answers 404 even to an admin', async (path) => {
  expect((await open(path)).status).toBe(404)
})

it('forms and API endpoints of features that are switched off answer 404 and change nothing', async () => {
  const form = new URLSearchParams({ email: 'asha@example.test', rating: '5', summary: 'Good.' })
  for (const path of ['/newsletter', `/product/${seedId(2)}/review`, '/hydration/contact'])
    expect([path, (await open(path, { method: 'POST', body: form })).status]).toEqual([path, 404])
  const headers = { 'content-type': 'application/json', origin: url, cookie: admin }
  for (const path of [
    '/newsletter-subscriptions',
    `/products/${seedId(2)}/reviews`,
    '/work-logs',
    '/send-approval-notification',
  ]) {
    const body = JSON.stringify({ email: 'asha@example.test', rating: 5, summary: 'Good.' })
    const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body })
    expect([path, answer.status]).toEqual([path, 404])
  }
  const { rows } = await database.pool.query('select count(*)::int as n from newsletter_subscriptions')
  expect(rows).toEqual([{ n: 0 }])
  const contract = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: object }
  expect(Object.keys(contract.paths).filter((path) => /work-logs|newsletter|reviews/.test(path))).toEqual([])
})

it('no page links to a feature that is switched off, and every page names the brand', async () => {
  const paths = ['/', '/about', '/impact', '/contact', '/products', `/product/${seedId(2)}`, '/profile']
  const pages = [
    ...paths,
    `/product/${seedId(31)}`,
    '/admin/dashboard',
    '/admin/dashboard/people',
    '/sitemap.xml',
  ]
  for (const path of [...pages, '/hydration', '/no-such-page']) {
    const html = await (await open(path)).text()
    const links = [...html.matchAll(/(?:href|action|loc)[=>]"?([^"<]+)/g)].map(([, to = '']) => to)
    const own = links.map((to) => to.replace(url, '')).filter((to) => to.startsWith('/'))
    expect([path, own.length > 5, own.filter(isClosed)]).toEqual([path, true, []])
    expect([path, path.endsWith('.xml') || html.includes('Cultiva')]).toEqual([path, true])
  }
})

it('the page to unsubscribe from the newsletter still opens', async () => {
  expect((await open('/newsletter/unsubscribe?token=one')).status).toBe(200)
})
