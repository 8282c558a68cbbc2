import type { UnfinishedJob } from '#shop/ctx.ts'
import type { Order, OrderEvent, OrderEventKind } from '#shop/orders/order.ts'
import { eventText } from '#shop/orders/tracker.ts'
import type { Refund } from '#shop/payments/refund.ts'

/** `request`: to support, about a customer's request. `refund_by_hand`: asks the customer where to pay a refund. */
export type OrderMailKind = 'confirmation' | 'event' | 'request' | 'refund_sent' | 'refund_by_hand'

/** `eventId` and `refundId` are null for kinds that have none. */
export type MailSubject = {
  orderId: string
  kind: OrderMailKind
  eventId: number | null
  refundId: string | null
}

/** `subject` and `text` are null until a job has written the email. */
export type StoredMail = MailSubject & {
  id: string
  recipient: string
  subject: string | null
  text: string | null
  queuedAt: Date
  sentAt: Date | null
  droppedAt: Date | null
  /** The admin who sent the email again; null for automatic emails. */
  askedBy: string | null
}

/** 'dropped': the email was no longer true when its job ran, so it was not sent. */
export type OrderMailState = 'queued' | 'sent' | 'failed' | 'dropped'

export type OrderMail = Pick<StoredMail, 'id' | 'recipient' | 'subject' | 'text' | 'askedBy'> & {
  name: string
  state: OrderMailState
  /** When the email was sent or dropped; before that, when it was queued. */
  at: Date
  /** True if it was sent and its content is still true. */
  canSendAgain: boolean
}

export const ORDER_MAIL_QUEUES = [
  'order-confirmation',
  'order-moved',
  'refund-sent',
  'order-mail-again',
] as const

export const MAILS_AGAIN_PER_HOUR = 3

type About = { order: Order; refunds: readonly Refund[] }

export function listMails(about: About, stored: readonly StoredMail[], unfinished: readonly UnfinishedJob[]) {
  const keyOf = ({ id, data }: UnfinishedJob) => (typeof data.mailId === 'string' ? data.mailId : id)
  const failed = new Set(unfinished.filter(({ isFailed }) => isFailed).map(keyOf))
  const storedIds = new Set(stored.map(({ id }) => id))
  const untried = unfinished
    .filter((job) => !storedIds.has(keyOf(job)))
    .flatMap((job) => untriedMail(about.order, job) ?? [])
  return [...stored, ...untried]
    .map((mail): OrderMail => {
      const { id, recipient, subject, text, askedBy, queuedAt, sentAt, droppedAt } = mail
      const unsentState = failed.has(id.replace(/-shop$/, '')) ? 'failed' : 'queued'
      return {
        ...{ id, recipient, subject, text, askedBy },
        name: mailName(about, mail),
        state: sentAt ? 'sent' : droppedAt ? 'dropped' : unsentState,
        at: sentAt ?? droppedAt ?? queuedAt,
        canSendAgain: sentAt !== null && mailApplies(about, mail),
      }
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** Returns null when the job will find nothing to send. */
function untriedMail(order: Order, { queue, id, data, sentAt: queuedAt }: UnfinishedJob): StoredMail | null {
  const unsent = { subject: null, text: null, sentAt: null, droppedAt: null, askedBy: null }
  const mail = { ...unsent, id, orderId: order.id, recipient: order.customerEmail, queuedAt }
  const none = { eventId: null, refundId: null }
  if (queue === 'order-confirmation') return { ...mail, ...none, kind: 'confirmation' }
  if (queue === 'refund-sent')
    return { ...mail, ...none, kind: 'refund_sent', refundId: String(data.refundId) }
  const event = order.events.find((entry) => entry.id === data.eventId)
  return event ? { ...mail, ...none, kind: 'event', eventId: event.id } : null
}

export function mailName({ order }: Pick<About, 'order'>, { kind, eventId }: MailSubject): string {
  if (kind === 'confirmation') return 'Order confirmation'
  if (kind === 'refund_sent') return 'Refund sent'
  if (kind === 'refund_by_hand') return 'Where to pay the refund'
  const event = order.events.find(({ id }) => id === eventId)
  const text = event ? eventText(event) : 'Undone step'
  return kind === 'request' ? `${text}, to support` : text
}

/** Events in groups. Of each group, only the email about the latest event is still true. */
const GROUPS: readonly (readonly OrderEventKind[])[] = [
  ['status'],
  ['payment_received', 'payment_link', 'cash_chosen'],
  ['parcel', 'parcel_corrected'],
  ['address_corrected'],
  ['items_changed'],
  ['cancellation_requested', 'cancellation_declined'],
  [
    ...(['refund_requested', 'refund_approved', 'refund_declined'] as const),
    ...(['replacement_requested', 'replacement_granted', 'replacement_declined'] as const),
  ],
]

export function mailApplies({ order, refunds }: About, { kind, eventId, refundId }: MailSubject): boolean {
  if (kind === 'confirmation') return order.status !== 'cancelled'
  const status = refunds.find(({ id }) => id === refundId)?.status
  if (kind === 'refund_sent') return status === 'done'
  if (kind === 'refund_by_hand') return status === 'by_hand' || status === 'refused'
  const event = order.events.find(({ id }) => id === eventId)
  return event !== undefined && isLatest(order, event) && isStillTrue(order, event)
}

function isLatest({ events }: Order, event: OrderEvent): boolean {
  const group = GROUPS.find((kinds) => kinds.includes(event.kind)) ?? []
  return events.findLast(({ kind }) => group.includes(kind))?.id === event.id
}

function isStillTrue({ status, paymentStatus }: Order, { kind, toStatus }: OrderEvent): boolean {
  switch (kind) {
    case 'status':
      return status === toStatus
    case 'parcel':
    case 'parcel_corrected':
    case 'cancellation_requested':
      return status === 'shipped'
    case 'address_corrected':
    case 'items_changed':
      return status === 'pending' || status === 'processing'
    case 'replacement_granted':
      return status === 'processing' || status === 'shipped'
    case 'payment_received':
      return status !== 'cancelled' && paymentStatus === 'paid'
    case 'payment_link':
    case 'cash_chosen':
      return status !== 'cancelled' && paymentStatus === 'pending'
    default:
      return status !== 'cancelled'
  }
}
