import type { Email } from '#infra/email/mailer.ts'
import {
  orderConfirmationEmail,
  orderStatusEmail,
  parcelLines,
  refundByHandEmail,
  refundSentEmail,
  showsTracking,
} from '#infra/email/templates/order-emails.ts'
import { orderRequestEmail } from '#infra/email/templates/staff-emails.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Db } from '#shop/ctx.ts'
import { isMailable } from '#shop/customers/no-mail.ts'
import { canInvoice } from '#shop/invoices/invoice-document.ts'
import { issueInvoice } from '#shop/invoices/issue-documents.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { findMail, mailsOfOrder } from '#shop/orders/admin-order.read.ts'
import type { Order } from '#shop/orders/order.ts'
import { type MailSubject, mailApplies } from '#shop/orders/order-mail.ts'
import { markMailDropped, markMailSent, storeMail } from '#shop/orders/order-mails.sql.ts'
import { payPath, signPayment } from '#shop/orders/order-paths.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { payoutText } from '#shop/payments/refund-account.ts'
import { refundAccountHints } from '#shop/payments/refund-accounts.read.ts'
import { findRefund, refundsOfOrder } from '#shop/payments/refunds.read.ts'

type OrderMailDependencies = Pick<Dependencies, 'db' | 'mailer' | 'settings' | 'ctxFor' | 'now'>

/** Sends emails about orders after storing their texts, and issues the invoice of a paid or shipped order. */
export function orderMailJobs(deps: OrderMailDependencies) {
  const { db, mailer, ctxFor, now, settings } = deps
  const replyTo = { name: settings.brand, address: settings.mail.support }
  /** Returns false if there is nothing to send. */
  const send = async (order: Order, subject: Omit<MailSubject, 'orderId'>, id: string): Promise<boolean> => {
    const email = await writeMail(deps, order, subject)
    if (!email || !isMailable(email.to)) return false
    await storeMail(db, { ...subject, orderId: order.id, id, recipient: email.to, ...email, now: now() })
    await mailer.send({ ...email, replyTo }, id)
    await markMailSent(db, id, now())
    return true
  }
  return {
    'order-confirmation': async ({ orderId }, job) => {
      const order = await findOrder(db, orderId)
      if (!order) return
      // An unpaid order gets its invoice when it is shipped.
      if (canInvoice(order)) await issueInvoice(ctxFor(VISITOR), orderId)
      await send(order, { kind: 'confirmation', eventId: null, refundId: null }, job.id)
    },
    'order-moved': async ({ orderId, eventId }, job) => {
      const order = await findOrder(db, orderId)
      if (!order) return
      const event = order.events.find(({ id }) => id === eventId)
      if (event?.kind === 'parcel_corrected' && (await hasSentNumber(db, order))) return
      // Shipped goods need an invoice. It is refused if the goods have been returned.
      if (event?.toStatus === 'shipped' || event?.toStatus === 'delivered')
        await issueInvoice(ctxFor(VISITOR), orderId)
      await send(order, { kind: 'event', eventId, refundId: null }, job.id)
      await send(order, { kind: 'request', eventId, refundId: null }, `${job.id}-shop`)
    },
    'refund-sent': async ({ refundId }, job) => {
      const refund = await findRefund(db, refundId)
      const order = refund && (await findOrder(db, refund.orderId))
      if (!order) return
      const kind = refund.status === 'done' ? 'refund_sent' : 'refund_by_hand'
      await send(order, { kind, eventId: null, refundId }, job.id)
    },
    'order-mail-again': async ({ mailId }) => {
      const mail = await findMail(db, mailId)
      const order = mail && (await findOrder(db, mail.orderId))
      if (!order || mail.sentAt || mail.droppedAt) return
      const about = { order, refunds: await refundsOfOrder(db, order.id) }
      const isSent = mailApplies(about, mail) && (await send(order, mail, mailId))
      if (!isSent) await markMailDropped(db, mailId, now())
    },
  } satisfies Partial<Handlers>
}

/** True if the last parcel email already has the corrected number. */
async function hasSentNumber(db: Db, order: Order): Promise<boolean> {
  const trackingEventIds = new Set(order.events.filter(showsTracking).map(({ id }) => id))
  const parcelMails = (await mailsOfOrder(db, order.id))
    .flatMap(({ kind, eventId, sentAt, text }) =>
      kind === 'event' && sentAt && eventId !== null && trackingEventIds.has(eventId)
        ? [{ eventId, sentAt, text }]
        : [],
    )
    .toSorted(
      (first, other) => first.sentAt.getTime() - other.sentAt.getTime() || first.eventId - other.eventId,
    )
  const lines = parcelMails.at(-1)?.text?.split('\n') ?? []
  const [line] = parcelLines(order)
  return line !== undefined && lines.includes(line)
}

async function writeMail(
  { db, settings, ctxFor, now }: OrderMailDependencies,
  order: Order,
  { kind, eventId, refundId }: Omit<MailSubject, 'orderId'>,
): Promise<Email | null> {
  const { brand, origin } = settings
  const { deliveryTimes: times } = ctxFor(VISITOR).config
  const shop = { brand, origin, times, now: now() }
  if (kind === 'confirmation') return orderConfirmationEmail(order, shop)
  const payout = await payoutOf({ db, ctxFor }, order)
  if (kind === 'refund_sent' || kind === 'refund_by_hand') {
    const refund = refundId && (await findRefund(db, refundId))
    if (!refund) return null
    const { account } = payout
    return kind === 'refund_sent'
      ? refundSentEmail(order, refund, { brand, origin, account })
      : refundByHandEmail(order, refund, { brand, origin, words: payoutText(refund, payout) })
  }
  const event = order.events.find(({ id }) => id === eventId)
  if (!event) return null
  if (kind === 'request')
    return orderRequestEmail(order, event, { brand, origin, support: settings.mail.support })
  const unpaid = (await refundsOfOrder(db, order.id)).filter(({ status }) => status !== 'done')
  const words = unpaid.map(
    (refund) => `We’re refunding ${formatAmount(refund.amount)}. ${payoutText(refund, payout)}`,
  )
  const payLink = payPath(order.id, signPayment(ctxFor(VISITOR).links, order.id))
  return orderStatusEmail(order, event, { ...shop, payLink }, words)
}

async function payoutOf({ db, ctxFor }: Pick<OrderMailDependencies, 'db' | 'ctxFor'>, { id }: Order) {
  const account = (await refundAccountHints(db, [id])).get(id) ?? null
  return { account, days: ctxFor(VISITOR).config.refundDays }
}
