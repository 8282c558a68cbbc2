import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sign } from '#infra/payments/gateways.ts'

export const RAZORPAY_KEYS = {
  keyId: 'rzp_live_key',
  keySecret: 'the-key-secret-of-the-tests',
  webhookSecret: 'the-webhook-secret-of-the-tests',
}

/** The settings of a shop that accepts cards through this server. */
export function cardSettings(url: string): Record<string, string> {
  return {
    CARD_PAYMENTS: 'on',
    RAZORPAY_KEY_ID: RAZORPAY_KEYS.keyId,
    RAZORPAY_KEY_SECRET: RAZORPAY_KEYS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: RAZORPAY_KEYS.webhookSecret,
    RAZORPAY_URL: url,
  }
}

type Status = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
type Order = {
  id: string
  entity: 'order'
  amount: number
  currency: string
  receipt: string
  status: string
}
type Payment = {
  id: string
  entity: 'payment'
  order_id: string
  amount: number
  currency: string
  status: Status
  amount_refunded: number
  /** Set once the payment is captured. */
  fee?: number
  email: string
  contact: string
  error_code: string | null
  error_description: string | null
}
type Refund = {
  id: string
  entity: 'refund'
  payment_id: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  /** Razorpay sends an empty list if there are no notes. */
  notes: Record<string, string> | readonly []
  receipt: string
}

/**
 * How a call fails. The server executes the call for `-answer`, and does not execute it for `-call`. With
 * `lost-`, the caller times out; with `cut-`, the connection closes at once. `busy` is status 429, `broken` is
 * status 502.
 */
type Trouble = 'lost-answer' | 'lost-call' | 'cut-answer' | 'cut-call' | 'busy' | 'broken'

const id = (kind: string) => `${kind}_${randomBytes(7).toString('hex')}`

/**
 * Starts a simulation of Razorpay over HTTP, with orders, payments, refunds with idempotency keys, signed
 * proofs, webhooks and failures. Tests act for the customers.
 */
export async function startRazorpayServer(host = '127.0.0.1') {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const byKey = new Map<string, { body: string; refund: Refund }>()
  const calls: string[] = []
  const troubles: { match: RegExp; trouble: Trouble }[] = []

  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function serve(request: IncomingMessage, response: ServerResponse) {
    // A shop that is killed aborts its request.
    const body = await text(request).catch(() => null)
    if (body === null) return
    const call = `${request.method} ${(request.url ?? '').split('?')[0]}`
    calls.push(call)
    const at = troubles.findIndex(({ match }) => match.test(call))
    const trouble = at === -1 ? null : troubles.splice(at, 1)[0]?.trouble
    if (trouble === 'busy') return answer(response, 429, refusal('Too many requests'))
    if (trouble === 'broken') return answer(response, 502, refusal('The server has a problem'))
    // Sends no response, so that the caller times out.
    if (trouble === 'lost-call') return
    if (trouble === 'cut-call') return void request.socket.destroy()
    const { status, json } = route(request, call, body)
    if (trouble === 'cut-answer') request.socket.destroy()
    else if (trouble !== 'lost-answer') answer(response, status, json)
  }

  function route(
    { headers }: IncomingMessage,
    call: string,
    body: string,
  ): { status: number; json: unknown } {
    const login = `Basic ${Buffer.from(`${RAZORPAY_KEYS.keyId}:${RAZORPAY_KEYS.keySecret}`).toString('base64')}`
    if (headers.authorization !== login) return { status: 401, json: refusal('Authentication failed') }
    const fields = body === '' ? {} : JSON.parse(body)
    const [, entity = '', entityId = '', action = ''] =
      /\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(call) ?? []
    if (call === 'POST /v1/orders') return okResponse(order(fields))
    if (entity === 'orders' && action === 'payments') {
      const own = [...payments.values()].filter((payment) => payment.order_id === entityId)
      return okResponse({ entity: 'collection', count: own.length, items: own.toReversed() })
    }
    const payment = payments.get(entityId)
    if (entity !== 'payments' || !payment)
      return { status: 400, json: refusal('The id provided does not exist') }
    if (action === 'capture') return capture(payment, fields.amount)
    if (action === 'refunds') {
      const own = refundsOf(payment.id)
      return okResponse({ entity: 'collection', count: own.length, items: own })
    }
    return refund(payment, String(headers['x-refund-idempotency'] ?? ''), body)
  }

  function order({ amount, currency, receipt }: Omit<Order, 'id'>): Order {
    const newOrder: Order = { id: id('order'), entity: 'order', amount, currency, receipt, status: 'created' }
    orders.set(newOrder.id, newOrder)
    return newOrder
  }

  function capture(payment: Payment, amount: number) {
    if (payment.status === 'captured')
      return { status: 400, json: refusal('This payment has already been captured') }
    if (payment.status !== 'authorized' || amount !== payment.amount)
      return { status: 400, json: refusal('Capture amount must be equal to the amount authorized') }
    payment.status = 'captured'
    return okResponse(payment)
  }

  function refund(payment: Payment, key: string, body: string) {
    if (!/^[\w-]{10,}$/.test(key)) return { status: 400, json: refusal('The idempotency key is not valid') }
    const earlier = byKey.get(key)
    if (earlier) {
      if (earlier.body === body) return okResponse(earlier.refund)
      return { status: 400, json: refusal('Different request with the same idempotency key') }
    }
    const { amount, notes, receipt } = JSON.parse(body)
    if (payment.status !== 'captured')
      return { status: 400, json: refusal('The payment status should be captured for action to be taken') }
    if (payment.amount_refunded + amount > payment.amount)
      return {
        status: 400,
        json: refusal('The total refund amount is greater than the refund payment amount'),
      }
    const common = { id: id('rfnd'), entity: 'refund', payment_id: payment.id } as const
    const newRefund: Refund = { ...common, amount, notes, receipt, status: 'processed' }
    payment.amount_refunded += amount
    if (payment.amount_refunded === payment.amount) payment.status = 'refunded'
    refunds.set(newRefund.id, newRefund)
    byKey.set(key, { body, refund: newRefund })
    return okResponse(newRefund)
  }

  /** Refunds a payment as an admin does in Razorpay's dashboard. */
  function refundByHand(payment: Payment, amount: number, status: Refund['status'] = 'processed'): Refund {
    const about = { entity: 'refund', payment_id: payment.id, notes: [], receipt: '' } as const
    const newRefund: Refund = { ...about, id: id('rfnd'), amount, status }
    payment.amount_refunded += amount
    if (payment.amount_refunded >= payment.amount) payment.status = 'refunded'
    refunds.set(newRefund.id, newRefund)
    return newRefund
  }

  const refundsOf = (paymentId: string) =>
    [...refunds.values()].filter(({ payment_id }) => payment_id === paymentId)

  return {
    refundByHand,
    url: `http://${host}:${port}`,
    calls,
    refundsOf,

    /**
     * Returns all captured payments in paise, with their refunds. `key` is a refund's `receipt`, which is the
     * shop's id of the refund.
     */
    books() {
      const captured = [...payments.values()].filter(
        ({ status }) => status === 'captured' || status === 'refunded',
      )
      return captured.map(({ id: payment, amount }) => ({
        payment,
        amount,
        refunds: refundsOf(payment).map(({ id, receipt, amount }) => ({ id, key: receipt, amount })),
      }))
    },

    /** Makes the next matching call fail. */
    trouble: (match: RegExp, trouble: Trouble) => void troubles.push({ match, trouble }),

    /** Pays an order as a customer. `status`: the payment's outcome. `reason`: why the bank refuses. */
    pay(orderId: string, status: Status, reason: string | null = null): Payment {
      const { amount = 0, currency = 'INR' } = orders.get(orderId) ?? {}
      const person = { email: 'meera@example.test', contact: '+919845012345' }
      const error = { error_code: reason && 'BAD_REQUEST_ERROR', error_description: reason }
      const common = { id: id('pay'), entity: 'payment', order_id: orderId, amount, currency } as const
      const payment: Payment = { ...common, status, amount_refunded: 0, ...person, ...error }
      payments.set(payment.id, payment)
      return payment
    },

    /** Returns the proof that the browser brings back after a successful payment. */
    proofOf: ({ id: paymentId, order_id }: Payment) => ({
      paymentId,
      signature: sign(RAZORPAY_KEYS.keySecret, `${order_id}|${paymentId}`),
    }),

    /** Returns a webhook about the payment, signed over its raw body. */
    webhook(
      event: string,
      payment: Payment,
      about: { refund?: Partial<Refund>; dispute?: object; eventId?: string } = {},
    ) {
      const payload = {
        payment: { entity: { ...payment } },
        ...(about.refund && { refund: { entity: about.refund } }),
        ...(about.dispute && { dispute: { entity: about.dispute } }),
      }
      const contains = Object.keys(payload)
      const rawBody = JSON.stringify({ entity: 'event', account_id: 'acc_test', event, contains, payload })
      const headers = new Headers({
        'x-razorpay-signature': sign(RAZORPAY_KEYS.webhookSecret, rawBody),
        'x-razorpay-event-id': about.eventId ?? id('event'),
      })
      return { provider: 'razorpay', rawBody, headers }
    },

    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function okResponse(json: unknown) {
  return { status: 200, json }
}

function refusal(description: string) {
  const unknown = { source: 'business', step: 'NA', reason: 'input_validation_failed', metadata: {} }
  return { error: { code: 'BAD_REQUEST_ERROR', description, ...unknown } }
}

function answer(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(json))
}
