import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { openDatabase } from '#infra/database/open.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const { call, api } = apiClient(ctx)
const admin = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db)

describe('every answer', () => {
  it('is JSON, even at unknown addresses', async () => {
    for (const path of ['/', '/nothing', '/products/a/b', '/demo/mailbox', '/auth']) {
      const answer = await call(VISITOR, 'GET', path)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(answer.headers.get('content-type')).toBe('application/json')
    }
  })

  it('names the methods that an address accepts', async () => {
    const methodsOf = async (method: string, path: string) => {
      const { status, headers } = await call(VISITOR, method, path, { text: '{' })
      return [status, headers.get('allow')]
    }
    expect(await methodsOf('PATCH', '/products')).toEqual([405, 'GET, POST'])
    expect(await methodsOf('POST', '/products/ragi-mix')).toEqual([405, 'GET, PUT, DELETE'])
    expect(await methodsOf('DELETE', '/openapi.json')).toEqual([405, 'GET'])
    expect(await methodsOf('DELETE', '/nothing')).toEqual([404, null])
  })

  it('sets the cookies of a renewed session', async () => {
    const client = apiClient(ctx, {
      identify: async () => ({
        actor: VISITOR,
        pinWorker: null,
        pending: null,
        sessionId: null,
        setCookies: ['a=1', 'b=2'],
      }),
    })
    for (const path of ['/products', '/orders', '/nothing']) {
      expect((await client.call(VISITOR, 'GET', path)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    }
  })

  it('may be cached only if it is the same for all actors', async () => {
    expect((await call(customer, 'GET', '/orders')).headers.get('cache-control')).toBe('no-store')
    expect((await call(VISITOR, 'GET', '/nothing')).headers.get('cache-control')).toBe('no-store')
    expect((await call(VISITOR, 'GET', '/categories')).headers.get('cache-control')).toContain('public')
  })
})

describe('a body', () => {
  const quote = (text: string, headers = {}) => call(VISITOR, 'POST', '/cart/quote', { text, headers })

  it('must be JSON', async () => {
    expect(await quote('{')).toMatchObject({ status: 400, body: { code: 'malformed_json' } })
    expect(await quote('')).toMatchObject({ status: 400 })
  })

  it('must be declared as JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/jsonx',
    ]) {
      expect(await quote('{}', { 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type' },
      })
    }
  })

  it('must be UTF-8 if it is JSON, for the API, the account library and webhooks', async () => {
    const bytes = new Uint8Array([...Buffer.from('{"email":"a'), 0xff, ...Buffer.from('"}')])
    for (const path of ['/cart/quote', '/users', '/auth/sign-in/email', '/webhooks/sandbox']) {
      const answer = await call(VISITOR, 'POST', path, {
        bytes,
        headers: { 'content-type': 'application/json' },
      })
      expect([path, answer.status, answer.body.error]).toEqual([path, 400, 'The body is not valid UTF-8.'])
    }
  })

  it('is refused by its type before anything else is checked', async () => {
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' }
    expect((await call(VISITOR, 'POST', '/orders', { text: '{', headers })).status).toBe(415)
    for (const type of ['application/json; charset=UTF-8', 'Application/JSON;charset="utf-8"'])
      expect((await quote('{}', { 'content-type': type })).status).toBe(422)
  })

  it('may have up to 128 KB', async () => {
    const quoteOfSize = (bytes: number) => {
      const body = JSON.stringify({ items: 'x'.repeat(bytes) })
      return quote(body, { 'content-length': String(body.length) })
    }
    expect(await quoteOfSize(128 * 1024)).toMatchObject({
      status: 413,
      body: { code: 'too_large', error: 'The body is too large: at most 128 KB.' },
    })
    expect((await quoteOfSize(120 * 1024)).status).toBe(422)
  })

  it('may be nested to any depth', async () => {
    expect((await quote(`{"items":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).status).toBe(422)
    expect((await quote(`{"__proto__":{"items":1},"constructor":1}`)).status).toBe(422)
  })

  it('with invalid fields gets messages that say which values are valid', async () => {
    const fieldsOf = async (items: unknown[]) => (await quote(JSON.stringify({ items }))).body.fields
    const id = '00000000-0000-4000-8000-000000000001'
    expect(
      await fieldsOf([{ product_id: id, quantity: 1000 }, { product_id: 7, quantity: 1.5 }, 'x', {}]),
    ).toEqual({
      'items.0.quantity': 'Quantity must be at most 999',
      'items.1.product_id': 'Please send the id of a product',
      'items.1.quantity': 'Quantity must be a whole number',
      'items.2': 'Entry 3 of items must be an object',
      'items.3.product_id': 'Please send the id of a product',
      'items.3.quantity': 'Quantity is missing',
    })
    const lost = await call(admin, 'PUT', '/orders/x', { body: { status: 'lost' } })
    expect(lost.body.error).toBe('Status must be one of: pending, processing, shipped, delivered, cancelled')
  })

  it('that is missing is refused', async () => {
    expect((await call(VISITOR, 'POST', '/cart/quote')).status).toBe(422)
    expect((await call(admin, 'PUT', '/products/x')).status).toBe(422)
  })
})

describe('when the database is unavailable', () => {
  const unavailable = openDatabase({
    url: 'postgres://shop@127.0.0.1:1/none',
    poolSize: 1,
    onError: () => {},
  })
  const { call } = apiClient((actor) => ({
    ...ctx(actor),
    db: unavailable.db,
    reads: { catalogue: unavailable.db, figures: unavailable.db },
  }))

  it('answers 503 with Retry-After', async () => {
    const answer = await call(admin, 'GET', '/orders')
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('5')
    const item = { product_id: '00000000-0000-4000-8000-000000000001', quantity: 1 }
    expect((await call(VISITOR, 'POST', '/cart/quote', { body: { items: [item] } })).status).toBe(503)
  })

  it('answers 503 instead of treating signed-in people as visitors', async () => {
    const client = apiClient(ctx, { identify: () => Promise.reject(new Error('no session')) })
    expect((await client.call(VISITOR, 'GET', '/orders')).status).toBe(503)
    expect(client.errors).toEqual([new Error('no session')])
  })
})

describe('an unexpected error', () => {
  it('is reported and reveals nothing', async () => {
    const failingClient = apiClient(() => {
      throw new Error('secret detail')
    })
    const answer = await failingClient.api.request('/categories')
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ error: 'Something went wrong on our side.', code: 'internal' })
    expect(failingClient.errors).toEqual([new Error('secret detail')])
  })
})

describe('GET /openapi.json', () => {
  it('describes every route with named components', async () => {
    const response = await api.request('/openapi.json')
    const contract = await response.json()
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await api.request('/openapi.json', { headers })).status).toBe(304)
    expect(contract).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] })
    expect(Object.keys(contract.components.schemas)).toEqual(
      expect.arrayContaining(['Product', 'Order', 'Error', 'NewOrder', 'NewProduct']),
    )
  })
})

describe('GET /demo/mailbox', () => {
  const mailbox = demoMailbox(db, () => NOW)
  const demo = apiClient(ctx, { mailbox })

  it('shows the emails to one address, newest first', async () => {
    for (const subject of ['First', 'Second']) {
      await mailbox.send({ to: 'asha@example.test', subject, text: 'Text', html: '<p>Text</p>' }, subject)
    }
    await mailbox.send({ to: 'other@example.test', subject: 'Other', text: '', html: '' }, 'other')
    const { body } = await demo.call(VISITOR, 'GET', '/demo/mailbox?to=Asha@Example.test')
    const mail = { to: 'asha@example.test', text: 'Text', html: '<p>Text</p>', sent_at: NOW.toISOString() }
    expect(body).toEqual([
      { ...mail, subject: 'Second' },
      { ...mail, subject: 'First' },
    ])
    expect((await demo.call(VISITOR, 'GET', '/demo/mailbox')).body).toHaveLength(3)
    expect((await demo.call(VISITOR, 'GET', '/demo/mailbox?to=%00')).status).toBe(422)
  })
})
