import { orderConfirmationEmail, orderStatusEmail } from '#infra/email/templates/order-emails.ts'
import { orderRequestEmail } from '#infra/email/templates/staff-emails.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { issueCreditNote } from '#shop/invoices/issue-credit-note.ts'
import { issueInvoice } from '#shop/invoices/issue-invoice.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { findOrder } from '#shop/orders/orders.read.ts'

type OrderQueue = 'order-confirmation' | 'order-moved' | 'credit-note'

/** The invoices and emails that follow an order's events. An order removed since gets none. */
export function orderJobs({ db, mailer, settings, ctxFor }: Dependencies): Pick<Handlers, OrderQueue> {
  const { brand, origin, deliveryTimes } = settings
  return {
    'order-confirmation': async ({ orderId }, job) => {
      const order = await findOrder(db, orderId)
      if (order)
        await mailer.send(
          await orderConfirmationEmail(order, { brand, origin, ships: deliveryTimes.ships }),
          job.id,
        )
    },
    'order-moved': async ({ orderId, eventId }, job) => {
      const order = await findOrder(db, orderId)
      const event = order?.events.find(({ id }) => id === eventId)
      if (!order || !event) return
      // Shipped goods need an invoice; it is refused if they have been returned since.
      if (event.toStatus === 'shipped' || event.toStatus === 'delivered') {
        await issueInvoice(ctxFor(VISITOR), orderId)
      }
      await mailer.send(await orderStatusEmail(order, event, brand, origin), job.id)
      const waits = await orderRequestEmail(order, event, { brand, origin, support: settings.mail.support })
      if (waits) await mailer.send(waits, `${job.id}-shop`)
    },
    'credit-note': (wanted) => issueCreditNote(ctxFor(VISITOR), wanted),
  }
}
