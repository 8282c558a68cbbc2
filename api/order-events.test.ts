import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { currentActor } from '#infra/accounts/current-actor.ts'
import { followOrders, MAX_STREAMS, type OrderEvents } from '#server/order-events.ts'
import { changeRoles } from '#shop/customers/change-account.ts'
import { signOutDevices } from '#shop/customers/end-sessions.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { deleteAccount } from '#shop/privacy/delete-account.ts'
import { browser, PASSWORD, testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { updateRows } from '#tests/rows.ts'

const testDb = await testDatabase()
const { db, ctx, url } = testDb
const customer = await makeUser(db)
const stranger = await makeUser(db)
const admin = await makeUser(db, { staffRole: 'owner' })
const product = await makeProduct(db, { stockQuantity: 1000 })

/** One server process with its own listening connection. */
async function startProcess(): Promise<{ events: OrderEvents; client: ReturnType<typeof apiClient> }> {
  const events = followOrders(url, () => {})
  const client = apiClient(ctx, { orderEvents: events })
  await Promise.all([customer, stranger, admin].map((person) => client.call(person, 'GET', '/orders')))
  return { events, client }
}

type StreamEvent = { event: string; id: string | null; data: Record<string, unknown> }

/** Reads a stream message by message. */
class Reader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #text = ''

  constructor(response: Response) {
    if (!response.body) throw new Error('no stream')
    this.#reader = response.body.getReader()
  }

  async next(): Promise<StreamEvent | null> {
    while (true) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const message = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        const event = parseEvent(message)
        if (event) return event
        continue
      }
      const { done, value } = await this.#reader.read()
      if (done) return null
      this.#text += new TextDecoder().decode(value)
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel()
  }
}

function parseEvent(message: string): StreamEvent | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1] ?? null
  const event = field('event')
  return event ? { event, id: field('id'), data: JSON.parse(field('data') ?? '{}') } : null
}

async function watch(
  { client }: Awaited<ReturnType<typeof startProcess>>,
  person: Person,
  orderId: string,
  lastEventId?: string,
) {
  const headers = { 'x-actor': person.id, ...(lastEventId && { 'last-event-id': lastEventId }) }
  return client.api.request(`/orders/${orderId}/events`, { headers })
}

const makeCustomerOrder = () => makeOrder(ctx(customer), [{ productId: product, quantity: 1 }])
const setStatus = (orderId: string, status: 'processing' | 'shipped') =>
  changeOrder(ctx(admin), { orderId, status })

describe('GET /orders/{id}/events', () => {
  it('sends the order’s events in every process, and none of other orders', async () => {
    const [first, other] = [await startProcess(), await startProcess()]
    const orderId = await makeCustomerOrder()
    const responses = [await watch(first, customer, orderId), await watch(other, admin, orderId)]
    expect(responses[0]?.headers.get('content-type')).toBe('text/event-stream')
    const readers = responses.map((response) => new Reader(response))
    await setStatus(await makeCustomerOrder(), 'shipped')
    await setStatus(orderId, 'processing')
    for (const reader of readers) {
      expect(await reader.next()).toMatchObject({
        event: 'order',
        data: { status: 'processing', kind: 'status' },
      })
      await reader.close()
    }
    await Promise.all([first.events.stop(), other.events.stop()])
  })

  it('begins with the events since Last-Event-ID', async () => {
    const own = await startProcess()
    const orderId = await makeCustomerOrder()
    const first = new Reader(await watch(own, customer, orderId))
    await setStatus(orderId, 'processing')
    const event = await first.next()
    await first.close()
    await setStatus(orderId, 'shipped')
    await changeOrder(ctx(admin), { orderId, trackingNumber: 'EE1', carrier: 'India Post' })
    const again = new Reader(await watch(own, customer, orderId, event?.id ?? ''))
    expect(await again.next()).toMatchObject({ data: { kind: 'status', status: 'shipped' } })
    expect(await again.next()).toMatchObject({ data: { kind: 'parcel', tracking_number: 'EE1' } })
    await again.close()
    await own.events.stop()
  })

  it('also sends a payment, which has no entry in the history', async () => {
    const own = await startProcess()
    const orderId = await makeCustomerOrder()
    const reader = new Reader(await watch(own, customer, orderId))
    await db.updateTable('orders').set({ paymentStatus: 'paid' }).where('id', '=', orderId).execute()
    expect(await reader.next()).toMatchObject({ id: null, data: { payment_status: 'paid' } })
    await reader.close()
    await own.events.stop()
  })

  it('refuses other customers, visitors, and a person with too many streams', async () => {
    const own = await startProcess()
    const orderId = await makeCustomerOrder()
    expect((await watch(own, stranger, orderId)).status).toBe(404)
    expect((await own.client.api.request(`/orders/${orderId}/events`)).status).toBe(401)
    const open = await Promise.all(
      Array.from({ length: MAX_STREAMS.person }, () => watch(own, customer, orderId)),
    )
    expect(open.every(({ status }) => status === 200)).toBe(true)
    const refused = await watch(own, customer, orderId)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const [stream] = open
    if (stream) await new Reader(stream).close()
    expect((await watch(own, customer, orderId)).status).toBe(200)
    own.events.close()
    await own.events.stop()
  })

  it('ends when the program stops, and then accepts no new streams', async () => {
    const own = await startProcess()
    const orderId = await makeCustomerOrder()
    const reader = new Reader(await watch(own, customer, orderId))
    own.events.close()
    expect(await reader.next()).toBeNull()
    expect((await watch(own, customer, orderId)).status).toBe(429)
    await own.events.stop()
  })
})

describe('an event stream', () => {
  const auth = testAuth(testDb)
  const deps = { auth, db, now: () => new Date() }

  async function openStreamSignedIn(person: Person, orderId: string, { client }: TestProcess) {
    const { call, jar } = browser(auth)
    expect((await call('sign-in/email', { email: person.email, password: PASSWORD })).status).toBe(200)
    // Marks the second factor as verified, which staff need outside demo mode.
    await db.updateTable('sessions').set({ factorAt: new Date() }).where('userId', '=', person.id).execute()
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await client.api.request(`/orders/${orderId}/events`, { headers: { cookie } })
    const reader = new Reader(response)
    await db.updateTable('orders').set({ trackingNumber: 'EE1' }).where('id', '=', orderId).execute()
    // After its first event the stream waits for a notification or the next heartbeat.
    expect(await reader.next()).toMatchObject({ data: { tracking_number: 'EE1' } })
    return { call, reader }
  }

  type TestProcess = { events: OrderEvents; client: ReturnType<typeof apiClient> }
  function startProcessWithSessions(afterCheck = async () => {}): TestProcess {
    const events = followOrders(url, () => {})
    const identify = async (headers: Headers, options?: { renew: boolean }) => {
      const identity = await currentActor(deps, headers, options)
      await afterCheck()
      return identity
    }
    return { events, client: apiClient(ctx, { orderEvents: events, identify }) }
  }

  const sessionsOf = (person: Person) =>
    db.selectFrom('sessions').select('id').where('userId', '=', person.id).orderBy('createdAt').execute()

  it.each<
    [string, (watched: { person: Person; call: ReturnType<typeof browser>['call'] }) => Promise<unknown>]
  >([
    ['the user signs out', ({ call }) => call('sign-out', {})],
    [
      'the user signs it out from another device',
      async ({ person }) => {
        await browser(auth).call('sign-in/email', { email: person.email, password: PASSWORD })
        const [{ id = '' } = {}, own] = await sessionsOf(person)
        return signOutDevices(ctx(person), own?.id ?? '', { id })
      },
    ],
    [
      'the password is changed on another device',
      async ({ person }) => {
        const other = browser(auth)
        await other.call('sign-in/email', { email: person.email, password: PASSWORD })
        return other.call('change-password', { currentPassword: PASSWORD, newPassword: 'Bajra-2027' })
      },
    ],
    ['the account is deleted', ({ person }) => deleteAccount(ctx(person), { by: 'password' })],
    [
      'it has expired, and an event is due',
      async ({ person }) => {
        await db.updateTable('sessions').set({ expiresAt: NOW }).where('userId', '=', person.id).execute()
        await updateRows(db, 'orders', { userId: person.id }, { trackingNumber: 'EE9' })
      },
    ],
  ])('ends when its session ends: %s', async (_name, end) => {
    // An admin's stream in the other process must continue.
    const [own, remote] = [startProcessWithSessions(), await startProcess()]
    const person = await makeUser(db, { password: PASSWORD })
    const orderId = await makeOrder(ctx(person), [{ productId: product, quantity: 1 }])
    await changeOrder(ctx(admin), { orderId, status: 'delivered' })
    const watched = await openStreamSignedIn(person, orderId, own)
    const reader = new Reader(await watch(remote, admin, orderId))
    await end({ person, call: watched.call })
    expect(await watched.reader.next()).toBeNull()
    await db.updateTable('orders').set({ carrier: 'India Post' }).where('id', '=', orderId).execute()
    let event = await reader.next()
    while (event && event.data.carrier !== 'India Post') event = await reader.next()
    expect(event).not.toBeNull()
    await reader.close()
    await Promise.all([own.events.stop(), remote.events.stop()])
  })

  it('sends no event after the session has ended, even if it ends just before the event', async () => {
    const person = await makeUser(db, { password: PASSWORD })
    const orderId = await makeOrder(ctx(person), [{ productId: product, quantity: 1 }])
    const order = db.updateTable('orders').where('id', '=', orderId)
    let endsAtNextCheck = false
    const own = startProcessWithSessions(async () => {
      if (!endsAtNextCheck) return
      endsAtNextCheck = false
      await db.updateTable('sessions').set({ expiresAt: NOW }).where('userId', '=', person.id).execute()
      await order.set({ trackingNumber: 'EE9' }).execute()
    })
    const { reader } = await openStreamSignedIn(person, orderId, own)
    endsAtNextCheck = true
    await order.set({ paymentStatus: 'paid' }).execute()
    const numbers: unknown[] = []
    for (let event = await reader.next(); event; event = await reader.next())
      numbers.push(event.data.tracking_number)
    expect(numbers).not.toContain('EE9')
    await own.events.stop()
  })

  it('ends when an admin loses the role', async () => {
    const own = startProcessWithSessions()
    const other = await makeUser(db, { staffRole: 'owner', password: PASSWORD })
    const { reader } = await openStreamSignedIn(other, await makeCustomerOrder(), own)
    expect((await changeRoles(ctx(admin), { userId: other.id, staffRole: null })).ok).toBe(true)
    expect(await reader.next()).toBeNull()
    await own.events.stop()
  })

  it('ends when a staff session loses its second factor', async () => {
    const own = startProcessWithSessions()
    const other = await makeUser(db, { staffRole: 'manager', password: PASSWORD })
    const orderId = await makeCustomerOrder()
    const { reader } = await openStreamSignedIn(other, orderId, own)
    await db.updateTable('sessions').set({ factorAt: null }).where('userId', '=', other.id).execute()
    await db.updateTable('orders').set({ trackingNumber: 'EE2' }).where('id', '=', orderId).execute()
    expect(await reader.next()).toBeNull()
    await own.events.stop()
  })
})
