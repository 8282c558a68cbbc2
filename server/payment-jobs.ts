import type { Handlers } from '#infra/jobs/jobs.ts'
import { refundSent } from '#infra/mail/letters/payment-letters.ts'
import type { Parts } from '#server/parts.ts'
import { VISITOR } from '#shop/customers/actor.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { findRefund } from '#shop/payments/refunds.read.ts'
import { sendRefund } from '#shop/payments/send-refund.ts'

type PaymentQueue = 'refund' | 'refund-sent'

/** What the shop does about money while nobody waits for it. */
export function paymentJobs({ db, mailer, settings, ctxFor }: Parts): Pick<Handlers, PaymentQueue> {
  const { brand, origin } = settings
  return {
    refund: ({ refundId }) => sendRefund(ctxFor(VISITOR), refundId),
    'refund-sent': async ({ refundId }) => {
      const refund = await findRefund(db, refundId)
      const order = refund && (await findOrder(db, refund.orderId))
      if (order) await mailer.send(await refundSent(order, refund, brand, origin))
    },
  }
}
