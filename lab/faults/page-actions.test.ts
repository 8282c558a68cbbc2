/** Every page action with valid fields: roles without access are refused and change nothing, others succeed. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSession } from '#db/factories/session.ts'
import { makeCoordinator, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { type ActionRow, actionRows, type Desk, type Fields } from '#lab/faults/action-rows.ts'
import { adminActionRows } from '#lab/faults/admin-action-rows.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { createGroup } from '#shop/programme/manage-groups.ts'
import { insertPhoneSession } from '#shop/programme/sign-in.sql.ts'
import { type Everybody, makeEverybody, type OwnThings, ownThings } from '#tests/access/api-things.ts'
import { PAGE_ROWS } from '#tests/access/page-rows.ts'
import { staffStatuses } from '#tests/access/staff-columns.ts'
import { SECRET, testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { must } from '#tests/must.ts'
import { proveSessions, startRealShop } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop, type ShopProgram } from '#tests/shop-program.ts'

const shop = await testDatabase()
/** The program has its own clock. */
const ctx = (actor?: Actor) => shop.ctx(actor, { now: new Date() })
const ROWS = [...actionRows({ ...shop, ctx }), ...adminActionRows({ ...shop, ctx })]

/** Open to every role. */
const PUBLIC = [
  'storefront/product',
  'storefront/stock-notice-confirm',
  'storefront/stock-notice-leave',
  'contact/contact',
  'contact/hydration-contact',
  'contact/newsletter',
  'contact/newsletter-confirm',
  'contact/newsletter-unsubscribe',
  'cart/cart',
  'checkout/sandbox-pay',
  'auth/signin',
  'auth/signup',
  'auth/reset-password',
  'auth/verify-email',
  'auth/first-admin',
  'auth/invitation',
  'auth/signout',
  'programme/worker/join',
  'programme/worker/signin',
]

/** The whole content of these tables as text, but for entries about what was refused. */
async function contentOf(tables: readonly string[]): Promise<string[]> {
  const plain = shop.db.withoutPlugins()
  const rows = tables.map((table) =>
    sql<{ digest: string }>`
      select md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as digest
      from ${sql.table(table)} as one
      where to_jsonb(one) ->> 'entity' is distinct from 'page'`.execute(plain),
  )
  return (await Promise.all(rows)).map((found) => found.rows[0]?.digest ?? '')
}

const GUARDS = new Map(PAGE_ROWS.map(([id, , , , guard]) => [id, guard]))

/** The statuses of visitor, customer, worker and STAFF_COLUMNS. */
function statusesOf({ id, expected, permission, others }: ActionRow): number[] {
  const [visitor, customer, worker, owner] = expected
  const guard = GUARDS.get(id) ?? 'none'
  const needed = permission ?? (guard === 'worker' ? 'programme' : guard === 'none' ? 'orders.view' : guard)
  const otherwise = guard === 'none' ? worker : 403
  return [visitor, customer, worker, ...staffStatuses(needed, { allowed: owner, otherwise, ...others })]
}

let program: ShopProgram
let url: string
let people: Everybody
let things: OwnThings
/** Cookie headers of visitor, customer, worker, STAFF_COLUMNS, and the worker by PIN. */
let cookies: string[]
/** Cookies of STAFF_COLUMNS whose second factor was never proven, or more than ten minutes ago. */
const [weak, stale]: [string[], string[]] = [[], []]

beforeAll(async () => {
  // The program decrypts values that the tests encrypt.
  const secret = SECRET
  program = await startRealShop(shop.url, makeOpenFolder(), { AUTH_SECRET: secret })
  url = await readyShop(program)
  const demoUser = (email: string) => makeUser(shop.db, { email })
  const made = await makeEverybody({ ...shop, ctx })
  const account = { email: 'worker@demo.test', password: DEMO_PASSWORD }
  const admin = ctx(await demoUser('admin@demo.test'))
  const { groupId } = must(await createGroup(admin, { name: 'Annapurna group', place: 'Dharwad' }))
  const worker = await makeWorker(admin, { user: account, groupId })
  const coordinator = await makeCoordinator(admin, [groupId], { email: 'coordinator@demo.test' })
  const [customer, itsAdmin] = [await demoUser('customer@demo.test'), await demoUser('admin@demo.test')]
  people = { ...made, customer, worker, admin: itsAdmin, coordinator }
  things = ownThings({ ...shop, ctx }, people)
  const accounts = ['customer@demo.test', 'worker@demo.test', 'admin@demo.test']
  cookies = ['']
  for (const email of accounts) cookies.push(await signIn(url, email))
  await proveSessions(shop.url)
  // More sign-ins at once are limited.
  for (const { id } of [coordinator, made.manager, made.packer, made.accountant, made.support]) {
    const session = await makeSession(shop.db, id, secret)
    cookies.push(`${session.name}=${session.value}`)
  }
  for (const { id } of [made.admin, coordinator, made.manager, made.packer, made.accountant, made.support]) {
    const since = async (factorAt: Date | null) => {
      const session = await makeSession(shop.db, id, secret, { factorAt })
      return `${session.name}=${session.value}`
    }
    weak.push(await since(null))
    stale.push(await since(new Date(Date.now() - 11 * 60_000)))
  }
  const phone = { userId: worker.id, token: 'the-phone-of-the-tests', isShared: false, now: new Date() }
  await insertPhoneSession(shop.db, phone)
  cookies.push(`worker_session=${phone.token}`)
})

afterAll(async () => {
  await endShop(program, 'SIGTERM')
  removeFolders()
})

async function send(path: string, fields: Fields, cookie: string): Promise<Response> {
  const headers = { origin: url, cookie }
  return fetch(url + path, { method: 'POST', redirect: 'manual', headers, body: bodyOf(fields) })
}

function bodyOf(fields: Fields): FormData | URLSearchParams {
  if (fields instanceof FormData || fields instanceof URLSearchParams) return fields
  const hasFile = Object.values(fields).some((value) => value instanceof File)
  if (!hasFile) return new URLSearchParams(fields as Record<string, string>)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const open = async (path: string, cookie: string) =>
  (await fetch(new URL(path, url), { headers: { cookie } })).text()
const desk: Desk = {
  open: (path) => open(path, cookies[3] ?? ''),
  answer: async (path, fields) => (await send(path, fields, cookies[3] ?? '')).text(),
}

/** The page shown after a post: the response itself, or its redirect's target. */
async function shownBy(response: Response, cookie: string): Promise<string> {
  const leadsTo = response.headers.get('location')
  return leadsTo === null ? response.text() : open(leadsTo, cookie)
}

describe('an action with the right fields', () => {
  it('has a row here for every page that takes posts', () => {
    const taking = PAGE_ROWS.filter(([, , , post]) => post === null || post.some((status) => status !== 405))
    const covered = [...new Set([...ROWS.map(({ id }) => id), ...PUBLIC])]
    const ids = new Set(taking.map(([id]) => id))
    // An unknown address answers posts like any request, and changes nothing.
    for (const nothing of ['frame/not-found', 'admin/not-found']) ids.delete(nothing)
    expect(covered.toSorted()).toEqual([...ids].toSorted())
  })

  it.each(ROWS.map((row) => [row.id, row] as const))('%s', async (_, row) => {
    const { expected: said, tables, post } = row

    // A PIN opens the worker's screens, and is a visitor's everywhere else.
    const withPin = said[row.id.startsWith('programme/worker/') ? 2 : 0]
    const expected = [...statusesOf(row), withPin]
    const answers: number[] = []
    const changed: boolean[] = []
    for (const cookie of cookies) {
      const [path, fields, ...texts] = await post(things, people, desk)
      const content = await contentOf(tables)
      const response = await send(path, fields, cookie)
      const page = await shownBy(response, cookie)
      answers.push(response.status)
      changed.push(`${await contentOf(tables)}` !== `${content}`)
      for (const text of response.status < 400 ? texts : []) expect(page).toContain(text)
    }
    expect(answers).toEqual(expected)
    // A refused role changed nothing; an allowed one did, where there is something to change.
    const isRefused = (who: number) => (expected[who] ?? 0) >= 400
    expect(changed.filter((_, who) => isRefused(who))).not.toContain(true)
    const heard = changed.filter((_, who) => !isRefused(who))
    if (tables.length > 0 && heard.length > 0) expect(heard).toContain(true)
  })
})

describe('a session whose second factor', () => {
  async function answer({ post, tables }: ActionRow, cookie: string) {
    const [path, fields] = await post(things, people, desk)
    const content = await contentOf(tables)
    const { status } = await send(path, fields, cookie)
    return { status, hasChanged: `${await contentOf(tables)}` !== `${content}` }
  }

  it.each(ROWS.map((row) => [row.id, row] as const))(
    'was never proven is a visitor’s: %s',
    async (_, row) => {
      // These ask for the factor.
      if (/^(auth\/factor|account\/security$)/.test(row.id)) return
      const visitor = await answer(row, '')
      for (const cookie of weak) {
        const { status, hasChanged } = await answer(row, cookie)
        expect(status).toBe(visitor.status)
        if (status >= 400) expect(hasChanged).toBe(false)
        // An action that is open to everybody is tried once.
        else break
      }
    },
  )

  it.each(ROWS.map((row) => [row.id, row] as const))(
    'was proven longer ago is refused sensitive actions only: %s',
    async (_, row) => {
      const owner = statusesOf(row)[3]
      const { status, hasChanged } = await answer(row, stale[0] ?? '')
      // Some things can be done once only, and were above.
      if (!row.isSensitive) return expect([owner, 409]).toContain(status)
      expect({ status, hasChanged }).toEqual({ status: 403, hasChanged: false })
      for (const cookie of stale.slice(1))
        expect(await answer(row, cookie)).toEqual({ status: 403, hasChanged: false })
    },
  )

  it('was never proven is led from every guarded page to the one that asks for it', async () => {
    const guarded = PAGE_ROWS.filter(([, , , , guard]) => guard !== 'none')
    expect(guarded.length).toBeGreaterThan(60)
    for (const [id, path] of guarded) {
      const address = path.replace(/\{\w+\}/g, randomUUID())
      const query = new URLSearchParams({ returnTo: address })
      for (const cookie of weak) {
        const response = await fetch(url + address, { redirect: 'manual', headers: { cookie } })
        expect([response.status, response.headers.get('location')], id).toEqual([
          302,
          `/auth/factor?${query}`,
        ])
      }
    }
  })

  it.each([
    '/admin/dashboard/orders/export.csv',
    '/admin/dashboard/exports/people.csv',
    '/admin/dashboard/accounts/files/sales.csv?period=2026-11',
    '/profile/my-data.json',
  ])('was proven longer ago opens no file with personal data: %s', async (path) => {
    const response = await fetch(url + path, { redirect: 'manual', headers: { cookie: stale[0] ?? '' } })
    const query = new URLSearchParams({ returnTo: path })
    expect([response.status, response.headers.get('location')]).toEqual([302, `/auth/factor?${query}`])
  })
})

// React Router runs a resource route's loader for OPTIONS, too.
it('a download is refused to the same roles by OPTIONS as by GET', async () => {
  for (const path of ['/admin/dashboard/orders/export.csv', '/admin/dashboard/products.csv']) {
    const statusOf = async (method: string, cookie: string) => {
      const response = await fetch(url + path, { method, headers: { cookie } })
      await response.arrayBuffer()
      return response.status
    }
    expect(await Promise.all(cookies.map((cookie) => statusOf('OPTIONS', cookie)))).toEqual([
      401, 403, 403, 200, 403, 200, 403, 403, 403, 401,
    ])
    expect(await Promise.all(cookies.map((cookie) => statusOf('GET', cookie)))).toEqual([
      401, 403, 403, 200, 403, 200, 403, 403, 403, 401,
    ])
  }
})
