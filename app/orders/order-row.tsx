import { Link } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { StatusBadge } from '#app/orders/status-badge.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { canBePaid, type Order, paymentWords } from '#shop/orders/order.ts'

/** The fields of an order that the list shows. */
export type ListedOrder = Pick<
  Order,
  'id' | 'createdAt' | 'status' | 'total' | 'items' | 'paymentStatus' | 'paymentMethod'
>

/** One order of the list; the whole row leads to it. */
export function OrderRow({ order }: { order: ListedOrder }) {
  return (
    <li className="relative grid grid-cols-[4rem_1fr_auto] items-center gap-x-4 gap-y-1 border-line border-b py-5 hover:bg-surface-sunk md:grid-cols-[6rem_1fr_7rem_7rem_9rem] md:gap-x-6">
      <ProductPicture
        src={order.items[0]?.product?.imageUrls[0]}
        alt=""
        className="row-span-3 mx-auto h-16 w-auto max-w-full object-contain md:row-span-1"
      />
      <div className="min-w-0 max-md:contents">
        <h2>
          <Link
            to={`/orders/${order.id}`}
            className="numeric font-bold text-lg after:absolute after:inset-0 hover:underline"
          >
            <VisuallyHidden>Order </VisuallyHidden>
            {shortId(order.id)}
          </Link>
        </h2>
        <p className="col-span-2 col-start-2 row-start-2 text-ink-soft text-sm">{itemsText(order)}</p>
      </div>
      <div className="col-span-2 col-start-2 row-start-3 flex items-center gap-3 md:contents">
        <p className="text-ink-soft text-sm">{formatDay(order.createdAt)}</p>
        <div>
          <StatusBadge status={order.status} />
          <Payment order={order} />
        </div>
      </div>
      <p className="flex items-center justify-end gap-2 max-md:col-start-3 max-md:row-start-1">
        <b className="numeric">{formatAmount(order.total)}</b>
        <Icon name="chevron-right" size="s" />
      </p>
    </li>
  )
}

/** How the payment stands; while the order waits for it, the way to pay, which lies above the row's own link. */
function Payment({ order }: { order: ListedOrder }) {
  if (canBePaid(order)) {
    return (
      <a href={`/checkout/pay/${order.id}`} className="link relative flex min-h-11 items-center text-sm">
        <span>
          Pay now<VisuallyHidden> for order {shortId(order.id)}</VisuallyHidden>
        </span>
      </a>
    )
  }
  return <p className="mt-1 text-ink-soft text-sm">{paymentWords(order)}</p>
}

/** 'Ragi Meal Mix × 2, Turmeric Jar and 1 more'. */
function itemsText({ items }: ListedOrder): string {
  const named = items.slice(0, 2).map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name))
  const rest = items.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
}
