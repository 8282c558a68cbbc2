import { ANALYTICS, APPROVALS, DASHBOARD, ORDERS } from '#app/admin/paths.ts'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/empty-state.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { LOW_STOCK_ALERT } from '#shop/analytics/analytics.ts'
import type { ActionItem } from '#shop/analytics/overview.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

type Task = { one: string; many: string; to: string; verb: string; detail?: string }

const TASKS: Record<ActionItem['kind'], Task> = {
  late: {
    one: 'Order past its shipping time',
    many: 'Orders past their shipping time',
    to: ORDERS,
    verb: 'Ship',
  },
  cancellation: {
    one: 'Cancellation to review',
    many: 'Cancellations to review',
    to: ORDERS,
    verb: 'Review',
  },
  refund: {
    one: 'Refund to review',
    many: 'Refunds to review',
    to: ORDERS,
    verb: 'Review',
  },
  refund_by_hand: {
    one: 'Refund to pay manually',
    many: 'Refunds to pay manually',
    to: `${DASHBOARD}/refunds`,
    verb: 'Pay',
  },
  photo: {
    one: 'Photo to check',
    many: 'Photos to check',
    to: APPROVALS,
    verb: 'Check',
  },
  flagged: {
    one: 'Flagged order to look at',
    many: 'Flagged orders to look at',
    to: `${ANALYTICS}#flagged`,
    verb: 'Review',
  },
  low_stock: {
    one: 'Product running low',
    many: 'Products running low',
    to: `${ANALYTICS}#stock`,
    verb: 'Look',
    detail: `Fewer than ${LOW_STOCK_ALERT} left`,
  },
}

/** The admin's action items, above any chart. */
export function ActionItems({ items }: { items: ActionItem[] }) {
  const isOpen = useIsOpen()
  const open = items.filter(({ kind }) => isOpen(TASKS[kind].to))
  if (open.length === 0) return <EmptyList title="You’re all caught up" />
  return (
    <ul className="needs">
      {open.map((need) => (
        <NeedRow key={need.kind} need={need} />
      ))}
    </ul>
  )
}

function NeedRow({ need: { kind, count, since, orderId } }: { need: ActionItem }) {
  const { one, many, to, verb, detail } = TASKS[kind]
  const title = count === 1 ? one : many
  return (
    <li>
      <span className="needs-count">{formatNumber(count)}</span>
      <span>
        <b>{title}</b>
        <span>{since ? `The oldest since ${formatDayAndTime(since)}` : detail}</span>
      </span>
      <ButtonLink to={orderId ? `${ORDERS}/${orderId}` : to} look="line">
        {verb}
        <VisuallyHidden>: {title.toLowerCase()}</VisuallyHidden>
      </ButtonLink>
    </li>
  )
}
