/** The parts of Razorpay's JSON that the shop reads. */
import { z } from 'zod'
import { paise } from '#shop/kernel/money.ts'
import type { ProviderEvent, ProviderPayment, ProviderRefund } from '#shop/payment-gateway.ts'

export const orderEntity = z.object({ id: z.string().min(1) })

export const paymentEntity = z.object({
  id: z.string().min(1),
  order_id: z.string().nullish(),
  amount: z.number().int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  error_description: z.string().nullish(),
})

export const refundEntity = z.object({
  id: z.string().min(1),
  // A list of none when nothing was noted.
  notes: z.union([z.object({ refund: z.string().optional() }), z.array(z.unknown())]).nullish(),
  status: z.enum(['pending', 'processed', 'failed']),
})

export const paymentList = z.object({ items: z.array(paymentEntity) })
export const refundList = z.object({ items: z.array(refundEntity) })

const STATUS = {
  created: 'pending',
  authorized: 'authorized',
  captured: 'captured',
  // It was captured before, and it is refunded by us alone, or by hand at Razorpay.
  refunded: 'captured',
  failed: 'failed',
} as const

/** Null for a payment that belongs to no order or is in another currency: none of ours. */
export function toPayment(entity: z.infer<typeof paymentEntity>): ProviderPayment | null {
  const { id, order_id: providerOrderId, amount, currency, status } = entity
  if (!providerOrderId || currency !== 'INR') return null
  const reason = entity.error_description || null
  return { id, providerOrderId, amount: paise(amount), status: STATUS[status], reason }
}

/** A refund that is still on its way counts as done: Razorpay has taken it on. */
export function toRefund({ id, notes, status }: z.infer<typeof refundEntity>): ProviderRefund {
  const key = notes && !Array.isArray(notes) ? (notes.refund ?? null) : null
  const isFailed = status === 'failed'
  return {
    id,
    key,
    status: isFailed ? 'failed' : 'done',
    reason: isFailed ? 'Razorpay could not pay it out' : null,
  }
}

const webhook = z.object({
  payload: z.object({
    payment: z.object({ entity: paymentEntity }).optional(),
    refund: z.object({ entity: refundEntity }).optional(),
  }),
})

/** The events in a webhook's body; none when it is not about payments or refunds. */
export function parseWebhook(rawBody: string): ProviderEvent {
  const { data } = webhook.safeParse(JSON.parse(rawBody))
  const payment = data?.payload.payment && toPayment(data.payload.payment.entity)
  const refund = data?.payload.refund && toRefund(data.payload.refund.entity)
  return { payments: payment ? [payment] : [], refunds: refund ? [refund] : [] }
}
