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

type Entry = { key: string; at: Date; text: string; note: string | null }

/** What happened to the order and who changed what, the latest first. */
export function DeskHistory({ events, changes }: { events: OrderEvent[]; changes: OrderChangeEntry[] }) {
  const entries: Entry[] = [
    ...events.map((event) => ({
      key: `event ${event.id}`,
      at: event.createdAt,
      text: eventText(event),
      note: event.note,
    })),
    ...changes.map((change) => ({
      key: `change ${change.id}`,
      at: change.createdAt,
      text: `${change.actorName ?? 'The shop'}: ${change.action}`,
      note: difference(change),
    })),
  ]
  return (
    <ol className="desk-history">
      {entries
        .toSorted((a, b) => b.at.getTime() - a.at.getTime())
        .map(({ key, at, text, note }) => (
          <li key={key}>
            <time dateTime={at.toISOString()}>{formatDayAndTime(at)}</time>
            <span>
              {text}
              {note && <span className="data-sub">{note}</span>}
            </span>
          </li>
        ))}
    </ol>
  )
}

function difference(change: OrderChangeEntry): string | null {
  const texts = changedFields(change).map(({ field, before, after }) => `${field}: ${before} to ${after}`)
  return texts.join('; ') || null
}
