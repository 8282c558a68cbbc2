import { refundSentEmail } from '#infra/email/templates/order-emails.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import { SANDBOX_SIGNATURE } from '#infra/payments/sandbox/sandbox-gateway.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { queueDuePayments } from '#shop/payments/queue-due-payments.ts'
import { receiveWebhook } from '#shop/payments/receive-webhook.ts'
import { findRefund } from '#shop/payments/refunds.read.ts'
import { sendRefund } from '#shop/payments/send-refund.ts'
import { checkPayment } from '#shop/settlement/check-payment.ts'
import { handlePaymentEvent } from '#shop/settlement/handle-payment-event.ts'

type PaymentQueue =
  | 'payments-due'
  | 'payment-check'
  | 'payment-event'
  | 'refund'
  | 'refund-sent'
  | 'sandbox-bank'
  | 'sandbox-webhook'

/** Payments and refunds in the background. */
export function paymentJobs(deps: Dependencies): Pick<Handlers, PaymentQueue> {
  const { db, mailer, sandbox, settings } = deps
  const { brand, origin } = settings
  const ctx = () => deps.ctxFor(VISITOR)
  return {
    'payments-due': () => queueDuePayments(ctx()),
    'payment-check': ({ intentId }) => checkPayment(ctx(), intentId),
    'payment-event': ({ eventId }) => handlePaymentEvent(ctx(), eventId),
    refund: ({ refundId }) => sendRefund(ctx(), refundId),
    'refund-sent': async ({ refundId }, job) => {
      const refund = await findRefund(db, refundId)
      const order = refund && (await findOrder(db, refund.orderId))
      if (order) await mailer.send(await refundSentEmail(order, refund, brand, origin), job.id)
    },
    'sandbox-bank': async ({ paymentId }) => sandbox?.confirm(paymentId),
    'sandbox-webhook': async ({ body }) => {
      if (!sandbox) return
      const headers = new Headers({ [SANDBOX_SIGNATURE]: sandbox.signWebhook(body) })
      await receiveWebhook(ctx(), { provider: 'sandbox', rawBody: body, headers })
    },
  }
}
