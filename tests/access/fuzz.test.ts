/**
 * Sends every endpoint of the contract valid, extreme and hostile values; the same seed sends the same
 * requests (`FUZZ_REQUESTS`, `FUZZ_SEED`): `npm run lab -- fuzz --requests 20000 --seed 7`.
 */
import { expect, it } from 'vitest'
import { COUPON_CODE } from '#api/examples.ts'
import { makeCoupon } from '#db/factories/coupon.ts'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { makeEverybody } from '#tests/access/api-things.ts'
import { fillPool, MARKERS } from '#tests/access/fuzz-pool.ts'
import { hostileText, hostileValue, randomOf, type SampleSource, sample } from '#tests/access/sample.ts'
import { testAuth } from '#tests/accounts.ts'
import { apiClient, type RequestContent } from '#tests/api-client.ts'
import { type Document, operationsOf } from '#tests/contract/document.ts'
import { exampleRequests } from '#tests/contract/example-requests.ts'
import { exampleStages } from '#tests/contract/stages.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto, SVG_WITH_SCRIPT, truncatedPhoto } from '#tests/pictures.ts'
import { expectTotalsReconcile, totalsOf } from '#tests/sums.ts'

const { FUZZ_REQUESTS = '250', FUZZ_SEED = '20261121' } = process.env
const random = randomOf(Number(FUZZ_SEED))

const shop = await testDatabase()
const { db } = shop
const people = await makeEverybody(shop)
const everyone = Object.values(people)
const { api, call, errors } = apiClient(shop.ctx, {
  auth: testAuth(shop),
  mailbox: demoMailbox(db, () => NOW),
  orderEvents: { open: () => ({ next: async () => 'closed', close: () => {} }) },
})
const contract: Document = await (await api.request('/openapi.json')).json()
const { prepareExample } = exampleStages(shop, people, contract)
const operations = operationsOf(contract)
type Operation = (typeof operations)[number]

/** The resource of each field that refers to another resource than the path. */
const RESOURCE_OF: Record<string, string> = {
  product_id: 'products',
  tastemaker: 'products',
  user_id: 'users',
  userId: 'users',
  actor_id: 'users',
  taskId: 'work-logs',
  order_id: 'orders',
  coupon_code: 'code',
}

type Files = Uint8Array<ArrayBuffer>[]
type Request = { path: string; content: RequestContent }

/** Builds a request from the schemas alone. */
function sampleRequest(operation: Operation, source: SampleSource, files: Files): Request {
  const resource = operation.path.split('/')[1] ?? ''
  const poolName = (name: string) => (name === 'id' ? resource : name)
  const headers: Record<string, string> = {}
  const query = new URLSearchParams()
  let path = operation.path
  for (const { name, in: place, schema, required } of operation.parameters ?? []) {
    const value = `${asText(sample(schema, source, poolName(name)))}`.toWellFormed()
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value) || 'x')
    else if (place === 'query' && (required || random.chance(0.5))) query.set(name, value)
    else if (place === 'header') headers[name] = value.replace(/[^ -~]/g, '').slice(0, 500) || '1'
  }
  const content = { ...bodyFor(operation, source, files, headers), headers }
  return { path: query.size > 0 ? `${path}?${query}` : path, content }
}

function asText(value: unknown): unknown {
  return typeof value === 'object' ? JSON.stringify(value) : value
}

function bodyFor(
  { method, requestBody }: Operation,
  source: SampleSource,
  files: Files,
  headers: Record<string, string>,
): Omit<RequestContent, 'headers'> {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (method !== 'GET' && random.chance(0.02))
    return { text: random.pick(['{', '[]', 'null', '"', '{"a":1e999}']) }
  if (!type || !content) return {}
  if (type === 'application/json') return { body: sample(content.schema, source) }
  const bytes = random.pick(files)
  if (type === 'multipart/form-data') {
    const form = new FormData()
    form.set(random.pick(['image', 'photo']), new File([bytes], hostileText(random).toWellFormed()))
    return { form }
  }
  headers['content-type'] = type
  return { bytes: bytes.slice(0, random.below(bytes.length)) }
}

/** Builds the contract's example, sent by an allowed role, with one hostile value unless `isUnchanged`. */
async function exampleRequest(operation: Operation, isUnchanged: boolean) {
  // An earlier request of the admin may have revoked the role.
  const workers = [people.worker.id, people.otherWorker.id]
  await db.updateTable('users').set({ isWorker: true }).where('id', 'in', workers).execute()
  const { actor, replaceIds } = await prepareExample(operation)
  const [request] = await exampleRequests(contract, operation, replaceIds)
  if (!request) throw new Error('the operation has no example')
  return { actor, ...(isUnchanged ? request : corruptRequest(request)) }
}

function corruptRequest({ path, content }: Request): Request {
  const [address = '', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  const parameter = random.pick(['', ...query.keys()])
  if (parameter) query.set(parameter, hostileText(random).toWellFormed())
  const body = content.text?.startsWith('{') ? corruptBody(JSON.parse(content.text)) : undefined
  const { text, ...others } = content
  return {
    path: query.size > 0 ? `${address}?${query}` : address,
    content: body === undefined ? content : { ...others, body },
  }
}

function corruptBody(body: Record<string, unknown>): unknown {
  const name = random.pick(Object.keys(body))
  const inner = body[name]
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
  return { ...body, [name]: isObject ? corruptBody(inner as typeof body) : hostileValue(random) }
}

/** The marker of each person. Only some staff may see the markers of others. */
const markerOf = new Map<unknown, string>(
  Object.entries(MARKERS).map(([name, marker]) => [people[name as keyof typeof MARKERS], marker]),
)

function expectNoForeignData(actor: Actor, body: unknown, what: string): void {
  // These roles may see the data of others.
  if (may(actor, 'orders.view')) return
  const text = JSON.stringify(body) ?? ''
  for (const [person, marker] of markerOf) if (person !== actor) expect(text, what).not.toContain(marker)
}

it(
  `answers ${FUZZ_REQUESTS} requests (seed ${FUZZ_SEED}) without a server error or another person's data`,
  async () => {
    await seedCatalogue({ db, now: NOW })
    await makeCoupon(db, { code: COUPON_CODE }, NOW)
    const pool = await fillPool(shop, people)
    const totalsBefore = await totalsOf(db)
    const files: Files = [
      new Uint8Array(await phonePhoto(1)),
      new Uint8Array(await truncatedPhoto()),
      new Uint8Array(SVG_WITH_SCRIPT),
      new Uint8Array([0]),
    ]
    const existingValues = (name: string) => pool[RESOURCE_OF[name] ?? name] ?? []
    const source: SampleSource = { random, schemas: contract.components.schemas, existingValues }
    const statuses = new Map<number, number>()
    const succeeded = new Set<string>()
    for (let index = 0; index < Number(FUZZ_REQUESTS); index++) {
      const operation = operations[index % operations.length] as Operation
      const isUnchanged = index < operations.length
      const isExample = isUnchanged || random.chance(0.1)
      const { actor, path, content }: Request & { actor: Actor } = isExample
        ? await exampleRequest(operation, isUnchanged)
        : { actor: random.pick(everyone), ...sampleRequest(operation, source, files) }
      const { status, body } = await call(actor, operation.method, path, content)
      const description = `request ${index}: ${operation.method} ${path} ${(content.text ?? JSON.stringify(content.body))?.slice(0, 500)}`
      expect(status, description).toBeLessThan(500)
      expectNoForeignData(actor, body, description)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status < 300) succeeded.add(`${operation.method} ${operation.path}`)
    }
    expect(errors).toEqual([])
    await expectTotalsReconcile(db, totalsBefore)
    // If an endpoint accepted no request, its later checks have never run.
    expect(
      operations.map(({ method, path }) => `${method} ${path}`).filter((name) => !succeeded.has(name)),
    ).toEqual([])
    console.log(
      `responses by status: ${[...statuses]
        .toSorted()
        .map(([status, times]) => `${status} ${times}`)
        .join(', ')}`,
    )
  },
  // Long enough for a busy machine.
  300_000 + Number(FUZZ_REQUESTS) * 250,
)
