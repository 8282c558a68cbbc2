import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isSigned } from '#infra/payments/gateways.ts'
import {
  RAZORPAY_URL,
  type RazorpayAnswer,
  type RazorpayCredentials,
  razorpayApi,
} from '#infra/payments/razorpay/razorpay-api.ts'
import { paise } from '#shop/kernel/money.ts'
import {
  type CardGateway,
  DISPUTE_STATUSES,
  type HostedPayment,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderRefund,
  ProviderUnreachable,
} from '#shop/payment-gateway.ts'

const orderEntity = z.object({ id: z.string().min(1) })

const paymentEntity = z.object({
  id: z.string().min(1),
  order_id: z.string().nullish(),
  amount: z.number().int(),
  amount_refunded: z.number().int().nullish(),
  fee: z.number().int().nullish(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  error_description: z.string().nullish(),
})

const refundEntity = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount: z.number().int().positive(),
  // Razorpay sends an empty list when there are no notes.
  notes: z.union([z.object({ refund: z.string().optional() }), z.array(z.unknown())]).nullish(),
  status: z.enum(['pending', 'processed', 'failed']),
})

const disputeEntity = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  status: z.enum(DISPUTE_STATUSES),
  // Seconds since 1970.
  respond_by: z.number().int().positive().nullish(),
})

const paymentList = z.object({ items: z.array(paymentEntity) })

const refundList = z.object({ items: z.array(refundEntity) })

const STATUS = {
  created: 'pending',
  authorized: 'authorized',
  captured: 'captured',
  // Captured before the refund.
  refunded: 'captured',
  failed: 'failed',
} as const

const webhook = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: paymentEntity }).optional(),
    refund: z.object({ entity: refundEntity }).optional(),
    dispute: z.object({ entity: disputeEntity }).optional(),
  }),
})

type Options = { credentials: RazorpayCredentials; baseUrl?: string; timeoutMs?: number }

/** With a test key Razorpay simulates payments. */
export function isTestKey(keyId: string): boolean {
  return keyId.startsWith('rzp_test_')
}

export function razorpayGateway(options: Options): CardGateway {
  const { credentials, baseUrl = RAZORPAY_URL } = options
  const { keyId, keySecret, webhookSecret } = credentials
  const call = razorpayApi({ ...options, baseUrl })
  return {
    provider: 'razorpay',
    isTest: isTestKey(keyId),
    publicKey: keyId,
    async createOrder({ receipt, amount }) {
      const body = { amount, currency: 'INR', receipt, payment: { capture: 'automatic' } }
      return orderEntity.parse(jsonOf(await call({ method: 'POST', path: '/orders', body }))).id
    },
    hostedPage: (payment) => hostedPage(baseUrl, keyId, payment),
    verifyProof: ({ providerOrderId, paymentId, signature }) =>
      isSigned(keySecret, `${providerOrderId}|${paymentId}`, signature),
    async paymentsOf(providerOrderId) {
      const path = `/orders/${encodeURIComponent(providerOrderId)}/payments`
      const { items } = paymentList.parse(jsonOf(await call({ method: 'GET', path })))
      // Razorpay lists the newest first.
      return items.toReversed().flatMap((item) => toPayment(item) ?? [])
    },
    async capture(payment) {
      const path = `/payments/${encodeURIComponent(payment.id)}/capture`
      const answer = await call({ method: 'POST', path, body: { amount: payment.amount, currency: 'INR' } })
      // The payment is captured already or has expired. The next check of the order's payments finds out which.
      if (!answer.ok) return payment
      return toPayment(paymentEntity.parse(answer.json)) ?? payment
    },
    async refund({ providerPaymentId, amount, key }) {
      const path = `/payments/${encodeURIComponent(providerPaymentId)}/refund`
      // A retry has a smaller amount if a part was refunded at Razorpay meanwhile.
      const headers = { 'X-Refund-Idempotency': `${key}-${amount}` }
      const body = { amount, speed: 'normal', receipt: key, notes: { refund: key } }
      const answer = await call({ method: 'POST', path, body, headers })
      if (!answer.ok) return { outcome: 'refused', reason: answer.reason }
      return { outcome: 'accepted', providerRefundId: refundEntity.parse(answer.json).id }
    },
    async refundsOf(providerPaymentId) {
      const path = `/payments/${encodeURIComponent(providerPaymentId)}/refunds?count=100`
      return refundList.parse(jsonOf(await call({ method: 'GET', path }))).items.map(toRefund)
    },
    verifyWebhook(rawBody, headers) {
      if (!isSigned(webhookSecret, rawBody, headers.get('x-razorpay-signature') ?? '')) return null
      return headers.get('x-razorpay-event-id') || createHash('sha256').update(rawBody).digest('hex')
    },
    readWebhook: parseWebhook,
  }
}

/** Throws ProviderUnreachable, since Razorpay refuses these only for wrong keys. */
function jsonOf(answer: RazorpayAnswer): unknown {
  if (answer.ok) return answer.json
  throw new ProviderUnreachable(`Razorpay refused with ${answer.status}: ${answer.reason}`)
}

/** Returns a form to post, so that none of Razorpay's scripts run on our pages. */
function hostedPage(baseUrl: string, keyId: string, payment: HostedPayment) {
  const { providerOrderId, amount, orderId, link, shopName, customer, origin } = payment
  const back = new URLSearchParams({ order: orderId, ...(link && { link }) })
  const returnUrl = `${origin}/api/payments/return?${back}`
  const fields = {
    key_id: keyId,
    order_id: providerOrderId,
    amount: String(amount),
    currency: 'INR',
    name: shopName,
    ...(customer && { 'prefill[name]': customer.name, 'prefill[contact]': `+91${customer.phone}` }),
    ...(customer?.email && { 'prefill[email]': customer.email }),
    callback_url: returnUrl,
    cancel_url: returnUrl,
  }
  return { method: 'post' as const, action: `${baseUrl}/v1/checkout/embedded`, fields }
}

/** Returns null for a payment without an order or in another currency. */
function toPayment(entity: z.infer<typeof paymentEntity>): ProviderPayment | null {
  const { id, order_id: providerOrderId, amount, currency, status } = entity
  if (!providerOrderId || currency !== 'INR') return null
  const reason = entity.error_description || null
  const [fee, refunded] = [paise(entity.fee ?? 0), paise(entity.amount_refunded ?? 0)]
  return { id, providerOrderId, amount: paise(amount), fee, refunded, status: STATUS[status], reason }
}

/** A pending refund counts as done, because Razorpay has accepted it. */
function toRefund({ id, payment_id, amount, notes, status }: z.infer<typeof refundEntity>): ProviderRefund {
  const key = notes && !Array.isArray(notes) ? (notes.refund ?? null) : null
  const isFailed = status === 'failed'
  return {
    id,
    providerPaymentId: payment_id,
    amount: paise(amount),
    key,
    status: isFailed ? 'failed' : 'done',
    reason: isFailed ? 'Razorpay could not pay it out' : null,
  }
}

function toDispute({ id, payment_id, status, respond_by }: z.infer<typeof disputeEntity>): ProviderDispute {
  const respondBy = respond_by ? new Date(respond_by * 1000) : null
  return { id, providerPaymentId: payment_id, status, respondBy }
}

function parseWebhook(rawBody: string): ProviderEvent {
  const { data } = webhook.safeParse(JSON.parse(rawBody))
  // A dispute's event has the payment's state at capture, which may be outdated.
  if (data?.event.startsWith('payment.dispute.')) {
    const { dispute } = data.payload
    return { payments: [], refunds: [], ...(dispute && { dispute: toDispute(dispute.entity) }) }
  }
  const payment = data?.payload.payment && toPayment(data.payload.payment.entity)
  const refund = data?.payload.refund && toRefund(data.payload.refund.entity)
  return { payments: payment ? [payment] : [], refunds: refund ? [refund] : [] }
}
