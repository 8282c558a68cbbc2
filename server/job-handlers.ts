import type { Handlers } from '#infra/jobs/jobs.ts'
import { orderConfirmation } from '#infra/mail/letters/order-letters.ts'
import type { Services } from '#server/services.ts'
import { findOrder } from '#shop/orders/orders.read.ts'

/** What is done for each job. A handler that throws is tried again. */
export function jobHandlers({ db, mailer, settings }: Services): Handlers {
  return {
    mail: (mail) => mailer.send(mail),
    'order-confirmation': async ({ orderId }) => {
      const order = await findOrder(db, orderId)
      // An order that was removed since needs no mail.
      if (order) await mailer.send(await orderConfirmation(order, settings.brand, settings.origin))
    },
  }
}
