import type { Json } from '#shop/audit/change.ts'
import { changedFields } from '#shop/audit/words.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { OrderEvent } from '#shop/orders/order.ts'
import { eventText } from '#shop/orders/tracker.ts'

export type OrderChangeEntry = {
  id: number
  actorName: string | null
  action: string
  before: Json
  after: Json
  createdAt: Date
}

type Entry = { key: string; at: Date; text: string; by: string; note: string | null }

type DeskHistoryProps = {
  events: OrderEvent[]
  actorNames: Record<number, string>
  changes: OrderChangeEntry[]
}

/** The history of the order and its changes, the latest first. */
export function OrderChanges({ events, actorNames, changes }: DeskHistoryProps) {
  const entries: Entry[] = [
    ...events.map((event) => ({
      key: `event ${event.id}`,
      at: event.createdAt,
      text: eventText(event),
      by: byText(event, actorNames[event.id]),
      note: event.note,
    })),
    // The notes are a list of their own; what became of one that was changed or deleted is told here.
    ...changes
      .filter(({ action }) => action !== 'add note')
      .map((change) => ({
        key: `change ${change.id}`,
        at: change.createdAt,
        text: change.action === 'update' ? 'Changed' : `Changed: ${change.action}`,
        by: change.actorName ?? 'System',
        note: difference(change),
      })),
  ]
  return (
    <ol className="order-changes">
      {entries
        .toSorted((a, b) => b.at.getTime() - a.at.getTime())
        .map(({ key, at, text, by, note }) => (
          <li key={key}>
            <time dateTime={at.toISOString()}>{formatDayAndTime(at)}</time>
            <span>
              {text}, <b className="font-semibold">{by}</b>
              {note && <span className="data-sub">{note}</span>}
            </span>
          </li>
        ))}
    </ol>
  )
}

function byText({ by }: OrderEvent, name: string | undefined): string {
  if (by === 'system') return 'System'
  if (by === 'customer') return name ? `${name} (customer)` : 'Customer'
  return name ?? 'An admin who has left'
}

function difference(change: OrderChangeEntry): string | null {
  const texts = changedFields(change).map(({ field, before, after }) => `${field}: ${before} to ${after}`)
  return texts.join('; ') || null
}
