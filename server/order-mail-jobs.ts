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
  const send = async (subject: MailSubject, id: string): Promise<boolean> => {
    const email = await writeMail(deps, subject)
    if (!email || !isMailable(email.to)) return false
    await storeMail(db, { ...subject, id, recipient: email.to, ...email, now: now() })
    await mailer.send({ ...email, replyTo }, id)
    await markMailSent(db, id, now())
    return true
  }
  return {
    'order-confirmation': async ({ orderId }, job) => {
      // Refused if the order is not paid yet. Its invoice is then issued when it is shipped.
      await issueInvoice(ctxFor(VISITOR), orderId)
      await send({ orderId, kind: 'confirmation', eventId: null, refundId: null }, job.id)
    },
    'order-moved': async ({ orderId, eventId }, job) => {
      const order = await findOrder(db, orderId)
      const event = order?.events.find(({ id }) => id === eventId)
      if (event?.kind === 'parcel_corrected' && order && (await hasSentNumber(db, order))) return
      // Shipped goods need an invoice. It is refused if the goods have been returned.
      if (event?.toStatus === 'shipped' || event?.toStatus === 'delivered')
        await issueInvoice(ctxFor(VISITOR), orderId)
      await send({ orderId, kind: 'event', eventId, refundId: null }, job.id)
      await send({ orderId, kind: 'request', eventId, refundId: null }, `${job.id}-shop`)
    },
    'refund-sent': async ({ refundId }, job) => {
      const refund = await findRefund(db, refundId)
      if (!refund) return
      const kind = refund.status === 'done' ? 'refund_sent' : 'refund_by_hand'
      await send({ orderId: refund.orderId, kind, eventId: null, refundId }, job.id)
    },
    'order-mail-again': async ({ mailId }) => {
      const mail = await findMail(db, mailId)
      const order = mail && (await findOrder(db, mail.orderId))
      if (!order || mail.sentAt || mail.droppedAt) return
      const about = { order, refunds: await refundsOfOrder(db, order.id) }
      const isSent = mailApplies(about, mail) && (await send(mail, mailId))
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
  { orderId, kind, eventId, refundId }: MailSubject,
): Promise<Email | null> {
  const order = await findOrder(db, orderId)
  if (!order) return null
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
  const unpaid = (await refundsOfOrder(db, orderId)).filter(({ status }) => status !== 'done')
  const words = unpaid.map(
    (refund) => `We’re refunding ${formatAmount(refund.amount)}. ${payoutText(refund, payout)}`,
  )
  const payLink = payPath(orderId, signPayment(ctxFor(VISITOR).links, orderId))
  return orderStatusEmail(order, event, { ...shop, payLink }, words)
}

async function payoutOf({ db, ctxFor }: Pick<OrderMailDependencies, 'db' | 'ctxFor'>, { id }: Order) {
  const account = (await refundAccountHints(db, [id])).get(id) ?? null
  return { account, days: ctxFor(VISITOR).config.refundDays }
}
