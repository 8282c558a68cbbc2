import { Link } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import type { PricedCart } from '#shop/carts/priced-cart.ts'

/** Problems of the cart, shown before the customer fills in the form. */
export function CartProblems({ priced }: { priced: PricedCart }) {
  const messages = new Set(priced.lines.flatMap((line) => line.message ?? []))
  if (priced.gone.length > 0) messages.add('Something in your cart is no longer sold.')
  if (messages.size === 0) return null
  return (
    <Banner tone="warning" className="mb-6" live={false}>
      {[...messages].join(' ')}{' '}
      <Link to="/cart" className="link">
        Change your cart
      </Link>
    </Banner>
  )
}

/** Too many orders are open: said before anything is filled in for nothing. */
export function OpenOrders({ message }: { message: string }) {
  return (
    <Banner tone="warning" className="mb-6" live={false}>
      {message}{' '}
      <Link to="/orders" className="link">
        My Orders
      </Link>
    </Banner>
  )
}
