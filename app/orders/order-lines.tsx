import type { ComponentProps, ReactNode } from 'react'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { Link } from '#app/kit/link.tsx'
import { reviewPath } from '#app/kit/paths.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Amount } from '#app/kit/product/price.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { SidePanel, Totals } from '#app/kit/totals.tsx'
import { picksText } from '#shop/carts/mix.ts'
import { formatPrice, type Money } from '#shop/kernel/money.ts'
import type { OrderItem, OrderStatus } from '#shop/orders/order.ts'

type OrderLine = {
  key: string
  name: string
  /** The text below the name. It lists the picks, or says that the product is no longer sold. */
  note?: string | null
  /** 'Contains: Milk'; '' for a product that is not food. */
  allergens: string
  picture: string | null
  quantity: number
  unitPrice: Money
  total: Money
  /** The path of the page to review a delivered item. Null if it cannot be reviewed. */
  reviewPath?: string | null
}

export function OrderLines({ lines }: { lines: OrderLine[] }) {
  const canOpen = useCanOpen()
  return (
    <ul className="grid gap-4">
      {lines.map((line) => (
        <li
          key={line.key}
          className="grid grid-cols-[4rem_1fr_auto] items-center max-[20rem]:grid-cols-1 gap-3.5"
        >
          <ProductPicture
            src={line.picture}
            alt=""
            className="mx-auto h-15 w-auto max-w-full object-contain"
          />
          <span className="min-w-0">
            <b className="block font-semibold leading-snug">{line.name}</b>
            {line.note && <span className="block text-ink-soft text-sm">{line.note}</span>}
            {line.allergens && <span className="block text-sm">{line.allergens}</span>}
            <Amount className="block text-ink-soft text-sm">
              {`${line.quantity} × ${formatPrice(line.unitPrice)}`}
            </Amount>
            {line.reviewPath && canOpen(line.reviewPath) && (
              <Link to={line.reviewPath} className="link inline-flex min-h-11 items-center text-sm">
                <span>
                  Write a review<VisuallyHidden> of {line.name}</VisuallyHidden>
                </span>
              </Link>
            )}
          </span>
          <Amount className="self-center font-bold">{formatPrice(line.total)}</Amount>
        </li>
      ))}
    </ul>
  )
}

type OrderPanelProps = Omit<ComponentProps<typeof Totals>, 'className'> & {
  lines: OrderLine[]
  children?: ReactNode
}

export function OrderPanel({ lines, children, ...totals }: OrderPanelProps) {
  return (
    <SidePanel title="In this order">
      <div className="mt-4">
        <OrderLines lines={lines} />
      </div>
      <Totals {...totals} className="mt-5" />
      {children}
    </SidePanel>
  )
}

/** Returns the items of an order as lines. `missing`: the note for an item whose product is no longer sold. */
export function orderLines(items: readonly OrderItem[], missing: string): OrderLine[] {
  return items.map((item) => ({
    key: item.id,
    name: item.name || 'Unknown Product',
    note: [picksText(item.tastemakers), item.product ? '' : missing].filter(Boolean).join('. '),
    allergens: item.allergens,
    picture: item.product?.imageUrls[0] ?? null,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    total: item.totalPrice,
  }))
}

/** Returns the same lines, with review links for delivered items that are still sold. */
export function reviewableLines(
  order: { status: OrderStatus; items: readonly OrderItem[] },
  missing: string,
): OrderLine[] {
  const lines = orderLines(order.items, missing)
  if (order.status !== 'delivered') return lines
  return order.items.flatMap(({ productId, product }, at) => {
    const path = productId && product?.isOnSale ? reviewPath({ id: productId }) : null
    return { ...lines[at], reviewPath: path } as OrderLine
  })
}
