import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DiscountNote } from '#app/cart/discount-note.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { Totals } from '#app/kit/totals.tsx'
import { SidePanel } from '#app/kit/two-columns.tsx'
import { OrderLines, picksText } from '#app/orders/order-lines.tsx'
import { changeNote, type PriceSnapshot, parseSnapshot } from '#shop/carts/price-snapshot.ts'
import type { PricedCart, PricedLine } from '#shop/carts/priced-cart.ts'

type CheckoutSummaryProps = {
  title: string
  priced: PricedCart
  /** The price snapshot as text (see price-snapshot.ts). */
  seen: string
  /** Between the lines and the sum: the coupon. */
  children?: ReactNode
}

export function CheckoutSummary({ title, priced, seen, children }: CheckoutSummaryProps) {
  const lines = priced.lines.map((line) => ({
    key: line.key,
    name: line.name,
    note: noteOf(line, parseSnapshot(seen)),
    picture: line.product.imageUrls[0] ?? null,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    total: line.lineTotal,
  }))
  return (
    <SidePanel
      title={title}
      link={
        <Link to="/cart" className="link text-sm">
          Edit<VisuallyHidden> cart</VisuallyHidden>
        </Link>
      }
    >
      <div className="mt-4">
        <OrderLines lines={lines} />
      </div>
      {children}
      <Totals quote={priced.quote} discountLabel={priced.appliedDiscount?.label} className="mt-5" />
      <DiscountNote priced={priced} />
    </SidePanel>
  )
}

/** The picks of a mix, and the changes since the customer last looked. */
function noteOf(line: PricedLine, seen: PriceSnapshot): string {
  const picks = picksText(line.picked.map(({ product, count }) => ({ name: product.name, count })))
  return [picks, changeNote(line, seen)].filter(Boolean).join('. ')
}
