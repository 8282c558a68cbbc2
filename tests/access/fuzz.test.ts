/**
 * Drives every endpoint of the contract with what its schemas allow, what stands at their edges, and what nobody should
 * send. `FUZZ_REQUESTS` says how many (1,000 unless told), `FUZZ_SEED` where to begin.
 */
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { DB } from '#db/types.ts'
import { VISITOR } from '#shop/customers/actor.ts'
import { everybody, ownThings } from '#tests/access/api-things.ts'
import { hostileText, randomOf, type Sampling, type Schema, sample } from '#tests/access/sample.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'
import { phonePhoto, SVG_WITH_SCRIPT, truncated } from '#tests/pictures.ts'

const { FUZZ_REQUESTS = '1000', FUZZ_SEED = '20261121' } = process.env

/** Stands in what is the customer's and the worker's, and nowhere else. */
const CANARY = 'Canary7Q'

const shop = await testDatabase()
const { db } = shop
const people = await everybody(shop)
const { visitor, customer, worker, otherCustomer, otherWorker, admin } = people
const { api, ask, errors } = apiClient(shop.ctx, {
  auth: { handler: async () => new Response('{}') },
  orderNews: { open: () => ({ next: async () => 'closed', close: () => {} }) },
})

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
type Operation = {
  method: string
  path: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const contract = await (await api.request('/openapi.json')).json()
const schemas: Record<string, Schema> = contract.components.schemas
const operations = Object.entries<Record<string, object>>(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]): Operation => ({ ...one, path, method: method.toUpperCase() })),
)

/** Ids under which something exists: of the victims, and of who asks. */
async function existing() {
  await db
    .updateTable('users')
    .set({ fullName: CANARY, phoneNumber: '+919812345670' })
    .where('id', 'in', [customer.id, worker.id])
    .execute()
  const pool: Record<string, string[]> = {
    users: Object.values(people).flatMap((one) => ('id' in one ? [one.id] : [])),
  }
  const add = (name: string, ...ids: string[]) => {
    pool[name] = [...(pool[name] ?? []), ...ids]
  }
  for (const owner of [customer, otherCustomer]) {
    const things = ownThings(shop, { ...people, customer: owner })
    for (const status of ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const) {
      const { orderId, productId } = await things.order(status)
      add('orders', orderId)
      add('products', productId)
    }
    add('orders', await things.cancellationRequest(), await things.refundRequest())
    const { orderId, noteId } = await things.creditNote()
    add('orders', orderId, (await things.order('pending', 'card')).orderId)
    add('noteId', noteId)
  }
  await db
    .updateTable('shippingAddresses')
    .set({ fullName: CANARY, addressLine1: `${CANARY} House` })
    .where('userId', '=', customer.id)
    .execute()
  for (const owner of [worker, otherWorker]) {
    const things = ownThings(shop, { ...people, worker: owner })
    const { workLogId, uploadId } = await things.upload()
    add('work-logs', await things.task(), await things.startedTask(), workLogId)
    add('uploadId', uploadId)
    const made = await things.coupon()
    add('coupons', made.id, made.code)
    add('code', made.code)
  }
  return pool
}

const RESOURCE_OF: Record<string, string> = {
  product_id: 'products',
  tastemaker: 'products',
  user_id: 'users',
  userId: 'users',
  taskId: 'work-logs',
  order_id: 'orders',
  coupon_code: 'code',
}

type Files = Uint8Array<ArrayBuffer>[]

function requestFor(operation: Operation, sampling: Sampling, files: Files) {
  const { random } = sampling
  const resource = operation.path.split('/')[1] ?? ''
  const at = (name: string) => (name === 'id' ? resource : name)
  const headers: Record<string, string> = {}
  const query = new URLSearchParams()
  let path = operation.path
  for (const { name, in: place, schema, required } of operation.parameters ?? []) {
    const value = `${plain(sample(schema, sampling, at(name)))}`.toWellFormed()
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value) || 'x')
    else if (place === 'query' && (required || random.chance(0.5))) query.set(name, value)
    else if (place === 'header') headers[name] = value.replace(/[^ -~]/g, '').slice(0, 500) || '1'
  }
  const sent = bodyFor(operation, sampling, files, headers)
  return { path: query.size > 0 ? `${path}?${query}` : path, sent: { ...sent, headers } }
}

function plain(value: unknown): unknown {
  return typeof value === 'object' ? JSON.stringify(value) : value
}

function bodyFor(
  { method, requestBody }: Operation,
  sampling: Sampling,
  files: Files,
  headers: Record<string, string>,
) {
  const { random } = sampling
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (method !== 'GET' && random.chance(0.02))
    return { text: random.pick(['{', '[]', 'null', '"', '{"a":1e999}']) }
  if (!type || !content) return {}
  if (type === 'application/json') return { body: sample(content.schema, sampling) }
  const bytes = random.pick(files)
  if (type === 'multipart/form-data') {
    const form = new FormData()
    form.set(random.pick(['image', 'photo']), new File([bytes], hostileText(random).toWellFormed()))
    return { form }
  }
  headers['content-type'] = type
  return { bytes: bytes.slice(0, random.below(bytes.length)) }
}

/** Every order's sums, by its id; an order whose sums do not add up is named. */
async function totalsOf(database: Kysely<DB>) {
  const rows = await database
    .selectFrom('orders')
    .select(['id', 'subtotal', 'discount', 'tax', 'shippingFee', 'total'])
    .execute()
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

it(
  `answers ${FUZZ_REQUESTS} requests (seed ${FUZZ_SEED}) without falling over or giving anything away`,
  async () => {
    const pool = await existing()
    const before = await totalsOf(db)
    const random = randomOf(Number(FUZZ_SEED))
    const files: Files = [
      new Uint8Array(await phonePhoto(1)),
      new Uint8Array(await truncated()),
      new Uint8Array(SVG_WITH_SCRIPT),
      new Uint8Array([0]),
    ]
    const known = (name: string) => pool[RESOURCE_OF[name] ?? name] ?? []
    const sampling: Sampling = { random, schemas, known }
    const reached = new Map<string, Set<number>>()
    for (let asked = 0; asked < Number(FUZZ_REQUESTS); asked++) {
      const operation = operations[asked % operations.length] as Operation
      const { path, sent } = requestFor(operation, sampling, files)
      const actor = random.pick([
        VISITOR,
        visitor,
        otherCustomer,
        otherCustomer,
        otherWorker,
        otherWorker,
        admin,
        admin,
      ])
      const { status, body } = await ask(actor, operation.method, path, sent)
      const what = `${operation.method} ${path} ${JSON.stringify(sent.body)?.slice(0, 500)}`
      expect(status, what).toBeLessThan(500)
      if (actor !== admin) expect(JSON.stringify(body), what).not.toContain(CANARY)
      const name = `${operation.method} ${operation.path}`
      reached.set(name, (reached.get(name) ?? new Set()).add(status))
    }
    expect(errors).toEqual([])
    await expectSumsHold(before)
    // Many endpoints took what was sent: else the checks behind the first were never tried.
    const good = [...reached].filter(([, statuses]) => [...statuses].some((status) => status < 300))
    expect(good.length).toBeGreaterThan(operations.length * 0.4)
  },
  60_000 + Number(FUZZ_REQUESTS) * 50,
)

/** No order that was there costs anything else now, every order adds up, and the shelf is what its movements say. */
async function expectSumsHold(before: Awaited<ReturnType<typeof totalsOf>>): Promise<void> {
  const after = await totalsOf(db)
  for (const [id, sums] of before) expect(after.get(id), id).toEqual(sums)
  for (const [id, { subtotal, discount, tax, shippingFee, total }] of after)
    expect(subtotal - discount + tax + shippingFee, id).toBe(total)
  const { rows } = await sql`select p.id from products p left join stock_movements m on m.product_id = p.id
    group by p.id having p.stock_quantity <> coalesce(sum(m.quantity), 0) or p.stock_quantity < 0`.execute(
    db.withoutPlugins(),
  )
  expect(rows).toEqual([])
}
