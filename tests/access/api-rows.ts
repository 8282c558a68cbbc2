/**
 * Expected status of each API endpoint by role. A route without a row here gets a row from its guard and its
 * example (derived-rows.ts). A route that people may use only for their own rows needs a row here.
 */
import { randomUUID } from 'node:crypto'
import { BODIES, DELETION_TOKEN, IDS, RECOVERY_CODE } from '#api/examples.ts'
import type { Person } from '#shop/kernel/actor.ts'
import type { Permission } from '#shop/kernel/permissions.ts'
import { type Everybody, type OwnThings, sha256Of } from '#tests/access/api-things.ts'
import { type StaffStatuses, staffStatuses } from '#tests/access/staff-columns.ts'
import type { RequestContent } from '#tests/api-client.ts'
import { ADDRESS_BODY } from '#tests/shop-customer.ts'

type Statuses = [
  visitor: number,
  customer: number,
  otherCustomer: number,
  worker: number,
  otherWorker: number,
  owner: number,
]

export type Row = {
  /** 'GET /orders/:id', as in the router. */
  route: string
  /** Distinguishes the requests of a route with several rows. */
  what?: string
  expected: Statuses
  /** Statuses of staff roles that differ both from the owner's and from the other customer's. */
  others?: StaffStatuses
  /** Replaces the permission of REQUIRED_PERMISSIONS. */
  permission?: Permission
  /** Returns the path and the body, with ids that no other cell uses. */
  request(
    things: OwnThings,
    people: Everybody,
  ): Promise<[path: string, content?: RequestContent]> | [path: string, content?: RequestContent]
  /** For a path without ids: the real ids for the contract's example, and the role that sends the example. */
  example?: {
    as?: keyof Everybody | 'leaver'
    ids(things: OwnThings, leaver: Person | null): Promise<Record<string, string>>
  }
}

const row = (
  route: string,
  expected: Statuses,
  request: Row['request'],
  more: Pick<Row, 'what' | 'others' | 'permission' | 'example'> = {},
): Row => ({ route, expected, request, ...more })

export const everyone = (status: number): Statuses => [status, status, status, status, status, status]
export const signedInOnly = (status: number): Statuses => [401, status, status, status, status, status]
export const adminOnly = (status: number): Statuses => [401, 403, 403, 403, 403, status]
/** The row is the customer's. Other signed-in people get a 404, with `ownerOnly` also the admin. */
const ownerAndAdmin = (status: number): Statuses => [401, status, 404, 404, 404, status]
const ownerOnly = (status: number): Statuses => [401, status, 404, 404, 404, 404]
/** The row is the worker's. Other signed-in people get a 404, with `workerOnly` also the admin. */
const workerAndAdmin = (status: number): Statuses => [401, 404, 404, status, 404, status]
/** Endpoints for all workers, which staff of the programme may also call. */
const workersOnly = (status: number): Statuses => [401, 403, 403, status, status, status]
const workerOnly = (status: number): Statuses => [401, 404, 404, status, 404, 404]

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
  row('GET /products', everyone(200), () => ['/products']),
  row('GET /products', everyone(200), () => ['/products?all=1'], { what: 'all=1' }),
  row('POST /products', adminOnly(201), () => [
    '/products',
    {
      body: { name: 'New', price: 10, category: 'meal-mix', slug: `new-${randomUUID()}`, is_active: false },
    },
  ]),
  row(
    'PUT /products/:id',
    adminOnly(200),
    async (t) => [`/products/${await t.product()}`, { body: { short_description: 'Changed' } }],
    // The example is valid for the ragi mix of the demonstration.
    { example: { ids: async () => ({}) } },
  ),
  row('POST /products/:id/images', adminOnly(201), async (t) => [
    `/products/${await t.product()}/images`,
    { form: fileForm('image', await t.photo()) },
  ]),
  row(
    'POST /products/:id/reviews',
    [401, 201, 403, 403, 403, 403],
    async (t) => [
      `/products/${(await t.order('delivered')).productId}/reviews`,
      { body: { rating: 5, summary: 'Honest heat, good with curd.' } },
    ],
    { what: 'of a received product' },
  ),
  row(
    'GET /products/:id/reviews',
    everyone(200),
    async (t) => [`/products/${(await t.review()).productId}/reviews`],
    {
      example: {
        ids: async (t) => {
          const { productId, reviewId } = await t.review()
          return { 'ragi-mix': productId, [IDS.review]: reviewId }
        },
      },
    },
  ),
  row('GET /recipes', everyone(200), () => ['/recipes']),
  row('GET /recipes/:id', everyone(200), () => ['/recipes/idli']),
]

const CART_AND_COUPONS: Row[] = [
  row('PUT /cart', signedInOnly(200), async (t) => ['/cart', { body: { items: [await item(t)] } }]),
  row('POST /cart/quote', everyone(200), async (t) => ['/cart/quote', { body: { items: [await item(t)] } }]),
  row('GET /coupons', adminOnly(200), () => ['/coupons'], {
    example: { ids: async (t) => ({ [IDS.coupon]: (await t.coupon()).id }) },
  }),
  row('GET /coupons/:id', everyone(200), async (t) => [`/coupons/${(await t.coupon()).code}`]),
  row(
    'GET /coupons/:id',
    [404, 200, 404, 404, 404, 200],
    async (t, { customer }) => [`/coupons/${(await t.coupon(customer.id)).code}`],
    { what: 'for the customer alone' },
  ),
  row('POST /coupons', adminOnly(201), () => [
    '/coupons',
    { body: { ...NEW_COUPON, code: `N-${randomUUID().slice(0, 8)}` } },
  ]),
]

const orderIds =
  (...how: Parameters<OwnThings['order']>) =>
  async (t: OwnThings) => ({ [IDS.order]: (await t.order(...how)).orderId })

const ORDERS: Row[] = [
  row('GET /orders', signedInOnly(200), () => ['/orders'], { example: { ids: orderIds() } }),
  row('GET /orders', ownerAndAdmin(200), (_, { customer }) => [`/orders?userId=${customer.id}`], {
    what: 'of the customer',
    permission: 'orders.list',
  }),
  row('GET /orders/:id', ownerAndAdmin(200), async (t) => [`/orders/${(await t.order()).orderId}`]),
  row('POST /orders', signedInOnly(201), async (t) => [
    '/orders',
    {
      body: { items: [await item(t)], shipping_address: ADDRESS_BODY, payment_method: 'cod' },
      headers: { 'idempotency-key': randomUUID() },
    },
  ]),
  row('POST /orders/:id/cancellation', ownerOnly(200), async (t) => [
    `/orders/${(await t.order()).orderId}/cancellation`,
    { body: {} },
  ]),
  row(
    'PUT /orders/:id/cancellation',
    adminOnly(200),
    async (t) => [`/orders/${await t.cancellationRequest()}/cancellation`, { body: { decision: 'approve' } }],
    { example: { ids: async (t) => t.withItem(await t.cancellationRequest()) } },
  ),
  row('POST /orders/:id/refund-request', ownerOnly(200), async (t) => [
    `/orders/${(await t.order('delivered')).orderId}/refund-request`,
    { body: { reason: 'damaged' } },
  ]),
  row(
    'PUT /orders/:id/refund-request',
    adminOnly(200),
    async (t) => [
      `/orders/${await t.refundRequest()}/refund-request`,
      { body: { decision: 'decline', answer: 'It was whole' } },
    ],
    { example: { ids: async (t) => t.withItem(await t.refundRequest()) } },
  ),
  row('GET /orders/:id/invoice', ownerAndAdmin(200), async (t) => [
    `/orders/${(await t.creditNote()).orderId}/invoice`,
  ]),
  row('GET /orders/:id/invoices/:invoice_id', ownerAndAdmin(200), async (t) => {
    const { orderId, invoiceId } = await t.creditNote()
    return [`/orders/${orderId}/invoices/${invoiceId}`]
  }),
  row('GET /orders/:id/credit-notes/:note_id', ownerAndAdmin(200), async (t) => {
    const { orderId, noteId } = await t.creditNote()
    return [`/orders/${orderId}/credit-notes/${noteId}`]
  }),
  row('GET /orders/:id/events', ownerAndAdmin(200), async (t) => [
    `/orders/${(await t.order()).orderId}/events`,
  ]),
  row('POST /orders/:id/payment-link', ownerOnly(201), async (t) => [
    `/orders/${(await t.order('pending', 'card')).orderId}/payment-link`,
  ]),
  row(
    'POST /create-payment-intent',
    ownerOnly(200),
    async (t) => [
      '/create-payment-intent',
      { body: { order_id: (await t.order('pending', 'card')).orderId } },
    ],
    { example: { ids: orderIds('pending', 'card') } },
  ),
  row(
    'POST /process-payment',
    ownerOnly(200),
    async (t) => ['/process-payment', { body: await t.payment() }],
    {
      example: {
        ids: async (t) => {
          const { order_id, payment_id = '', signature = '' } = await t.payment()
          const example = BODIES.PaymentProof
          return { [IDS.order]: order_id, [example.payment_id]: payment_id, [example.signature]: signature }
        },
      },
    },
  ),
]

const PEOPLE: Row[] = [
  row('POST /users', everyone(201), () => [
    '/users',
    { body: { email: `${randomUUID()}@example.test`, full_name: 'New', password: 'Millet-2026' } },
  ]),
  row('GET /users/me', signedInOnly(200), () => ['/users/me']),
  row('PUT /users/me', signedInOnly(200), () => ['/users/me', { body: { full_name: 'Asha Rao' } }]),
  row(
    'POST /users/me/deletion',
    signedInOnly(422),
    () => ['/users/me/deletion', { body: { password: 'Bajra-2027' } }],
    {
      what: 'with a wrong password',
      example: {
        as: 'leaver',
        ids: async (t, leaver): Promise<Record<string, string>> =>
          leaver ? { [DELETION_TOKEN]: await t.deletionToken(leaver) } : {},
      },
    },
  ),
  row('POST /users/me/deletion-link', signedInOnly(202), () => ['/users/me/deletion-link']),
  row('GET /users/me/addresses', signedInOnly(200), () => ['/users/me/addresses']),
  row('POST /users/me/addresses', signedInOnly(201), () => [
    '/users/me/addresses',
    { body: BODIES.NewSavedAddress },
  ]),
  row('PUT /users/me/addresses/:id', ownerOnly(200), async (t) => [
    `/users/me/addresses/${await t.address()}`,
    { body: BODIES.NewSavedAddress },
  ]),
  row('DELETE /users/me/addresses/:id', ownerOnly(200), async (t) => [
    `/users/me/addresses/${await t.address()}`,
  ]),
  row('GET /users/me/reviews', signedInOnly(200), () => ['/users/me/reviews']),
  row('GET /users/:id', ownerAndAdmin(200), (_, { customer }) => [`/users/${customer.id}`]),
  row('PUT /users/:id', ownerAndAdmin(200), (_, { customer }) => [
    `/users/${customer.id}`,
    { body: { full_name: 'Asha Rao' } },
  ]),
  row(
    'PUT /users/:id',
    [401, 404, 404, 404, 404, 200],
    async (t) => [`/users/${await t.account()}`, { body: { staff_role: 'packer' } }],
    { what: 'roles', permission: 'roles', others: { manager: 403 } },
  ),
  row(
    'POST /second-factor',
    [401, 200, 422, 422, 422, 422],
    async (t) => ['/second-factor', { body: { recovery_code: await t.recoveryCode() } }],
    { example: { ids: async (t) => ({ [RECOVERY_CODE]: await t.recoveryCode() }) } },
  ),
]

const changeTask =
  (body: object): Row['request'] =>
  async (t) => [`/work-logs/${await t.task()}`, { body }]

const taskIds = async (t: OwnThings) => ({ [IDS.workLog]: await t.task() })

const WORK: Row[] = [
  row('GET /work-logs', signedInOnly(200), () => ['/work-logs']),
  row('GET /work-logs', workerAndAdmin(200), (_, { worker }) => [`/work-logs?userId=${worker.id}`], {
    what: 'of the worker',
    example: { as: 'worker', ids: taskIds },
  }),
  row('GET /work-logs/:id', workerAndAdmin(200), async (t) => [`/work-logs/${await t.task()}`]),
  row('GET /users/me/payouts', workersOnly(200), () => ['/users/me/payouts'], { permission: 'programme' }),
  row('GET /users/me/messages', workersOnly(200), () => ['/users/me/messages'], { permission: 'programme' }),
  row('POST /work-logs', adminOnly(201), () => ['/work-logs', { body: NEW_TASK }]),
  row('PUT /work-logs/:id', workerOnly(200), changeTask({ status: 'in_progress' }), { what: 'start' }),
  row(
    'PUT /work-logs/:id',
    [401, 404, 404, 403, 404, 200],
    async (t, { otherWorker }) => [`/work-logs/${await t.task()}`, { body: { user_id: otherWorker.id } }],
    { what: 'assign', example: { as: 'admin', ids: taskIds } },
  ),
  row(
    'PUT /work-logs/:id',
    [401, 404, 404, 403, 404, 200],
    async (t) => [
      `/work-logs/${await t.submittedTask()}`,
      { body: { admin_review_status: 'approved', rating: 5 } },
    ],
    { what: 'approve' },
  ),
  row('POST /work-logs/:id/counts', workerOnly(200), async (t) => [
    `/work-logs/${await t.startedTask()}/counts`,
    { body: { steps: [{ id: randomUUID(), step: 1 }] } },
  ]),
  row('POST /work-logs/:id/photo', workerOnly(200), async (t) => [
    `/work-logs/${await t.startedTask()}/photo`,
    { form: fileForm('photo', await t.photo()) },
  ]),
  row('POST /work-logs/:id/photo-uploads', workerOnly(201), async (t) => {
    const bytes = await t.photo()
    const body = { sha256: await sha256Of(bytes), size: bytes.length }
    return [`/work-logs/${await t.startedTask()}/photo-uploads`, { body }]
  }),
  row('PATCH /work-logs/:id/photo-uploads/:upload_id', workerOnly(200), async (t) => {
    const { workLogId, uploadId, bytes } = await t.upload()
    const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    return [`/work-logs/${workLogId}/photo-uploads/${uploadId}`, { bytes, headers }]
  }),
  row(
    'POST /work-logs/:id/photo-uploads/:upload_id/finish',
    workerOnly(409),
    async (t) => {
      const { workLogId, uploadId } = await t.upload()
      return [`/work-logs/${workLogId}/photo-uploads/${uploadId}/finish`]
    },
    {
      what: 'before any byte has arrived',
      example: {
        as: 'worker',
        ids: async (t) => {
          const { workLogId, uploadId } = await t.arrivedUpload()
          return { [IDS.workLog]: workLogId, [IDS.upload]: uploadId }
        },
      },
    },
  ),
  row(
    'GET /work-logs/:id/photos/:photo_id',
    workerAndAdmin(200),
    async (t) => [await t.photoLink(await t.submittedTask())],
    { others: { coordinator: 200 } },
  ),
  row(
    'POST /send-approval-notification',
    workerOnly(200),
    async (t) => ['/send-approval-notification', { body: { taskId: await t.submittedTask() } }],
    { example: { ids: async (t) => ({ [IDS.workLog]: await t.submittedTask() }) } },
  ),
]

const OUTSIDE: Row[] = [
  row('POST /contact-messages', everyone(201), () => [
    '/contact-messages',
    { body: { name: 'Asha', email: 'asha@example.test', subject: 'other', message: randomUUID() } },
  ]),
  row('POST /newsletter-subscriptions', everyone(202), () => [
    '/newsletter-subscriptions',
    { body: { email: `${randomUUID()}@example.test` } },
  ]),
  row('POST /webhooks/:provider', everyone(400), () => ['/webhooks/sandbox', { body: {} }], {
    what: 'without a signature',
  }),
  row('GET /demo/mailbox', everyone(200), () => ['/demo/mailbox'], { what: 'in demo mode' }),
]

/** Routes outside the contract, which answer every role alike. */
export const UNDECLARED: Row[] = [
  ...[
    '/openapi.json',
    '/docs',
    '/docs/start.js',
    '/docs/trusted.js',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui-bundle.js',
  ].map((path): Row => ({ route: `GET ${path}`, expected: everyone(200), request: () => [path] })),
  // Without a proof, the shop asks the provider, and redirects to a page that checks the actor.
  ...['GET', 'POST'].map(
    (method): Row => ({
      route: `${method} /payments/return`,
      expected: everyone(303),
      request: async (t) => [`/payments/return?order=${(await t.order('pending', 'card')).orderId}`],
    }),
  ),
  // Better Auth reads its own cookie. No role sends it here, so all are visitors.
  row('GET /auth/*', everyone(200), () => ['/auth/get-session']),
  row('GET /auth/*', everyone(404), () => ['/auth/list-sessions'], {
    what: 'session tokens, which Better Auth would list',
  }),
  row('POST /auth/*', everyone(404), () => [
    '/auth/change-password',
    { body: { currentPassword: 'a', newPassword: 'Millet-2026' } },
  ]),
]

export const DECLARED: Row[] = [...CATALOGUE, ...CART_AND_COUPONS, ...ORDERS, ...PEOPLE, ...WORK, ...OUTSIDE]

/** A staff role with the permission of its route gets the owner's status. The first matching route counts. */
const REQUIRED_PERMISSIONS: readonly [route: RegExp, permission: Permission][] = [
  [/^\w+ \/orders\/:id\/refund-request/, 'refunds'],
  [/^(PUT|DELETE) \/orders/, 'orders.change'],
  [/^\w+ \/orders/, 'orders.view'],
  [/^\w+ \/products/, 'catalogue'],
  [/^\w+ \/coupons/, 'coupons'],
  [/^\w+ \/users/, 'people'],
  [/^\w+ \/audit-log/, 'audit'],
  [/^\w+ \/work-logs/, 'programme'],
]

export function requiredPermission(path: string): Permission | null {
  return REQUIRED_PERMISSIONS.find(([route]) => route.test(path))?.[1] ?? null
}

/**
 * Returns the statuses in the order of `makeEverybody`. Staff without the permission get the other customer's
 * status.
 */
export function statusesOf(row: Row): number[] {
  const [visitor, customer, otherCustomer, worker, otherWorker, owner] = row.expected
  const statuses = { allowed: owner, otherwise: otherCustomer, ...row.others }
  return [
    visitor,
    customer,
    otherCustomer,
    worker,
    otherWorker,
    ...staffStatuses(row.permission ?? requiredPermission(row.route), statuses),
  ]
}
