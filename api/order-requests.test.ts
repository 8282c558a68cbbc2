import { beforeEach, describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { rowOf, stockOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const { call, api } = apiClient(ctx)
const admin = await makeUser(db, { staffRole: 'owner' })
const stranger = await makeUser(db)
const product = await makeProduct(db, { stockQuantity: 1000 })

let customer: Person
let id: string
beforeEach(async () => {
  customer = await makeUser(db)
  id = await makeOrder(ctx(customer), [{ productId: product, quantity: 2 }])
})

const setStatus = (status: OrderStatus) => changeOrder(ctx(admin), { orderId: id, status })
const cancel = (actor: Actor, body: unknown = {}) =>
  call(actor, 'POST', `/orders/${id}/cancellation`, { body })
const decideCancel = (actor: Actor, body: unknown) =>
  call(actor, 'PUT', `/orders/${id}/cancellation`, { body })
const askRefund = (actor: Actor, body: unknown = { reason: 'damaged' }) =>
  call(actor, 'POST', `/orders/${id}/refund-request`, { body })
const decide = (actor: Actor, body: unknown) => call(actor, 'PUT', `/orders/${id}/refund-request`, { body })

describe('/orders/{id}/cancellation', () => {
  it('cancels at once; a repeated request changes nothing', async () => {
    const first = await cancel(customer, { details: 'Ordered twice' })
    expect(first).toMatchObject({ status: 200, body: { status: 'cancelled', requests: [] } })
    expect((await cancel(customer)).body.history).toHaveLength(2)
  })

  it('becomes a request after shipping, and an admin can decide it only once', async () => {
    await setStatus('shipped')
    const { body } = await cancel(customer, { details: 'Too late' })
    expect(body).toMatchObject({ status: 'shipped', requests: [{ kind: 'cancellation', status: 'open' }] })
    const decided = await decideCancel(admin, { decision: 'approve', answer: 'Stopped' })
    expect(decided).toMatchObject({
      status: 200,
      body: { status: 'cancelled', requests: [{ status: 'approved' }] },
    })
    const again = await decideCancel(admin, { decision: 'decline' })
    expect(again).toMatchObject({ status: 409, body: { code: 'no_open_request' } })
  })
})

describe('returned units of a cancelled order', () => {
  const stock = () => stockOf(db, product)
  const returnedBody = async (quantity: number, restocked?: number) => ({
    returned: [{ order_item_id: (await rowOf(db, 'orderItems', { orderId: id })).id, quantity, restocked }],
  })
  const put = (actor: Actor, body: unknown) => call(actor, 'PUT', `/orders/${id}`, { body })

  it('go back to stock according to `returned`, with the cancellation or later', async () => {
    await setStatus('shipped')
    const earlier = await stock()
    const toOrigin = { status: 'cancelled', reason: 'returned_to_origin' }
    expect((await put(customer, toOrigin)).status).toBe(403)
    expect(await put(admin, { ...toOrigin, ...(await returnedBody(3)) })).toMatchObject({
      ...{ status: 422, body: { code: 'not_in_order', fields: { returned: expect.any(String) } } },
    })
    const { status, body } = await put(admin, { ...toOrigin, ...(await returnedBody(1, 0)) })
    expect([status, body.status, await stock()]).toEqual([200, 'cancelled', earlier])
    expect(body.history.at(-1).note).toContain('could not deliver')
    expect((await put(admin, await returnedBody(1))).status).toBe(200)
    expect(await stock()).toBe(earlier + 1)
  })

  it('can be sent with an approval, but not with a refusal', async () => {
    await setStatus('shipped')
    await cancel(customer)
    const earlier = await stock()
    const declined = { decision: 'decline', ...(await returnedBody(1)) }
    expect(await decideCancel(admin, declined)).toMatchObject({ status: 422 })
    expect((await decideCancel(admin, { decision: 'approve', ...(await returnedBody(2, 1)) })).status).toBe(
      200,
    )
    expect(await stock()).toBe(earlier + 1)
  })
})

describe('/orders/{id}/refund-request', () => {
  it('stores a request and shows it in the order', async () => {
    expect(await askRefund(customer)).toMatchObject({ status: 409, body: { code: 'not_delivered' } })
    await setStatus('delivered')
    const { body } = await askRefund(customer, { reason: 'wrong', details: 'Bajra instead of ragi' })
    expect(body.requests).toMatchObject([{ kind: 'refund', reason: 'wrong', status: 'open', amount: null }])
    expect(body.history.at(-1)).toMatchObject({ kind: 'refund_requested' })
    expect((await askRefund(stranger)).status).toBe(404)
    expect(await askRefund(customer, { reason: 'greed' })).toMatchObject({
      status: 422,
      body: { fields: { reason: expect.any(String) } },
    })
  })

  it('is approved only once, with an amount in rupees and the returned items', async () => {
    await setStatus('delivered')
    const item = (await askRefund(customer)).body.order_items[0].id
    const returned_items = [{ order_item_id: item, quantity: 1 }]
    expect((await decide(customer, { decision: 'approve', amount: 1 })).status).toBe(403)
    expect(await decide(admin, { decision: 'approve', amount: 99999 })).toMatchObject({
      status: 422,
      body: { fields: { amount: expect.any(String) } },
    })
    expect(await decide(admin, { decision: 'approve' })).toMatchObject({ status: 422 })
    const { status, body } = await decide(admin, { decision: 'approve', amount: 100.5, returned_items })
    expect(status).toBe(200)
    expect(body.requests).toMatchObject([{ status: 'approved', amount: 100.5 }])
    expect((await decide(admin, { decision: 'approve', amount: 100.5 })).status).toBe(409)
  })

  it('states a preferred resolution, and is granted as a replacement', async () => {
    await setStatus('delivered')
    const wish = { reason: 'damaged', wish: 'replacement' }
    expect((await askRefund(customer, wish)).body.requests).toMatchObject([{ wish: 'replacement' }])
    const mixed = await decide(admin, { decision: 'replace', amount: 50 })
    expect(mixed).toMatchObject({
      status: 422,
      body: { fields: { amount: 'Please send amount and returned_items only with approve' } },
    })
    const { status, body } = await decide(admin, { decision: 'replace' })
    expect([status, body.status, body.requests[0].status]).toEqual([200, 'processing', 'approved'])
    expect(body.history.at(-1)).toMatchObject({ kind: 'replacement_granted' })
    expect(await cancel(customer)).toMatchObject({ status: 409, body: { code: 'replacement_sent' } })
  })
})

describe('invoices and credit notes', () => {
  const open = (actor: Person | null, path: string) =>
    api.request(path, { headers: actor ? { 'x-actor': actor.id } : {} })

  it('are PDFs for the customer and for admins, with the same bytes each time', async () => {
    await setStatus('shipped')
    await issueInvoice(ctx(), id)
    // The test client knows a person's session only after their first request.
    await Promise.all([customer, stranger, admin].map((person) => call(person, 'GET', '/orders')))
    const first = await open(customer, `/orders/${id}/invoice`)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('application/pdf')
    expect(first.headers.get('content-disposition')).toMatch(/^inline; filename="INV26-27-\d{7}\.pdf"$/)
    const bytes = Buffer.from(await first.arrayBuffer())
    const second = Buffer.from(await (await open(admin, `/orders/${id}/invoice`)).arrayBuffer())
    expect(bytes.equals(second)).toBe(true)
    expect((await open(stranger, `/orders/${id}/invoice`)).status).toBe(404)
    expect((await open(null, `/orders/${id}/invoice`)).status).toBe(401)
    expect((await open(customer, `/orders/${id}/credit-notes/${id}`)).status).toBe(404)
  })

  it('are not issued by requesting them', async () => {
    for (const status of ['pending', 'shipped'] as const) {
      if (status === 'shipped') await setStatus(status)
      expect(await call(customer, 'GET', `/orders/${id}/invoice`)).toMatchObject({
        status: 409,
        body: { code: 'not_invoiced_yet' },
      })
    }
    expect((await invoicesOfOrder(db, id)).invoices).toEqual([])
  })

  it('stay at their own address after the order was cancelled and shipped again', async () => {
    const numbers: string[] = []
    for (let round = 0; round < 2; round += 1) {
      await setStatus('shipped')
      numbers.push(must(await issueInvoice(ctx(), id)).number.replace('/', '-'))
      await setStatus('cancelled')
      await issueCreditNote(ctx(), { orderId: id, cause: `cancel:${id} ${round}`, amount: null })
    }
    const { invoices } = await invoicesOfOrder(db, id)
    expect(invoices.map(({ reversedAt }) => reversedAt !== null)).toEqual([true, true])
    await call(customer, 'GET', '/orders')
    for (const [at, invoice] of invoices.entries()) {
      const answer = await open(customer, `/orders/${id}/invoices/${invoice.id}`)
      expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${numbers[at]}.pdf"`)
    }
    expect((await open(customer, `/orders/${id}/invoices/${id}`)).status).toBe(404)
  })
})

describe('an Idempotency-Key', () => {
  const keyed = (actor: Actor, method: string, path: string, body: unknown, key = 'key') =>
    call(actor, method, `/orders/${id}/${path}`, { body, headers: { 'idempotency-key': key } })
  const isReplayed = ({ headers }: { headers: Headers }) => headers.has('idempotency-replayed')

  it('repeats cancellation, refund request and decision without a change', async () => {
    await setStatus('shipped')
    await setStatus('delivered')
    const wrong = await keyed(customer, 'POST', 'refund-request', { reason: 'boredom' })
    expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    const body = { reason: 'damaged' }
    const first = await keyed(customer, 'POST', 'refund-request', body)
    expect([first.status, isReplayed(first)]).toEqual([200, false])
    const declined = { decision: 'decline', answer: 'Please send a photograph' }
    const decided = await keyed(admin, 'PUT', 'refund-request', declined)
    expect([decided.status, isReplayed(decided)]).toEqual([200, false])
    // Without the key, the declined request would be opened again, and the decision refused.
    const repeats = [
      await keyed(customer, 'POST', 'refund-request', body),
      await keyed(admin, 'PUT', 'refund-request', declined),
    ]
    for (const repeat of repeats) {
      expect([repeat.status, isReplayed(repeat)]).toEqual([200, true])
      expect(repeat.body.requests).toMatchObject([{ status: 'declined' }])
    }
    const other = await keyed(customer, 'POST', 'cancellation', body)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  it('does not repeat a change that someone has undone', async () => {
    const headers = { 'idempotency-key': 'ship' }
    const ship = () => call(admin, 'PUT', `/orders/${id}`, { body: { status: 'shipped' }, headers })
    const shipped = await ship()
    await setStatus('processing')
    const repeat = await ship()
    expect([shipped, repeat].map((answer) => [answer.body.status, isReplayed(answer)])).toEqual([
      ['shipped', false],
      ['processing', true],
    ])
  })

  it('has 1 to 200 characters; of concurrent cancellations with one key, only one takes effect', async () => {
    expect((await keyed(customer, 'POST', 'cancellation', {}, 'k'.repeat(201))).status).toBe(422)
    const racing = Array.from({ length: 4 }, () => keyed(customer, 'POST', 'cancellation', { details: 'x' }))
    const answers = await Promise.all(racing)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.filter(isReplayed)).toHaveLength(3)
  })
})
