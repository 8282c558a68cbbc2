import type { Handlers } from '#infra/jobs/jobs.ts'
import { orderConfirmation } from '#infra/mail/letters/order-letters.ts'
import { messageJobs } from '#server/message-jobs.ts'
import type { Parts } from '#server/parts.ts'
import { findOrder } from '#shop/orders/orders.read.ts'

/** What is done for each job. A handler that throws is tried again. */
export function jobHandlers(parts: Parts): Handlers {
  const { db, mailer, settings } = parts
  return {
    ...messageJobs(parts),
    mail: (mail) => mailer.send(mail),
    'order-confirmation': async ({ orderId }) => {
      const order = await findOrder(db, orderId)
      // An order that was removed since needs no mail.
      if (order) await mailer.send(await orderConfirmation(order, settings.brand, settings.origin))
    },
  }
}
