import type { AuditEntry } from '#shop/audit/change.ts'
import { changedFields, changeTitle } from '#shop/audit/words.ts'
import { formatPrice, paise } from '#shop/kernel/money.ts'
import { pluralize } from '#shop/kernel/text.ts'
import type { OrderEvent } from '#shop/orders/order.ts'
import { type RefundReason, STAFF_REFUND_REASONS } from '#shop/orders/request.ts'
import { eventText } from '#shop/orders/tracker.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'

export type OrderChangeEntry = Pick<
  AuditEntry,
  'id' | 'actorName' | 'action' | 'before' | 'after' | 'createdAt'
>

export type HistoryLine = { key: string; at: Date; text: string; by: string; note: string | null }

const SHOWN_AS_NOTES = ['add note']

/**
 * Merges events and audit entries, newest first. Leaves out entries that an event describes. `names`: who caused an
 * event, by its id.
 */
export function orderHistory(
  events: readonly OrderEvent[],
  names: Readonly<Record<number, string>>,
  changes: readonly OrderChangeEntry[],
): HistoryLine[] {
  const moments = new Set(events.map(({ createdAt }) => createdAt.getTime()))
  const isDescribed = ({ action, createdAt }: OrderChangeEntry) =>
    SHOWN_AS_NOTES.includes(action) || (WITH_EVENT.has(action) && moments.has(createdAt.getTime()))
  const changeAt = (moment: Date, wanted: string | undefined) =>
    changes.find(({ action, createdAt }) => action === wanted && createdAt.getTime() === moment.getTime())
  const lines: HistoryLine[] = [
    ...[...events].reverse().map((event) => {
      const change = changeAt(event.createdAt, isPlacing(event) ? 'create' : CHANGE_OF_EVENT[event.kind])
      return {
        key: `event ${event.id}`,
        at: event.createdAt,
        text: eventText(event),
        by: byText(event, names[event.id]),
        note: [change && noteOf(change), event.note].filter(Boolean).join('. ') || null,
      }
    }),
    ...changes
      .filter((change) => !isDescribed(change))
      .map((change) => ({
        key: `change ${change.id}`,
        at: change.createdAt,
        text: changeTitle(change.action, 'order'),
        by: change.actorName ?? 'System',
        note: noteOf(change),
      })),
  ]
  return lines.sort((a, b) => b.at.getTime() - a.at.getTime())
}

const isPlacing = ({ kind, fromStatus }: OrderEvent) => kind === 'status' && fromStatus === null

/** For kinds of events whose note names what changed: the audit action that recorded the change. */
const CHANGE_OF_EVENT: Partial<Record<OrderEvent['kind'], string>> = {
  address_corrected: 'update',
  items_changed: 'change items',
}

/** Actions that an event also describes, unless the action was undone. */
const WITH_EVENT = new Set([
  ...['create', 'change items'],
  ...['update', 'confirm', 'ship', 'start refund', 'replacement granted'],
  ...['refund approved', 'refund declined', 'cancellation approved', 'cancellation declined'],
])

/** Actions that do not change the order itself. */
const WITHOUT_CHANGE = new Set([
  ...['print', 'add note', 'edit note', 'delete note', 'send email again'],
  ...['refund account seen', 'refund paid by hand', 'review'],
])

export function lastChange(changes: readonly OrderChangeEntry[]): OrderChangeEntry | undefined {
  return changes.find(({ action }) => !WITHOUT_CHANGE.has(action))
}

function byText({ by }: OrderEvent, name: string | undefined): string {
  if (by === 'system') return 'System'
  if (by === 'customer') return name ? `${name} (customer)` : 'Customer'
  return name ?? 'A former admin'
}

type States = { before: { [key: string]: unknown }; after: { [key: string]: unknown } }

/** Notes for actions whose changed fields are not clear enough. */
const NOTES: Record<string, (states: States) => string | null> = {
  create: creationNote,
  'write off cash': ({ after }) =>
    Number.isSafeInteger(after.amount) ? formatPrice(paise(Number(after.amount))) : null,
  print: ({ before: former, after }) => join(Object.keys(after).map((kind) => printText(kind, former[kind]))),
  pack: ({ after }) => textIn(after.note),
  ship: parcelNote,
  'undo ship': parcelNote,
  'start refund': ({ after }) => reasonName(after.reason),
  'units returned': ({ after }) => returnedNote(after.returned),
  'send email again': ({ after }) => textIn(after.mail),
}

/** Actions whose changed fields say nothing more. */
const WITHOUT_NOTE = new Set([
  ...['cash received', 'payment accept', 'payment return', 'confirm', 'undo confirm', 'undo pack'],
  ...['refund paid by hand', 'refund account seen', 'edit note', 'delete note', 'review'],
])

function noteOf(change: OrderChangeEntry): string | null {
  if (WITHOUT_NOTE.has(change.action)) return null
  const note = Object.hasOwn(NOTES, change.action) ? NOTES[change.action] : undefined
  return note ? note({ before: objectIn(change.before), after: objectIn(change.after) }) : differences(change)
}

function creationNote({ after }: States): string | null {
  const { payment, discountPercent } = after
  const method = payment === 'card' || payment === 'cod' ? PAYMENT_METHOD_NAMES[payment] : null
  return join([method, Number(discountPercent) > 0 ? `discount ${discountPercent}%` : null])
}

function printText(kind: string, former: unknown): string {
  const name = kind === 'label' ? 'Label' : 'Packing slip'
  return former ? `${name}, again` : name
}

function parcelNote({ before: former, after }: States): string | null {
  if (!('trackingNumber' in after) && !('carrier' in after)) return null
  const parcel = (state: States['before']) => join([textIn(state.carrier), textIn(state.trackingNumber)])
  const [was, is] = [parcel(former), parcel(after)]
  if (!was) return is ? `With the tracking number ${is}` : null
  return is ? `Tracking number ${is} (was ${was})` : `The tracking number ${was} was removed`
}

function reasonName(reason: unknown): string | null {
  const name =
    Object.hasOwn(STAFF_REFUND_REASONS, String(reason)) && STAFF_REFUND_REASONS[reason as RefundReason]
  return name || textIn(reason)
}

/** '2 units came back, 1 of them into stock' */
function returnedNote(returned: unknown): string | null {
  const lines = Array.isArray(returned) ? returned.map(objectIn) : []
  const sumOf = (count: 'quantity' | 'restocked') =>
    lines.reduce((sum, line) => sum + (Number(line[count]) || 0), 0)
  const units = sumOf('quantity')
  return units > 0 ? `${pluralize(units, 'unit')} came back, ${sumOf('restocked')} of them into stock` : null
}

function differences(change: OrderChangeEntry): string | null {
  const texts = changedFields(change).map(({ field, before: former, after }) => {
    if (former === null) return `${field} ${after}`
    if (former === 'none') return `${field}: ${after}`
    return after === 'none' ? `${field} removed: ${former}` : `${field}: ${after} (was ${former})`
  })
  return texts.join('. ') || null
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function join(texts: readonly (string | null)[]): string | null {
  return texts.filter(Boolean).join(', ') || null
}

function objectIn(state: unknown): { [key: string]: unknown } {
  return typeof state === 'object' && state !== null ? (state as { [key: string]: unknown }) : {}
}
