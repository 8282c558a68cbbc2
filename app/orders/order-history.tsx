import { useRootData } from '#app/frame/use-root-data.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { OrderEvent } from '#shop/orders/order.ts'
import { eventText } from '#shop/orders/tracker.ts'

/** What happened to the order and who caused it, the latest first. People of the shop stay unnamed. */
export function OrderHistory({ events, isOwn }: { events: OrderEvent[]; isOwn: boolean }) {
  const brand = useRootData()?.brand ?? 'The shop'
  const customer = isOwn ? 'You' : 'Customer'
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
              <span className="text-ink-soft text-sm">, {event.by === 'customer' ? customer : brand}</span>
              {event.note && <span className="block text-ink-soft text-sm">{event.note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
