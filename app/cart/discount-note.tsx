import { Icon } from '#app/kit/icon.tsx'
import type { PricedCart } from '#shop/carts/priced-cart.ts'

/** Which discount applies and why, or what is missing for one, in one line. */
export function DiscountNote({ priced: { discountNote } }: { priced: PricedCart }) {
  if (!discountNote) return null
  return (
    <p className="mt-4 flex items-start gap-2 text-ink-soft text-sm">
      <Icon name="gift" size="s" className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">{discountNote}</span>
    </p>
  )
}
