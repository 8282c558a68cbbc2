/** Posts every page action with valid fields: roles without access are refused and change nothing, others succeed. */

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

/** A digest of each of these tables, without the audit log's entries about refused pages. */
async function contentOf(tables: readonly string[]): Promise<string[]> {
  const plain = shop.db.withoutPlugins()
  const rows = tables.map((table) =>
    sql<{ digest: string }>`
      select md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as digest
      from ${sql.table(table)} as one
      where to_jsonb(one) ->> 'entity' is distinct from 'page'`.execute(plain),
  )
  return (await Promise.all(rows)).map(({ rows }) => rows[0]?.digest ?? '')
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
/** Cookies of STAFF_COLUMNS with a second factor that was never verified, or more than ten minutes ago. */
const [weak, stale]: [string[], string[]] = [[], []]

beforeAll(async () => {
  // The program decrypts values that the tests encrypt.
  const secret = SECRET
  program = await startRealShop(shop.url, makeOpenFolder(), { AUTH_SECRET: secret })
  url = await readyShop(program)
  const demoUser = (email: string) => makeUser(shop.db, { email })
  const everybody = await makeEverybody({ ...shop, ctx })
  const account = { email: 'worker@demo.test', password: DEMO_PASSWORD }
  const admin = ctx(await demoUser('admin@demo.test'))
  const { groupId } = must(await createGroup(admin, { name: 'Annapurna group', place: 'Dharwad' }))
  const worker = await makeWorker(admin, { user: account, groupId })
  const coordinator = await makeCoordinator(admin, [groupId], { email: 'coordinator@demo.test' })
  const [customer, itsAdmin] = [await demoUser('customer@demo.test'), await demoUser('admin@demo.test')]
  people = { ...everybody, customer, worker, admin: itsAdmin, coordinator }
  things = ownThings({ ...shop, ctx }, people)
  const accounts = ['customer@demo.test', 'worker@demo.test', 'admin@demo.test']
  cookies = ['']
  for (const email of accounts) cookies.push(await signIn(url, email))
  await proveSessions(shop.url)
  // Inserts sessions, because the rate limit allows no more sign-ins.
  for (const { id } of [
    coordinator,
    everybody.manager,
    everybody.packer,
    everybody.accountant,
    everybody.support,
  ]) {
    const session = await makeSession(shop.db, id, secret)
    cookies.push(`${session.name}=${session.value}`)
  }
  for (const { id } of [
    everybody.admin,
    coordinator,
    everybody.manager,
    everybody.packer,
    everybody.accountant,
    everybody.support,
  ]) {
    const makeCookie = async (factorAt: Date | null) => {
      const session = await makeSession(shop.db, id, secret, { factorAt })
      return `${session.name}=${session.value}`
    }
    weak.push(await makeCookie(null))
    stale.push(await makeCookie(new Date(Date.now() - 11 * 60_000)))
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

/** The page after a post: the response itself, or the target of its redirect. */
async function pageAfter(response: Response, cookie: string): Promise<string> {
  const leadsTo = response.headers.get('location')
  return leadsTo === null ? response.text() : open(leadsTo, cookie)
}

describe('page actions with valid fields', () => {
  it('have a row for every page that accepts posts', () => {
    const accepting = PAGE_ROWS.filter(
      ([, , , post]) => post === null || post.some((status) => status !== 405),
    )
    const covered = [...new Set([...ROWS.map(({ id }) => id), ...PUBLIC])]
    const ids = new Set(accepting.map(([id]) => id))
    // Pages for unknown URLs answer posts like any request, and change nothing.
    for (const id of ['frame/not-found', 'admin/not-found']) ids.delete(id)
    expect(covered.toSorted()).toEqual([...ids].toSorted())
  })

  it.each(ROWS.map((row) => [row.id, row] as const))(
    'answer each role as the row says: %s',
    async (_, row) => {
      const { tables, post } = row

      // A PIN session opens the worker's screens and counts as a visitor's everywhere else.
      const withPin = row.expected[row.id.startsWith('programme/worker/') ? 2 : 0]
      const expected = [...statusesOf(row), withPin]
      const answers: number[] = []
      const changed: boolean[] = []
      for (const cookie of cookies) {
        const [path, fields, ...texts] = await post(things, people, desk)
        const content = await contentOf(tables)
        const response = await send(path, fields, cookie)
        const page = await pageAfter(response, cookie)
        answers.push(response.status)
        changed.push(`${await contentOf(tables)}` !== `${content}`)
        for (const text of response.status < 400 ? texts : []) expect(page).toContain(text)
      }
      expect(answers).toEqual(expected)
      // A refused role changed nothing; an allowed one did, if the action changes a table.
      const isRefused = (index: number) => (expected[index] ?? 0) >= 400
      expect(changed.filter((_, index) => isRefused(index))).not.toContain(true)
      const changedByAllowed = changed.filter((_, index) => !isRefused(index))
      if (tables.length > 0 && changedByAllowed.length > 0) expect(changedByAllowed).toContain(true)
    },
  )
})

describe('a session whose second factor', () => {
  async function answer({ post, tables }: ActionRow, cookie: string) {
    const [path, fields] = await post(things, people, desk)
    const content = await contentOf(tables)
    const { status } = await send(path, fields, cookie)
    return { status, hasChanged: `${await contentOf(tables)}` !== `${content}` }
  }

  it.each(ROWS.map((row) => [row.id, row] as const))(
    'was never proven counts as a visitor’s: %s',
    async (_, row) => {
      // These pages ask for the factor.
      if (/^(auth\/factor|account\/security$)/.test(row.id)) return
      const visitor = await answer(row, '')
      for (const cookie of weak) {
        const { status, hasChanged } = await answer(row, cookie)
        expect(status).toBe(visitor.status)
        if (status >= 400) expect(hasChanged).toBe(false)
        // One try is enough for an action that is open to everybody.
        else break
      }
    },
  )

  it.each(ROWS.map((row) => [row.id, row] as const))(
    'was proven too long ago is refused only sensitive actions: %s',
    async (_, row) => {
      const owner = statusesOf(row)[3]
      const { status, hasChanged } = await answer(row, stale[0] ?? '')
      // Some actions are possible only once, and were done above.
      if (!row.isSensitive) return expect([owner, 409]).toContain(status)
      expect({ status, hasChanged }).toEqual({ status: 403, hasChanged: false })
      for (const cookie of stale.slice(1))
        expect(await answer(row, cookie)).toEqual({ status: 403, hasChanged: false })
    },
  )

  it('was never proven is redirected from every guarded page to the page that asks for it', async () => {
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
  ])('was proven too long ago opens no file with personal data: %s', async (path) => {
    const response = await fetch(url + path, { redirect: 'manual', headers: { cookie: stale[0] ?? '' } })
    const query = new URLSearchParams({ returnTo: path })
    expect([response.status, response.headers.get('location')]).toEqual([302, `/auth/factor?${query}`])
  })
})

// React Router runs a resource route's loader for OPTIONS, too.
it('OPTIONS refuses a download to the same roles as GET', async () => {
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
