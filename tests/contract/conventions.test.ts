/** Conventions of the contract that hold for every operation, so that no route states them. */
import { findTargetHandler } from 'hono/utils/handler'
import { expect, it } from 'vitest'
import { limitedSearch } from '#api/rate-limit.ts'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { DECLARED } from '#tests/access/api-rows.ts'
import { makeEverybody } from '#tests/access/api-things.ts'
import { deriveRows, routeOf } from '#tests/access/derived-rows.ts'
import type { Schema } from '#tests/access/sample.ts'
import { apiClient } from '#tests/api-client.ts'
import { type Document, operationsOf } from '#tests/contract/document.ts'
import { exampleRequests } from '#tests/contract/example-requests.ts'
import { exampleStages } from '#tests/contract/stages.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const shop = await testDatabase()
await seedCatalogue({ db: shop.db, now: NOW })
const people = await makeEverybody(shop)
const { api, call } = apiClient(shop.ctx)
const contract: Document = await (await api.request('/openapi.json')).json()
const operations = operationsOf(contract)
const { prepareExample } = exampleStages(shop, people, contract)
const rows = [...DECLARED, ...deriveRows(api, contract, DECLARED)]

const named = (list: typeof operations) =>
  list.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

it('every operation has a unique id and declares who may call it', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toEqual([...new Set(ids)])
  for (const id of ids) expect(id).toMatch(/^[a-z][a-zA-Z]+$/)
  expect(operations.filter(({ security }) => security === undefined)).toEqual([])
})

it('every search is limited, and every limit is declared', () => {
  const searches = operations.filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'q'))
  expect(searches.length).toBeGreaterThan(3)
  for (const operation of searches) {
    const handlers = api.routes.filter(({ method, path }) => `${method} ${path}` === routeOf(operation))
    const targets = handlers.map(({ handler }) => findTargetHandler(handler))
    expect([operation.path, targets.includes(limitedSearch)]).toEqual([operation.path, true])
    expect(operation.responses[429]?.headers).toHaveProperty('RateLimit-Limit')
  }
})

/** Returns the places of objects that accept unknown fields. */
function openObjects(schema: Schema | undefined, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const target = schema.$ref ? contract.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  const own = target?.type === 'object' && target.additionalProperties !== false ? [place] : []
  const inner = Object.entries({ ...target, example: undefined }).flatMap(([name, part]) =>
    Array.isArray(part)
      ? part.flatMap((each) => openObjects(each as Schema, `${place}.${name}`))
      : openObjects(part as Schema, `${place}.${name}`),
  )
  return [...own, ...inner]
}

const withFields = operations.filter(({ requestBody }) =>
  Object.keys(requestBody?.content ?? {}).some((type) => /json|form-data/.test(type)),
)

it.each(named(withFields))('the body of %s accepts no unknown field at any depth', (_, { requestBody }) => {
  expect(Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => openObjects(schema, ''))).toEqual(
    [],
  )
})

it.each(named(withFields.filter(({ path }) => !path.startsWith('/auth/'))))(
  '%s refuses an unknown field, naming it and the known fields',
  async (_, operation) => {
    const { actor, replaceIds } = await prepareExample(operation)
    const [request] = await exampleRequests(contract, operation, replaceIds)
    const { form, text = '{}', headers } = request?.content ?? {}
    form?.set('couponCode', 'MILLET10')
    const body = { ...JSON.parse(text), couponCode: 'MILLET10' }
    const content = form ? { form } : { body }
    const answer = await call(actor, operation.method, request?.path ?? '', { ...content, headers })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['couponCode']])
    const [field] = Object.keys(form ? Object.fromEntries(form) : body)
    expect(answer.body.fields.couponCode).toMatch(
      new RegExp(`^Unknown field 'couponCode'\\. .*\\b${field}\\b`),
    )
  },
)

it('names an unknown field inside a list', async () => {
  const body = { items: [{ productId: 'x' }] }
  const { fields } = (await call(people.customer, 'PUT', '/cart', { body })).body
  expect(fields['items.0.productId']).toBe(
    "Unknown field 'productId'. Fields of items.0: product_id, quantity, tastemakers",
  )
})

const changeable = operations.filter(({ method, path }) => method === 'PUT' && contract.paths[path]?.get)

it('finds the resources that are read and changed at one address', () => {
  expect(changeable.length).toBeGreaterThan(5)
})

/** Returns the people who may send the change of a row. */
function changers(operation: (typeof operations)[number]): Actor[] {
  const route = `PUT ${operation.path.replace(/\{(\w+)\}/g, ':$1')}`
  const columns = ['visitor', 'customer', 'otherCustomer', 'worker', 'otherWorker', 'admin'] as const
  return columns.flatMap((role, at) =>
    rows.some((row) => row.route === route && (row.expected[at] ?? 500) < 300) ? [people[role]] : [],
  )
}

it.each(named(changeable))(
  '%s accepts the response of GET as its body, and changes nothing',
  async (_, operation) => {
    const { replaceIds } = await prepareExample(operation)
    const [request] = await exampleRequests(contract, operation, replaceIds)
    const path = request?.path ?? ''
    const send = changers(operation)
    expect(send.length).toBeGreaterThan(0)
    let answered = 0
    for (const actor of send) {
      const read = await call(actor, 'GET', path)
      if (read.status === 404) continue
      answered += 1
      const written = await call(actor, 'PUT', path, { body: read.body })
      expect([written.status, written.body]).toEqual([200, { ...read.body, ...versionOf(written.body) }])
    }
    expect(answered).toBeGreaterThan(0)
  },
)

const versionOf = ({ version }: { version?: number }) => (version === undefined ? {} : { version })
