import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { queueAlerts } from '#shop/audit/queue-alerts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { err } from '#shop/kernel/result.ts'
import { deliverDue, queueDueWebhooks } from '#shop/webhooks/deliver-webhooks.ts'
import {
  messageOf,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  WEBHOOK_KINDS,
  type WebhookKind,
} from '#shop/webhooks/event.ts'
import {
  addEndpoint,
  changeEndpoint,
  changeSecret,
  endpointInput,
  removeEndpoint,
  resendDelivery,
  sendTestEvent,
  switchEndpoint,
} from '#shop/webhooks/manage-endpoints.ts'
import {
  DELIVERY_FILTERS,
  MAX_ATTEMPTS,
  MAX_ENDPOINTS,
  nextTryAfter,
  type WebhookAnswer,
  type WebhookMessage,
} from '#shop/webhooks/webhook.ts'
import { listDeliveries, listEndpoints } from '#shop/webhooks/webhooks.read.ts'
import { testDatabase } from '#tests/database.ts'
import { findWords, insertTextsAbout, makePersonInEveryTable, NAME, PHONE } from '#tests/everything-about.ts'
import { must } from '#tests/must.ts'
import { insertRow, insertRows, rowOf, rowsOf, updateRows } from '#tests/rows.ts'

const { db, ctx, jobs } = await testDatabase()
const owner = await makeUser(db, { staffRole: 'owner' })
const productId = await makeProduct(db)
/** Events are due at the time of the database's clock. */
const BEGIN = new Date(Date.now() + MINUTE_MS)
const at = (ms: number) => ctx(owner, { now: new Date(BEGIN.getTime() + ms) })

beforeEach(async () => {
  await db.deleteFrom('webhookEndpoints').execute()
})

const OK: WebhookAnswer = { status: 200, text: 'HTTP 200' }
const FAILED: WebhookAnswer = { status: 500, text: 'HTTP 500' }

/** Returns a receiver that gives these answers in turn, and then repeats the last one. */
function receiver(...answers: WebhookAnswer[]) {
  const messages: WebhookMessage[] = []
  const send = async (message: WebhookMessage) => {
    messages.push(message)
    return answers[Math.min(messages.length, answers.length) - 1] ?? OK
  }
  return { messages, send }
}

async function makeEndpoint(kinds: readonly WebhookKind[] = ['stock.changed']) {
  const url = `https://receiver.example/${randomUUID()}`
  return must(await addEndpoint(at(0), { url, description: '', kinds: [...kinds] }))
}

const moveStock = () => insertRows(db, 'stockMovements', { productId, quantity: 1, reason: 'made' })
const deliveriesOf = (endpointId: string) => rowsOf(db, 'webhookDeliveries', { endpointId })
const deliver = (to: ReturnType<typeof receiver>, id: string, ms = 0) => deliverDue(() => at(ms), to, id)
const endpointOf = (id: string) => rowOf(db, 'webhookEndpoints', { id })

describe('an event', () => {
  it('is queued by each change with the fields of its kind, without personal data', async () => {
    const { id } = await makeEndpoint(WEBHOOK_KINDS)
    const person = await makePersonInEveryTable(ctx)
    await insertTextsAbout(ctx, person)
    const [payment] = await rowsOf(db, 'payments')
    const cash = { orderId: payment?.orderId ?? '', amount: 100, provider: 'cod', providerPaymentId: 'cash' }
    const { id: cashId } = await insertRow(db, 'payments', cash)
    await updateRows(db, 'payments', { id: cashId }, { capturedAt: BEGIN, disputeStatus: 'open' })
    await updateRows(db, 'refunds', {}, { status: 'by_hand' })
    await updateRows(db, 'orders', {}, { paymentStatus: 'failed' })
    await updateRows(db, 'payouts', {}, { approvedAt: BEGIN })
    await updateRows(db, 'payoutLines', {}, { state: 'returned' })
    const events = await deliveriesOf(id)
    const fields = Map.groupBy(events, ({ kind }) => kind)
    expect(Object.fromEntries([...fields].map(([kind, [event]]) => [kind, keysOf(event?.data)]))).toEqual(
      Object.fromEntries(WEBHOOK_KINDS.map((kind) => [kind, fieldsOf(kind).toSorted()])),
    )
    const received = events.map(({ data }) => JSON.parse(data)).filter(({ payment_id: id }) => id === cashId)
    expect(received[0]).toEqual({
      ...{ payment_id: cashId, order_id: payment?.orderId, provider: 'cod', amount_paise: 100 },
    })
    const found = await findWords(db, [NAME, PHONE, person.email, 'zubeida'])
    expect(found.filter(({ place }) => place.includes('webhook'))).toEqual([])
  })

  it('has the same fields in every trigger of its kind', async () => {
    const { rows } = await sql<{ name: string; args: string }>`
      select tgname as name, encode(tgargs, 'escape') as args from pg_trigger
      join pg_proc on pg_proc.oid = tgfoid where proname = 'announce_event'`.execute(db)
    expect(rows.length).toBeGreaterThan(10)
    for (const { name, args } of rows) {
      const [kind = '', ...fields] = args.split('\\000').filter(Boolean)
      const names = fields.map((field) => field.split(':')[0])
      expect([name, names]).toEqual([name, fieldsOf(kind as WebhookKind)])
    }
  })

  it('goes to each endpoint of its kind under one id, but to no endpoint that is off or gets other kinds', async () => {
    const [first, second, other, off] = [
      await makeEndpoint(),
      await makeEndpoint(['stock.changed', 'order.placed']),
      await makeEndpoint(['order.placed']),
      await makeEndpoint(),
    ]
    must(await switchEndpoint(at(0), { id: off.id, isActive: false }))
    await moveStock()
    const events = (await Promise.all([first, second, other, off].map(({ id }) => deliveriesOf(id)))).flat()
    expect(events.map(({ endpointId }) => endpointId)).toEqual([first.id, second.id])
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(1)
  })

  it('neither waits for an endpoint that is being removed nor fails because of it', async () => {
    const { id } = await makeEndpoint()
    await db.transaction().execute(async (removal) => {
      await removal.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
      await moveStock()
    })
    expect(await deliveriesOf(id)).toEqual([])
  })
})

describe('a delivery', () => {
  it('is queued once and sent once, however many processes run', async () => {
    const { id, secret } = await makeEndpoint()
    await moveStock()
    await moveStock()
    const queued: string[] = []
    const send: typeof jobs.send = async (_, job) => void queued.push(JSON.stringify(job.data))
    await Promise.all([1, 2, 3].map(() => queueDueWebhooks({ ...at(0), jobs: { ...jobs, send } })))
    expect(queued).toEqual([JSON.stringify({ endpointId: id })])
    const to = receiver(OK)
    await Promise.all([1, 2, 3].map(() => deliver(to, id)))
    const events = await deliveriesOf(id)
    expect(to.messages.map((message) => message.id).toSorted()).toEqual(
      events.map(({ eventId }) => eventId).toSorted(),
    )
    const [event] = events
    const message = to.messages.find((sentMessage) => sentMessage.id === event?.eventId)
    expect(message).toMatchObject({ secret, body: event && messageOf(event) })
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'stock.changed',
      data: { product_id: productId },
    })
    expect(event).toMatchObject({ deliveredAt: BEGIN, nextTryAt: null, attempts: 1, lastAnswer: 'HTTP 200' })
    await queueDueWebhooks({ ...at(DAY_MS), jobs: { ...jobs, send } })
    expect(queued).toHaveLength(1)
  })

  it('is tried again at growing intervals for three days, and then given up', () => {
    let time = BEGIN.getTime()
    const hours: number[] = []
    for (let attempts = 1; ; attempts += 1) {
      const next = nextTryAfter(attempts, new Date(time))
      if (!next) break
      hours.push((next.getTime() - time) / HOUR_MS)
      time = next.getTime()
    }
    expect(hours).toHaveLength(MAX_ATTEMPTS - 1)
    expect(hours).toEqual(hours.toSorted((a, b) => a - b))
    expect((time - BEGIN.getTime()) / DAY_MS).toBeCloseTo(3.1, 1)
  })

  it('that fails pauses its endpoint for a minute, after which other deliveries go first', async () => {
    const { id } = await makeEndpoint()
    await moveStock()
    await moveStock()
    const to = receiver(FAILED, OK)
    await deliver(to, id)
    expect(to.messages).toHaveLength(1)
    expect(await endpointOf(id)).toMatchObject({ failingSince: BEGIN, busyUntil: at(MINUTE_MS).now })
    await deliver(to, id, MINUTE_MS)
    const [failed, , again] = to.messages.map((message) => message.id)
    expect(to.messages).toHaveLength(3)
    expect(again).toBe(failed)
    expect(await endpointOf(id)).toMatchObject({ failingSince: null, busyUntil: null })
  })

  it('of a process that died is due again after two minutes', async () => {
    const { id } = await makeEndpoint()
    await moveStock()
    const dead = { send: () => Promise.reject(new Error('killed')) }
    await expect(deliverDue(() => at(0), dead, id)).rejects.toThrow('killed')
    const to = receiver(OK)
    await deliver(to, id, MINUTE_MS)
    expect(to.messages).toEqual([])
    await deliver(to, id, 3 * MINUTE_MS)
    expect(to.messages).toHaveLength(1)
  })

  it('is sent again under its id when staff ask for it', async () => {
    const { id } = await makeEndpoint()
    await moveStock()
    const to = receiver(OK)
    await deliver(to, id)
    const [delivery] = await deliveriesOf(id)
    must(await resendDelivery(at(HOUR_MS), delivery?.id ?? ''))
    await deliver(to, id, HOUR_MS)
    expect(to.messages.map((message) => message.id)).toEqual([delivery?.eventId, delivery?.eventId])
    for (const unknown of ['x', id])
      expect(await resendDelivery(at(0), unknown)).toMatchObject(err('delivery_not_found'))
    must(await switchEndpoint(at(0), { id, isActive: false }))
    expect(await resendDelivery(at(0), delivery?.id ?? '')).toMatchObject(err('endpoint_off'))
  })
})

describe('an endpoint', () => {
  it('is switched off after failing for three days; owners get an email, and its deliveries go on later', async () => {
    const { id } = await makeEndpoint()
    await moveStock()
    await deliver(receiver(FAILED), id)
    await deliver(receiver(FAILED), id, 2 * DAY_MS)
    expect(await endpointOf(id)).toMatchObject({ isActive: true })
    await deliver(receiver(FAILED), id, 4 * DAY_MS)
    expect(await endpointOf(id)).toMatchObject({ isActive: false, failingSince: BEGIN })
    const [entry] = await listChanges(db, { entity: 'webhook', entityId: id, limit: 1 })
    expect(entry).toMatchObject({
      action: 'webhook stopped',
      actorId: null,
      after: { host: 'receiver.example' },
    })
    const alerts: unknown[] = []
    const send: typeof jobs.send = async (_, job) => void alerts.push(job.data)
    await queueAlerts({ ...at(0), jobs: { ...jobs, send } })
    expect(alerts).toContainEqual({ entryId: entry?.id, ownerId: owner.id })
    const to = receiver(OK)
    await deliver(to, id, 10 * DAY_MS)
    expect(to.messages).toEqual([])
    must(await switchEndpoint(at(10 * DAY_MS), { id, isActive: true }))
    await deliver(to, id, 10 * DAY_MS)
    expect(to.messages).toHaveLength(1)
  })

  it('is switched off at once if it answers 410', async () => {
    const { id } = await makeEndpoint()
    await moveStock()
    await deliver(receiver({ status: 410, text: 'HTTP 410' }), id)
    expect(await endpointOf(id)).toMatchObject({ isActive: false })
  })

  it('signs waiting messages with its new secret, which is encrypted and shown once', async () => {
    const { id, secret: former } = await makeEndpoint()
    await moveStock()
    const { secret } = must(await changeSecret(at(0), id))
    const to = receiver(OK)
    await deliver(to, id)
    expect(to.messages.map((message) => message.secret)).toEqual([secret])
    expect(secret).not.toBe(former)
    expect((await findWords(db, ['whsec_'])).map(({ place }) => place)).toEqual([])
    expect(JSON.stringify(await listEndpoints(db))).not.toContain('ecret')
  })

  it('gets waiting events at its changed address, and no new events of kinds that it no longer receives', async () => {
    const { id } = await makeEndpoint()
    await moveStock()
    const url = 'https://other.example/hook'
    const kinds: WebhookKind[] = ['order.placed']
    must(await changeEndpoint(at(0), { id, url, description: 'Books', kinds }))
    await moveStock()
    const to = receiver(OK)
    await deliver(to, id)
    expect(to.messages.map((message) => message.url)).toEqual([url])
    const [entry] = await listChanges(db, { entity: 'webhook', entityId: id, limit: 1 })
    const states = { before: { host: 'receiver.example' }, after: { host: 'other.example', kinds } }
    expect(entry).toMatchObject({ action: 'update', ...states })
    expect(await changeEndpoint(at(0), { id: randomUUID(), url, description: '', kinds })).toMatchObject(
      err('endpoint_not_found'),
    )
  })

  it('gets a test event whatever kinds it receives, unless it is off', async () => {
    const { id } = await makeEndpoint()
    must(await sendTestEvent(at(0), id))
    const to = receiver(OK)
    await deliver(to, id)
    expect(JSON.parse(to.messages[0]?.body ?? '')).toMatchObject({
      type: TEST_EVENT,
      data: { endpoint_id: id },
    })
    must(await switchEndpoint(at(0), { id, isActive: false }))
    expect(await sendTestEvent(at(0), id)).toMatchObject(err('endpoint_off'))
  })

  it('is removed with its deliveries; the log keeps its host, but not its path', async () => {
    const { id } = await makeEndpoint()
    await moveStock()
    must(await removeEndpoint(at(0), id))
    expect(await deliveriesOf(id)).toEqual([])
    expect(await removeEndpoint(at(0), id)).toMatchObject(err('endpoint_not_found'))
    const entries = await listChanges(db, { entity: 'webhook', entityId: id, limit: 5 })
    expect(entries.map(({ action }) => action)).toEqual(['delete', 'create'])
    expect(entries[1]?.after).toMatchObject({ host: 'receiver.example', kinds: ['stock.changed'] })
    expect(JSON.stringify(entries)).not.toContain('receiver.example/')
  })

  it('is refused if there are already twenty, even for concurrent requests', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: MAX_ENDPOINTS + 2 }, () =>
        addEndpoint(at(0), { url: 'https://receiver.example/', description: '', kinds: ['order.placed'] }),
      ),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(MAX_ENDPOINTS)
    expect(outcomes).toContainEqual(expect.objectContaining(err('too_many_endpoints')))
  })
})

it('only https addresses with a public host name are accepted', () => {
  const accepts = (url: string) => endpointInput.safeParse({ url, kinds: ['order.placed'] }).success
  expect(accepts('https://receiver.example/orders')).toBe(true)
  const refused = [
    'http://a.example',
    'https://a.example:8443',
    'https://127.0.0.1',
    'https://0x7f.1',
    'https://[::1]',
  ]
  for (const url of [...refused, 'https://localhost/x', 'https://me:secret@a.example'])
    expect(accepts(url), url).toBe(false)
})

it('the list of deliveries is filtered by state', async () => {
  const { id } = await makeEndpoint()
  const delivery = { endpointId: id, kind: 'stock.changed', data: '{}', createdAt: BEGIN }
  await insertRows(db, 'webhookDeliveries', [
    { ...delivery, eventId: randomUUID(), lastAnswer: 'delivered', deliveredAt: BEGIN },
    { ...delivery, eventId: randomUUID(), lastAnswer: 'waiting', nextTryAt: BEGIN },
    { ...delivery, eventId: randomUUID(), lastAnswer: 'given_up' },
  ])
  for (const state of ['delivered', 'waiting', 'given_up'] as const) {
    const { deliveries } = await listDeliveries(
      db,
      readSearch(DELIVERY_FILTERS, `endpoint=${id}&state=${state}`),
      10,
    )
    expect(deliveries.map(({ lastAnswer }) => lastAnswer)).toEqual([state])
  }
  expect(await listDeliveries(db, readSearch(DELIVERY_FILTERS, 'page=2'), 2)).toMatchObject({
    hasMore: false,
  })
})

function fieldsOf(kind: WebhookKind): string[] {
  return WEBHOOK_EVENTS[kind].replaceAll('?', '').split(' ')
}

function keysOf(data = '{}'): string[] {
  return Object.keys(JSON.parse(data)).toSorted()
}
