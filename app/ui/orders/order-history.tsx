import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { OrderEvent } from '#shop/orders/order.ts'
import { eventText } from '#shop/orders/tracker.ts'

/** What happened to the order, the latest first. */
export function OrderHistory({ events }: { events: OrderEvent[] }) {
  return (
    <section>
      <h2 className="display text-2xl">Every stop</h2>
      <ol className="mt-3 border-ink border-t-2">
        {events.toReversed().map((event) => (
          <li key={event.id} className="grid gap-x-4 border-line border-b py-3 md:grid-cols-[12rem_1fr]">
            <time dateTime={event.createdAt.toISOString()} className="numeric text-ink-soft text-sm">
              {formatDayAndTime(event.createdAt)}
            </time>
            <span>
              {eventText(event)}
              {event.note && <span className="block text-ink-soft text-sm">{event.note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
