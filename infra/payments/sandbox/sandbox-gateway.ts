import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isSigned } from '#infra/payments/gateways.ts'
import type { Db } from '#shop/ctx.ts'
import { type Money, NO_MONEY, paise } from '#shop/kernel/money.ts'
import { isStorable, parseJson } from '#shop/kernel/text.ts'
import type { CardGateway, ProviderPayment } from '#shop/payment-gateway.ts'

export const SANDBOX_SIGNATURE = 'x-sandbox-signature'

const webhook = z.object({
  event_id: z.string().max(200).refine(isStorable),
  payment: z.object({
    id: z.string(),
    order_id: z.string(),
    amount: z.number().int().positive(),
    status: z.enum(['pending', 'captured', 'failed']),
    reason: z.string().nullable(),
  }),
})
export type SandboxWebhook = z.infer<typeof webhook>

/** Returns an id like 'order_sbx_…'. */
export function sandboxId(kind: 'order' | 'pay' | 'rfnd' | 'evt'): string {
  return `${kind}_sbx_${randomBytes(9).toString('base64url').replace(/\W/g, '0')}`
}

export function proofText({ providerOrderId, paymentId }: { providerOrderId: string; paymentId: string }) {
  return `${providerOrderId}|${paymentId}`
}

/** A simulated provider that keeps its payments in the shop's database. No money moves. */
export function sandboxGateway({ db, secret }: { db: Db; secret: string }): CardGateway {
  return {
    provider: 'sandbox',
    isTest: true,
    publicKey: null,
    createOrder: ({ receipt, amount }) => createOrder(db, receipt, amount),
    hostedPage: ({ providerOrderId, orderId, link }) => ({
      method: 'get',
      action: `/sandbox-pay/${providerOrderId}`,
      fields: { order: orderId, ...(link && { link }) },
    }),
    verifyProof: (proof) => isSigned(secret, proofText(proof), proof.signature),
    paymentsOf: (providerOrderId) => paymentsOf(db, providerOrderId),
    capture: async (payment) => payment,
    refund: ({ providerPaymentId, amount, key }) => refund(db, providerPaymentId, amount, key),
    async refundsOf(paymentId) {
      const rows = await db
        .selectFrom('sandboxRefunds')
        .select(['id', 'key', 'amount'])
        .where('paymentId', '=', paymentId)
        .execute()
      return rows.map((row) => ({ ...row, providerPaymentId: paymentId, status: 'done', reason: null }))
    },
    verifyWebhook(rawBody, headers) {
      if (!isSigned(secret, rawBody, headers.get(SANDBOX_SIGNATURE) ?? '')) return null
      return parseWebhook(rawBody)?.event_id ?? createHash('sha256').update(rawBody).digest('hex')
    },
    readWebhook(rawBody) {
      const event = parseWebhook(rawBody)
      if (!event) return { payments: [], refunds: [] }
      const { order_id: providerOrderId, amount, ...rest } = event.payment
      return {
        payments: [{ ...rest, providerOrderId, amount: paise(amount), fee: NO_MONEY, refunded: NO_MONEY }],
        refunds: [],
      }
    },
  }
}

/** Returns null for webhooks about other things, and for invalid JSON. */
function parseWebhook(rawBody: string): SandboxWebhook | null {
  const json = parseJson(rawBody)
  return (json.ok && webhook.safeParse(json.value).data) || null
}

async function createOrder(db: Db, receipt: string, amount: Money): Promise<string> {
  const { id } = await db
    .insertInto('sandboxOrders')
    .values({ id: sandboxId('order'), receipt, amount, createdAt: new Date() })
    .onConflict((conflict) => conflict.column('receipt').doUpdateSet({ receipt }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function paymentsOf(db: Db, orderId: string): Promise<ProviderPayment[]> {
  const rows = await db
    .selectFrom('sandboxPayments')
    .select(['id', 'orderId as providerOrderId', 'amount', 'status', 'reason'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .execute()
  return rows.map((row) => ({ ...row, fee: NO_MONEY, refunded: NO_MONEY }))
}

async function refund(db: Db, paymentId: string, amount: Money, key: string) {
  const payment = await db
    .selectFrom('sandboxPayments')
    .select('amount')
    .select((eb) =>
      eb
        .selectFrom('sandboxRefunds')
        .select(({ fn }) => fn.coalesce(fn.sum<string>('amount'), eb.lit(0)).as('refundedAmount'))
        .whereRef('paymentId', '=', 'sandboxPayments.id')
        .where('key', '!=', key)
        .as('refundedAmount'),
    )
    .where('id', '=', paymentId)
    .where('status', '=', 'captured')
    .executeTakeFirst()
  if (!payment) return { outcome: 'refused', reason: 'Payment not found' } as const
  if (Number(payment.refundedAmount) + amount > payment.amount)
    return { outcome: 'refused', reason: 'The refund is larger than what is left of the payment' } as const
  const { id } = await db
    .insertInto('sandboxRefunds')
    .values({ id: sandboxId('rfnd'), paymentId, amount, key, createdAt: new Date() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { outcome: 'accepted', providerRefundId: id } as const
}
