/** Every action of a page with fields that are right: who may not is refused and changes nothing, who may is heard. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { DEMO_PASSWORD } from '#db/seed/seed-demo.ts'
import type { Actor } from '#shop/customers/actor.ts'
import { saveAddress } from '#shop/customers/save-address.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { type Everybody, everybody, ownThings } from '#tests/access/api-things.ts'
import { PAGE_ROWS } from '#tests/access/page-rows.ts'
import { testDatabase } from '#tests/database.ts'
import { openRoom, removeRooms } from '#tests/faults/rooms.ts'
import { startRealShop } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop, type ShopProgram } from '#tests/shop-program.ts'

type Statuses = readonly [visitor: number, customer: number, worker: number, admin: number]
type Fields = Record<string, string | File>
type Things = ReturnType<typeof ownThings>

type ActionRow = {
  /** The file below app/routes. */
  file: string
  expected: Statuses
  /** Where changes would be seen. */
  tables: string[]
  /** Made anew for each post. */
  post(things: Things, people: Everybody): Promise<[path: string, fields: Fields]>
}

const ADDRESS = {
  fullName: 'Asha Rao',
  phone: '9845012345',
  addressLine1: '1, Main Road',
  addressLine2: '',
  city: 'Mysuru',
  state: 'Karnataka',
  postalCode: '570001',
}
const ADMIN = '/admin/dashboard'
const NOTHING = '00000000-0000-4000-8000-000000000099'

const admin = (status: number): Statuses => [401, 403, 403, status]
const at =
  (path: string, fields: Fields): ActionRow['post'] =>
  async () => [path, fields]

const shop = await testDatabase()
/** The program has its own clock. */
const ctx = (actor?: Actor) => shop.ctx(actor, { now: new Date() })
let serial = 0

const ROWS: ActionRow[] = [
  {
    file: 'storefront/review.tsx',
    expected: [401, 303, 403, 403],
    tables: ['reviews'],
    post: async (t) => [
      `/product/${(await t.order('delivered')).productId}/review`,
      { rating: '5', summary: 'Cooks in ten minutes, good with curd.' },
    ],
  },
  {
    file: 'checkout/cart-sync.ts',
    expected: [401, 200, 200, 200],
    tables: [],
    post: at('/cart/sync', {}),
  },
  {
    file: 'checkout/checkout.tsx',
    expected: [401, 200, 200, 200],
    tables: ['saved_addresses', 'orders'],
    post: at('/checkout', { ...ADDRESS, saveAddress: 'on' }),
  },
  {
    file: 'account/profile.tsx',
    expected: [401, 200, 200, 200],
    tables: ['users'],
    post: at('/profile', { fullName: 'Asha Devi Rao', phoneNumber: '9845012345' }),
  },
  {
    file: 'account/devices.tsx',
    expected: [302, 302, 302, 302],
    tables: [],
    post: at('/profile/devices', { device: NOTHING }),
  },
  {
    file: 'account/new-address.tsx',
    expected: [401, 303, 303, 303],
    tables: ['saved_addresses'],
    post: at('/profile/addresses/new', ADDRESS),
  },
  {
    file: 'account/edit-address.tsx',
    expected: [401, 303, 404, 404],
    tables: ['saved_addresses'],
    post: async (_, { customer }) => {
      const id = await ownAddress(customer)
      return [`/profile/addresses/${id}`, { ...ADDRESS, city: 'Hubballi' }]
    },
  },
  {
    file: 'account/mails.ts',
    expected: [303, 303, 303, 303],
    tables: ['users', 'consents'],
    post: at('/profile/mails', { newsletter: 'on', 'referral-mails': 'on' }),
  },
  {
    file: 'account/delete.tsx',
    expected: [401, 422, 422, 422],
    tables: ['users'],
    post: at('/profile/delete', { password: 'not the right one' }),
  },
  {
    file: 'account/order.tsx',
    expected: [401, 303, 404, 404],
    tables: ['orders', 'order_requests'],
    post: async (t) => [
      `/orders/${(await t.order()).orderId}`,
      { intent: 'cancel', details: 'Ordered twice' },
    ],
  },
  {
    file: 'admin/orders.tsx',
    expected: admin(200),
    tables: ['saved_filters'],
    post: at(`${ADMIN}/orders`, { intent: 'save-filter', name: 'Waiting', query: 'status=pending' }),
  },
  {
    file: 'admin/orders/order.tsx',
    expected: admin(303),
    tables: ['orders'],
    post: async (t) => [
      `${ADMIN}/orders/${(await t.order()).orderId}`,
      { intent: 'notes', notes: 'Call before you come' },
    ],
  },
  {
    file: 'admin/products.tsx',
    expected: admin(303),
    tables: ['products'],
    post: async (t) => [`${ADMIN}/products`, { id: await t.product() }],
  },
  {
    file: 'admin/coupons.tsx',
    expected: admin(303),
    tables: ['coupons'],
    post: async (t) => [`${ADMIN}/coupons`, { id: (await t.coupon()).id }],
  },
  {
    file: 'admin/coupons/new.tsx',
    expected: admin(303),
    tables: ['coupons'],
    post: async () => {
      serial += 1
      const value = { discountType: 'percentage', discountValue: '10', minOrderAmount: '500' }
      return [`${ADMIN}/coupons/new`, { code: `TRIED${serial}`, name: 'Tried', ...value, isActive: 'on' }]
    },
  },
  {
    file: 'admin/analytics.tsx',
    expected: admin(200),
    tables: ['marketing_spend'],
    post: at(`${ADMIN}/analytics`, { intent: 'spend', month: '2026-10', channel: 'print', amount: '1200' }),
  },
  {
    file: 'admin/task-approvals.tsx',
    expected: admin(303),
    tables: ['work_logs', 'pay_entries'],
    post: async (t) => [
      `${ADMIN}/task-approvals`,
      { intent: 'approve', id: await t.submittedTask(), rating: '4' },
    ],
  },
  {
    file: 'admin/tasks.tsx',
    expected: admin(303),
    tables: ['shg_groups'],
    post: async () => {
      serial += 1
      return [`${ADMIN}/tasks`, { intent: 'group', name: `Group ${serial}`, place: 'Dharwad' }]
    },
  },
  {
    file: 'admin/people/person.tsx',
    expected: admin(200),
    tables: ['users'],
    post: async () => [`${ADMIN}/people/${(await makeUser(shop.db)).id}`, { intent: 'promote' }],
  },
  {
    file: 'admin/messages/message.tsx',
    expected: admin(200),
    tables: ['contact_messages'],
    post: async () => [`${ADMIN}/messages/${await message()}`, { intent: 'settle', status: 'closed' }],
  },
  {
    file: 'admin/payouts.tsx',
    expected: admin(303),
    tables: ['payouts', 'payout_lines'],
    post: at(`${ADMIN}/payouts`, { intent: 'make' }),
  },
  {
    file: 'worker/dashboard.tsx',
    expected: [401, 403, 200, 409],
    tables: ['work_logs'],
    post: async (t) => ['/shg-worker-dashboard', { intent: 'start', id: await t.task() }],
  },
  {
    file: 'worker/photo.tsx',
    expected: [401, 403, 200, 422],
    tables: ['work_logs', 'task_photos'],
    post: async (t) => [
      `/upload-task-photo/${await t.startedTask()}`,
      { photo: new File([await t.photo()], 'photo.jpg', { type: 'image/jpeg' }) },
    ],
  },
]

/** Open to everybody, so nobody is refused for who they are. */
const PUBLIC = [
  'storefront/product.tsx',
  'storefront/contact.tsx',
  'hydration/contact.tsx',
  'storefront/newsletter.tsx',
  'storefront/newsletter-confirm.tsx',
  'storefront/newsletter-unsubscribe.tsx',
  'checkout/cart.tsx',
  'sandbox/pay.tsx',
  'auth/signin.tsx',
  'auth/signup.tsx',
  'auth/reset-password.tsx',
  'auth/verify-email.tsx',
  'auth/signout.tsx',
]

/** Refused here whatever is sent; what an admin's own post does, the browser tests of the dashboard show. */
const ADMINS_ONLY: [file: string, path: string][] = [
  ['admin/products/new.tsx', '/products/new'],
  ['admin/products/edit.tsx', '/products/00000000-0000-4000-8000-000000000001'],
  ['admin/products/bulk.tsx', '/products/bulk'],
  ['admin/coupons/edit.tsx', `/coupons/${NOTHING}`],
  ['admin/task-new.tsx', '/tasks/new'],
  ['admin/payout.tsx', `/payouts/${NOTHING}`],
  ['admin/refunds.tsx', '/refunds'],
  ['admin/jobs.tsx', '/jobs'],
]

async function ownAddress(owner: Everybody['customer']): Promise<string> {
  const { fullName, phone, addressLine1, city, state, postalCode } = ADDRESS
  const address = {
    fullName,
    phone,
    addressLine1,
    addressLine2: null,
    city,
    state: state as 'Karnataka',
    postalCode,
  }
  await saveAddress(ctx(owner), { id: null, address, makeDefault: false })
  const saved = shop.db.selectFrom('savedAddresses').select('id').where('userId', '=', owner.id)
  return (await saved.orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).id
}

async function message(): Promise<string> {
  serial += 1
  const words = { name: 'Asha', email: 'asha@example.test', subject: 'other', side: 'millet' } as const
  await sendContactMessage(ctx(), { ...words, message: `Do you sell in Hubballi? (${serial})` })
  const newest = shop.db.selectFrom('contactMessages').select('id').orderBy('createdAt', 'desc')
  return (await newest.executeTakeFirstOrThrow()).id
}

/** Everything in these tables as one text. */
async function contentOf(tables: readonly string[]): Promise<string[]> {
  const plain = shop.db.withoutPlugins()
  const rows = tables.map((table) =>
    sql<{ digest: string }>`
      select md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as digest
      from ${sql.table(table)} as one`.execute(plain),
  )
  return (await Promise.all(rows)).map((found) => found.rows[0]?.digest ?? '')
}

let program: ShopProgram
let url: string
let people: Everybody
let things: Things
/** The Cookie header of visitor, customer, worker and admin. */
let cookies: string[]

beforeAll(async () => {
  program = await startRealShop(shop.url, openRoom())
  url = await readyShop(program)
  const known = (email: string) => makeUser(shop.db, { email })
  const made = await everybody({ ...shop, ctx })
  const account = { email: 'worker@demo.test', password: DEMO_PASSWORD }
  const worker = await makeWorker(ctx(await known('admin@demo.test')), { user: account })
  const [customer, itsAdmin] = [await known('customer@demo.test'), await known('admin@demo.test')]
  people = { ...made, customer, worker, admin: itsAdmin }
  things = ownThings({ ...shop, ctx }, people)
  const accounts = ['customer@demo.test', 'worker@demo.test', 'admin@demo.test']
  cookies = ['']
  for (const email of accounts) cookies.push(await signIn(url, email))
})

afterAll(async () => {
  await endShop(program, 'SIGTERM')
  removeRooms()
})

async function send(path: string, fields: Fields, cookie: string): Promise<Response> {
  const hasFile = Object.values(fields).some((value) => value instanceof File)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const body = hasFile ? form : new URLSearchParams(fields as Record<string, string>)
  return fetch(url + path, { method: 'POST', redirect: 'manual', headers: { origin: url, cookie }, body })
}

describe('an action with the right fields', () => {
  it('has a row here for every page that takes posts', () => {
    const taking = PAGE_ROWS.filter(([, , , post]) => post === null || post.some((status) => status !== 405))
    const known = [...ROWS.map(({ file }) => file), ...PUBLIC, ...ADMINS_ONLY.map(([file]) => file)]
    const files = new Set(taking.map(([file]) => file))
    // An address of nothing answers posts as it answers everything, and does nothing.
    files.delete('not-found.tsx')
    expect(known.toSorted()).toEqual([...files].toSorted())
  })

  it.each(ROWS.map((row) => [row.file, row] as const))('%s', async (_, { expected, tables, post }) => {
    const answers: number[] = []
    const changed: boolean[] = []
    for (const cookie of cookies) {
      const [path, fields] = await post(things, people)
      const before = await contentOf(tables)
      const response = await send(path, fields, cookie)
      await response.arrayBuffer()
      answers.push(response.status)
      changed.push(`${await contentOf(tables)}` !== `${before}`)
    }
    expect(answers).toEqual(expected)
    // Whoever was refused changed nothing; somebody who was not did, where there is something to change.
    const isRefused = (who: number) => (expected[who] ?? 0) >= 400
    expect(changed.filter((_, who) => isRefused(who))).not.toContain(true)
    const heard = changed.filter((_, who) => !isRefused(who))
    if (tables.length > 0 && heard.length > 0) expect(heard).toContain(true)
  })

  it('of the dashboard is refused to all but admins, whatever is sent', async () => {
    for (const [file, path] of ADMINS_ONLY) {
      const fields = { intent: 'apply', id: NOTHING, name: 'Tried', price: '1', category: 'meal-mix' }
      const sent = cookies.slice(0, 3).map((cookie) => send(ADMIN + path, fields, cookie))
      expect(
        (await Promise.all(sent)).map(({ status }) => status),
        file,
      ).toEqual([401, 403, 403])
    }
  })
})
