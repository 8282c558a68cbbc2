import type { SubmitEventHandler } from 'react'
import { RowCheckbox } from '#app/desk/list-keys.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import type { Selection } from '#app/desk/selection.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Options } from '#app/kit/fields.tsx'
import { Link, TextLink } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { StatusBadge } from '#app/orders/order-parts.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { type ListedOrder, PAYMENT_STATE_NAMES, paymentStateOf } from '#shop/orders/listing.ts'
import { ORDER_STATUSES, type OrderStatus, unpaidWords } from '#shop/orders/order.ts'
import { ORDER_STATUS_NAMES } from '#shop/orders/tracker.ts'

export const BULK_FORM = 'bulk'

export function orderColumns(
  selection: Pick<Selection, 'boxOf'>,
  status: StatusForms,
  now: Date,
): Column<ListedOrder>[] {
  return [
    column.pick('Select', ({ id, version }) => (
      <RowCheckbox
        {...selection.boxOf(id)}
        name="order"
        value={`${id}:${version}`}
        aria-label={`Select order ${shortId(id)}`}
      />
    )),
    column.title('Order', ({ id, isWaiting }) => (
      <>
        <Link to={`${ORDERS}/${id}`}>{shortId(id)}</Link>
        {isWaiting && (
          <Badge tone="warning" dot={false} className="ml-2">
            Needs a decision
          </Badge>
        )}
      </>
    )),
    column.text('Customer', ({ customerName }) => customerName || 'Unknown Customer', {
      note: ({ city }) => city,
      place: 'lead',
    }),
    column.state('Status', (order) => (
      <span className="inline-block max-w-36">
        <StatusBadge status={order.status} />
        <span className="data-sub">{unpaidWords(order, order.holdUntil, now)}</span>
      </span>
    )),
    column.figure('Total', ({ total }) => formatPrice(wholeRupees(total))),
    column.text('Payment', (order) => <PaymentCell order={order} now={now} />),
    column.date('Date', ({ createdAt }) => createdAt),
    column.text('Tracking', ({ trackingNumber }) => trackingNumber ?? 'Not assigned', {
      note: ({ trackingNumber, carrier }) => trackingNumber && carrier,
    }),
    column.text(
      'Actions',
      (order) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          <TextLink to={`${ORDERS}/${order.id}`}>
            Details<VisuallyHidden> of order {shortId(order.id)}</VisuallyHidden>
          </TextLink>
          <StatusForm key={`${order.id} ${order.version}`} order={order} {...status} />
        </span>
      ),
      { place: 'actions', align: 'end' },
    ),
  ]
}

function PaymentCell({ order, now }: { order: ListedOrder; now: Date }) {
  const state = paymentStateOf(order, now)
  return (
    <span>
      {order.paymentMethod === 'cod' ? 'Cash' : 'Card'}
      {state && <span className="data-sub">{PAYMENT_STATE_NAMES[state]}</span>}
    </span>
  )
}

/** Props that are the same in every row. With a React Router `Form` in each row, each row would compute them again. */
type StatusForms = {
  action: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  postedOrder: string | undefined
}

type StatusFormProps = StatusForms & { order: { id: string; status: OrderStatus; version: number } }

/**
 * A select of statuses that takes effect only with its button, because in a select a single arrow key changes the
 * value.
 */
function StatusForm({ order: { id, status, version }, action, onSubmit, postedOrder }: StatusFormProps) {
  const orderValue = `${id}:${version}`
  return (
    <form
      method="post"
      action={action}
      onSubmit={onSubmit}
      className="inline-flex items-center gap-2 max-[20rem]:flex-wrap"
    >
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="order" value={orderValue} />
      <label>
        <VisuallyHidden>Status of order {shortId(id)}</VisuallyHidden>
        <select name="status" defaultValue={status} className="input w-auto">
          <Options values={ORDER_STATUSES} names={ORDER_STATUS_NAMES} />
        </select>
      </label>
      <Button look="line" size="sm" busy={postedOrder === orderValue}>
        Apply<VisuallyHidden> status to order {shortId(id)}</VisuallyHidden>
      </Button>
    </form>
  )
}

export function ordersPath(query: string): string {
  return query ? `${ORDERS}?${query}` : ORDERS
}
