import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { OrderEvent } from '#shop/orders/order.ts'
import { type OrderChangeEntry, orderHistory } from '#shop/orders/order-history.ts'

type OrderChangesProps = {
  events: OrderEvent[]
  actorNames: Record<number, string>
  changes: OrderChangeEntry[]
}

/** The history of the order and its changes, the latest first. */
export function OrderChanges({ events, actorNames, changes }: OrderChangesProps) {
  return (
    <ol className="order-changes">
      {orderHistory(events, actorNames, changes).map(({ key, at, text, by, note }) => (
        <li key={key} data-row>
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
