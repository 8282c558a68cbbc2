/** Sends every example of the contract, with real ids. api-client.ts checks each response against the contract. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { COUPON_CODE } from '#api/examples.ts'
import { makeCoupon } from '#db/factories/coupon.ts'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import { makeEverybody } from '#tests/access/api-things.ts'
import { testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { type Document, matchesPath, operationsOf, pointer, schemaCheck } from '#tests/contract/document.ts'
import { exampleRequests } from '#tests/contract/example-requests.ts'
import { exampleStages } from '#tests/contract/stages.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const shop = await testDatabase()
const { db } = shop
await seedCatalogue({ db, now: NOW })
await makeCoupon(db, { code: COUPON_CODE }, NOW)
const people = await makeEverybody(shop)
const { api, call } = apiClient(shop.ctx, {
  auth: testAuth(shop),
  mailbox: demoMailbox(db, () => NOW),
  orderEvents: { open: () => ({ next: async () => 'closed', close: () => {} }) },
})
const contract: Document = await (await api.request('/openapi.json')).json()
const operations = operationsOf(contract)
const checkSchema = schemaCheck(contract)

const { names: preparedNames, prepareExample } = exampleStages(shop, people, contract)

it('the contract is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  expect(await validator.validate(contract as never)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

it('the examples of the contract match their schemas', () => {
  let count = 0
  const checkExamples = (part: unknown, at: string[]): void => {
    if (typeof part !== 'object' || part === null) return
    if ('example' in part && !at.includes('example') && at.at(-1) !== 'properties') {
      count += 1
      checkSchema(pointer(at), part.example, `the example at ${at.join(' ')}`)
    }
    for (const [name, inner] of Object.entries(part))
      if (name !== 'example') checkExamples(inner, [...at, name])
  }
  checkExamples(contract, [])
  expect(count).toBeGreaterThan(100)
})

it('every prepared operation is in the contract', () => {
  const names = operations.map(({ method, path }) => `${method} ${path}`)
  expect(preparedNames.filter((name) => !names.includes(name))).toEqual([])
})

it.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  'an allowed role can send the example of %s',
  async (_, operation) => {
    const { actor, replaceIds } = await prepareExample(operation)
    for (const { path, content } of await exampleRequests(contract, operation, replaceIds)) {
      const answer = await call(actor, operation.method, path, content)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    }
    const next = operation.responses[200]?.headers?.Link?.schema.example
    if (next === undefined) return
    const [, link = ''] = /^<\/api(\/[^>]+)>; rel="next"$/.exec(`${next}`) ?? []
    expect(matchesPath(operation.path, link.split('?')[0] ?? ''), link).toBe(true)
    expect((await call(actor, 'GET', replaceIds(link))).status).toBe(200)
  },
)
