/** Expected status of each API endpoint by role. A route without a row fails the test. */
import { randomUUID } from 'node:crypto'
import type { Permission } from '#shop/kernel/permissions.ts'
import { type Everybody, type OwnThings, sha256Of } from '#tests/access/api-things.ts'
import { type StaffStatuses, staffStatuses } from '#tests/access/staff-columns.ts'

type Statuses = [
  visitor: number,
  customer: number,
  otherCustomer: number,
  worker: number,
  otherWorker: number,
  owner: number,
]

type Sent = {
  body?: unknown
  form?: FormData
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export type Row = {
  /** 'GET /orders/:id', as in the router. */
  route: string
  /** Distinguishes the requests of a route with several rows. */
  what?: string
  expected: Statuses
  /** What single roles get, where it is neither the owner's nor the other customer's status. */
  others?: StaffStatuses
  /** What staff need, where NEEDED does not say it. */
  permission?: Permission
  /** The path with this cell's own ids, and the body. */
  request(
    things: OwnThings,
    people: Everybody,
  ): Promise<[path: string, sent?: Sent]> | [path: string, sent?: Sent]
}

const everyone = (status: number): Statuses => [status, status, status, status, status, status]
const signedIn = (status: number): Statuses => [401, status, status, status, status, status]
const adminOnly = (status: number): Statuses => [401, 403, 403, 403, 403, status]
/** Belongs to the customer; others get a 404. */
const ownerAndAdmin = (status: number): Statuses => [401, status, 404, 404, 404, status]
const ownerOnly = (status: number): Statuses => [401, status, 404, 404, 404, 404]
/** Belongs to the worker; others get a 404. */
const workerAndAdmin = (status: number): Statuses => [401, 404, 404, status, 404, status]
const workerOnly = (status: number): Statuses => [401, 404, 404, status, 404, 404]

const ADDRESS = {
  full_name: 'Asha Rao',
  phone: '9845012345',
  address_line1: '1, Main Road',
  city: 'Mysuru',
  state: 'Karnataka',
  postal_code: '570001',
}

const NEW_TASK = {
  task_name: 'Pack',
  task_type: 'packing',
  quantity: 5,
  unit: 'packets',
  payment_amount: 100,
  completion_deadline: '2026-12-01T00:00:00Z',
}

const NEW_COUPON = { name: 'Ten', discount_type: 'percentage', discount_value: 10 }

async function item(things: OwnThings) {
  return { product_id: await things.product(), quantity: 1 }
}

function fileForm(name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set(name, new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
  return form
}

const CATALOGUE: Row[] = [
  { route: 'GET /products', expected: everyone(200), request: () => ['/products'] },
  { route: 'GET /products', what: 'all=1', expected: everyone(200), request: () => ['/products?all=1'] },
  {
    route: 'GET /products/:id',
    expected: everyone(200),
    request: async (t) => [`/products/${await t.product()}`],
  },
  { route: 'GET /categories', expected: everyone(200), request: () => ['/categories'] },
  {
    route: 'POST /products',
    expected: adminOnly(201),
    request: () => [
      '/products',
      {
        body: { name: 'New', price: 10, category: 'meal-mix', slug: `new-${randomUUID()}`, is_active: false },
      },
    ],
  },
  {
    route: 'PUT /products/:id',
    expected: adminOnly(200),
    request: async (t) => [`/products/${await t.product()}`, { body: { short_description: 'Changed' } }],
  },
  {
    route: 'POST /products/:id/images',
    expected: adminOnly(201),
    request: async (t) => [
      `/products/${await t.product()}/images`,
      { form: fileForm('image', await t.photo()) },
    ],
  },
  {
    route: 'DELETE /products/:id',
    expected: adminOnly(200),
    request: async (t) => [`/products/${await t.product()}`],
  },
  {
    route: 'POST /products/:id/reviews',
    what: 'of what the customer received',
    expected: [401, 201, 403, 403, 403, 403],
    request: async (t) => [
      `/products/${(await t.order('delivered')).productId}/reviews`,
      { body: { rating: 5, summary: 'Honest heat, good with curd.' } },
    ],
  },
]

const CART_AND_COUPONS: Row[] = [
  { route: 'GET /cart', expected: signedIn(200), request: () => ['/cart'] },
  {
    route: 'PUT /cart',
    expected: signedIn(200),
    request: async (t) => ['/cart', { body: { items: [await item(t)] } }],
  },
  {
    route: 'POST /cart/quote',
    expected: everyone(200),
    request: async (t) => ['/cart/quote', { body: { items: [await item(t)] } }],
  },
  { route: 'GET /coupons', expected: adminOnly(200), request: () => ['/coupons'] },
  {
    route: 'GET /coupons/:id',
    expected: everyone(200),
    request: async (t) => [`/coupons/${(await t.coupon()).code}`],
  },
  {
    route: 'GET /coupons/:id',
    what: 'for the customer alone',
    expected: [404, 200, 404, 404, 404, 404],
    request: async (t, { customer }) => [`/coupons/${(await t.coupon(customer.id)).code}`],
  },
  {
    route: 'POST /coupons',
    expected: adminOnly(201),
    request: () => ['/coupons', { body: { ...NEW_COUPON, code: `N-${randomUUID().slice(0, 8)}` } }],
  },
  {
    route: 'PUT /coupons/:id',
    expected: adminOnly(200),
    request: async (t) => [`/coupons/${(await t.coupon()).id}`, { body: { name: 'Eleven' } }],
  },
  {
    route: 'DELETE /coupons/:id',
    expected: adminOnly(200),
    request: async (t) => [`/coupons/${(await t.coupon()).id}`],
  },
]

const ORDERS: Row[] = [
  { route: 'GET /orders', expected: signedIn(200), request: () => ['/orders'] },
  {
    route: 'GET /orders',
    what: 'of the customer',
    permission: 'orders.list',
    expected: ownerAndAdmin(200),
    request: (_, { customer }) => [`/orders?userId=${customer.id}`],
  },
  {
    route: 'GET /orders/:id',
    expected: ownerAndAdmin(200),
    request: async (t) => [`/orders/${(await t.order()).orderId}`],
  },
  {
    route: 'POST /orders',
    expected: signedIn(201),
    request: async (t) => [
      '/orders',
      {
        body: { items: [await item(t)], shipping_address: ADDRESS, payment_method: 'cod' },
        headers: { 'idempotency-key': randomUUID() },
      },
    ],
  },
  {
    route: 'PUT /orders/:id',
    expected: adminOnly(200),
    request: async (t) => [`/orders/${(await t.order()).orderId}`, { body: { status: 'processing' } }],
  },
  {
    route: 'POST /orders/:id/cancellation',
    expected: ownerOnly(200),
    request: async (t) => [`/orders/${(await t.order()).orderId}/cancellation`, { body: {} }],
  },
  {
    route: 'PUT /orders/:id/cancellation',
    expected: adminOnly(200),
    request: async (t) => [
      `/orders/${await t.cancellationRequest()}/cancellation`,
      { body: { decision: 'approve' } },
    ],
  },
  {
    route: 'POST /orders/:id/refund-request',
    expected: ownerOnly(200),
    request: async (t) => [
      `/orders/${(await t.order('delivered')).orderId}/refund-request`,
      { body: { reason: 'damaged' } },
    ],
  },
  {
    route: 'PUT /orders/:id/refund-request',
    expected: adminOnly(200),
    request: async (t) => [
      `/orders/${await t.refundRequest()}/refund-request`,
      { body: { decision: 'decline', answer: 'It was whole' } },
    ],
  },
  {
    route: 'GET /orders/:id/invoice',
    expected: ownerAndAdmin(200),
    request: async (t) => [`/orders/${(await t.order('shipped')).orderId}/invoice`],
  },
  {
    route: 'GET /orders/:id/credit-notes/:noteId',
    expected: ownerAndAdmin(200),
    request: async (t) => {
      const { orderId, noteId } = await t.creditNote()
      return [`/orders/${orderId}/credit-notes/${noteId}`]
    },
  },
  {
    route: 'GET /orders/:id/events',
    expected: ownerAndAdmin(200),
    request: async (t) => [`/orders/${(await t.order()).orderId}/events`],
  },
  {
    route: 'POST /create-payment-intent',
    expected: ownerOnly(200),
    request: async (t) => [
      '/create-payment-intent',
      { body: { order_id: (await t.order('pending', 'card')).orderId } },
    ],
  },
  {
    route: 'POST /process-payment',
    expected: ownerOnly(200),
    request: async (t) => ['/process-payment', { body: await t.payment() }],
  },
]

const PEOPLE: Row[] = [
  {
    route: 'POST /users',
    expected: everyone(201),
    request: () => [
      '/users',
      { body: { email: `${randomUUID()}@example.test`, full_name: 'New', password: 'Millet-2026' } },
    ],
  },
  {
    route: 'GET /users/:id',
    expected: ownerAndAdmin(200),
    request: (_, { customer }) => [`/users/${customer.id}`],
  },
  {
    route: 'PUT /users/:id',
    expected: ownerAndAdmin(200),
    request: (_, { customer }) => [`/users/${customer.id}`, { body: { full_name: 'Asha Rao' } }],
  },
  {
    route: 'PUT /users/:id',
    what: 'roles',
    expected: [401, 403, 404, 404, 404, 200],
    permission: 'roles',
    others: { manager: 403 },
    request: (_, { customer }) => [`/users/${customer.id}`, { body: { staff_role: null, is_worker: false } }],
  },
  { route: 'GET /audit-log', expected: adminOnly(200), request: () => ['/audit-log'] },
]

const change =
  (body: object): Row['request'] =>
  async (t) => [`/work-logs/${await t.task()}`, { body }]

const WORK: Row[] = [
  { route: 'GET /work-logs', expected: signedIn(200), request: () => ['/work-logs'] },
  {
    route: 'GET /work-logs',
    what: 'of the worker',
    expected: workerAndAdmin(200),
    request: (_, { worker }) => [`/work-logs?userId=${worker.id}`],
  },
  {
    route: 'GET /work-logs/:id',
    expected: workerAndAdmin(200),
    request: async (t) => [`/work-logs/${await t.task()}`],
  },
  {
    route: 'POST /work-logs',
    expected: adminOnly(201),
    request: () => ['/work-logs', { body: NEW_TASK }],
  },
  {
    route: 'PUT /work-logs/:id',
    what: 'start',
    expected: workerOnly(200),
    request: change({ status: 'in_progress' }),
  },
  {
    route: 'PUT /work-logs/:id',
    what: 'assign',
    expected: [401, 404, 404, 403, 404, 200],
    request: async (t, { otherWorker }) => [
      `/work-logs/${await t.task()}`,
      { body: { user_id: otherWorker.id } },
    ],
  },
  {
    route: 'PUT /work-logs/:id',
    what: 'approve',
    expected: [401, 404, 404, 403, 404, 200],
    request: async (t) => [
      `/work-logs/${await t.submittedTask()}`,
      { body: { admin_review_status: 'approved', rating: 5 } },
    ],
  },
  {
    route: 'DELETE /work-logs/:id',
    expected: adminOnly(200),
    request: async (t) => [`/work-logs/${await t.task()}`],
  },
  {
    route: 'POST /work-logs/:id/counts',
    expected: workerOnly(200),
    request: async (t) => [
      `/work-logs/${await t.startedTask()}/counts`,
      { body: { steps: [{ id: randomUUID(), step: 1 }] } },
    ],
  },
  {
    route: 'POST /work-logs/:id/photo',
    expected: workerOnly(200),
    request: async (t) => [
      `/work-logs/${await t.startedTask()}/photo`,
      { form: fileForm('photo', await t.photo()) },
    ],
  },
  {
    route: 'POST /work-logs/:id/photo-uploads',
    expected: workerOnly(201),
    request: async (t) => {
      const bytes = await t.photo()
      const body = { sha256: await sha256Of(bytes), size: bytes.length }
      return [`/work-logs/${await t.startedTask()}/photo-uploads`, { body }]
    },
  },
  {
    route: 'PATCH /work-logs/:id/photo-uploads/:uploadId',
    expected: workerOnly(200),
    request: async (t) => {
      const { workLogId, uploadId, bytes } = await t.upload()
      const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      return [`/work-logs/${workLogId}/photo-uploads/${uploadId}`, { bytes, headers }]
    },
  },
  {
    route: 'POST /work-logs/:id/photo-uploads/:uploadId/finish',
    what: 'of which nothing has arrived',
    expected: workerOnly(409),
    request: async (t) => {
      const { workLogId, uploadId } = await t.upload()
      return [`/work-logs/${workLogId}/photo-uploads/${uploadId}/finish`]
    },
  },
  {
    route: 'GET /work-logs/:id/photos/:photoId',
    expected: workerAndAdmin(200),
    others: { coordinator: 200 },
    request: async (t) => [await t.photoLink(await t.submittedTask())],
  },
  {
    route: 'POST /send-approval-notification',
    expected: workerOnly(200),
    request: async (t) => ['/send-approval-notification', { body: { taskId: await t.submittedTask() } }],
  },
]

const OUTSIDE: Row[] = [
  {
    route: 'POST /contact-messages',
    expected: everyone(201),
    request: () => [
      '/contact-messages',
      { body: { name: 'Asha', email: 'asha@example.test', subject: 'other', message: randomUUID() } },
    ],
  },
  {
    route: 'POST /newsletter-subscriptions',
    expected: everyone(202),
    request: () => ['/newsletter-subscriptions', { body: { email: `${randomUUID()}@example.test` } }],
  },
  {
    route: 'POST /webhooks/:provider',
    what: 'without a signature',
    expected: everyone(400),
    request: () => ['/webhooks/sandbox', { body: {} }],
  },
  {
    route: 'GET /demo/mailbox',
    what: 'in demo mode',
    expected: everyone(200),
    request: () => ['/demo/mailbox'],
  },
]

/** Outside the contract, and the same for every role. */
export const UNDECLARED: Row[] = [
  ...[
    '/openapi.json',
    '/docs',
    '/docs/start.js',
    '/docs/trusted.js',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui-bundle.js',
  ].map((path): Row => ({ route: `GET ${path}`, expected: everyone(200), request: () => [path] })),
  // Without a proof the provider is asked, and the browser goes on to a page that checks the actor.
  ...['GET', 'POST'].map(
    (method): Row => ({
      route: `${method} /payments/return`,
      expected: everyone(303),
      request: async (t) => [`/payments/return?order=${(await t.order('pending', 'card')).orderId}`],
    }),
  ),
  // The account library reads its own cookie, which no role sends here: all are visitors to it.
  { route: 'GET /auth/*', expected: everyone(200), request: () => ['/auth/get-session'] },
  {
    route: 'GET /auth/*',
    what: 'the tokens of sessions, which the library would list',
    expected: everyone(404),
    request: () => ['/auth/list-sessions'],
  },
  {
    route: 'POST /auth/*',
    expected: everyone(401),
    request: () => ['/auth/change-password', { body: { currentPassword: 'a', newPassword: 'Millet-2026' } }],
  },
]

export const DECLARED: Row[] = [...CATALOGUE, ...CART_AND_COUPONS, ...ORDERS, ...PEOPLE, ...WORK, ...OUTSIDE]
export const ROWS: Row[] = [...DECLARED, ...UNDECLARED]

/** What a staff role needs to be answered as the owner is, by the beginning of a route; the first that matches. */
const NEEDED: readonly [route: RegExp, permission: Permission][] = [
  [/^\w+ \/orders\/:id\/refund-request/, 'refunds'],
  [/^(PUT|DELETE) \/orders/, 'orders.change'],
  [/^\w+ \/orders/, 'orders.view'],
  [/^\w+ \/products/, 'catalogue'],
  [/^\w+ \/coupons/, 'coupons'],
  [/^\w+ \/users/, 'people'],
  [/^\w+ \/audit-log/, 'audit'],
  [/^\w+ \/work-logs/, 'programme'],
]

/** The statuses of all actors of `everybody`, in its order. Staff without the permission are like another customer. */
export function statusesOf(row: Row): number[] {
  const [visitor, customer, otherCustomer, worker, otherWorker, owner] = row.expected
  const [, permission = null] = NEEDED.find(([route]) => route.test(row.route)) ?? []
  const statuses = { allowed: owner, otherwise: otherCustomer, ...row.others }
  return [
    visitor,
    customer,
    otherCustomer,
    worker,
    otherWorker,
    ...staffStatuses(row.permission ?? permission, statuses),
  ]
}
