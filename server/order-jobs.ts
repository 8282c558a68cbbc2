import type { Handlers } from '#infra/jobs/jobs.ts'
import { orderConfirmation } from '#infra/mail/letters/order-letters.ts'
import { orderMoved } from '#infra/mail/letters/order-moved-letters.ts'
import type { Parts } from '#server/parts.ts'
import { findOrder } from '#shop/orders/orders.read.ts'

type OrderQueue = 'order-confirmation' | 'order-moved'

/** The mails about an order. One that was removed since needs none. */
export function orderJobs({ db, mailer, settings }: Parts): Pick<Handlers, OrderQueue> {
  const { brand, origin } = settings
  return {
    'order-confirmation': async ({ orderId }) => {
      const order = await findOrder(db, orderId)
      if (order) await mailer.send(await orderConfirmation(order, brand, origin))
    },
    'order-moved': async ({ orderId, eventId }) => {
      const order = await findOrder(db, orderId)
      const event = order?.events.find(({ id }) => id === eventId)
      if (order && event) await mailer.send(await orderMoved(order, event, brand, origin))
    },
  }
}
