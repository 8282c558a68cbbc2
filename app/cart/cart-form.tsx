import type { FormEvent, ReactNode } from 'react'
import { changeCart } from '#app/cart/cart-store.ts'
import type { Cart } from '#shop/carts/cart.ts'

type CartFormProps = {
  /** What the form says to the server when there is no JavaScript. */
  fields: { intent: 'set' | 'remove' | 'clear'; key?: string }
  /** The same in the browser. Left out, the controls inside do it themselves. */
  change?: (cart: Cart) => Cart
  /** Called after the change in the browser. */
  onChanged?: () => void
  className?: string
  children: ReactNode
}

/** A change of the cart: a post to /cart before JavaScript, with it a change on the spot. */
export function CartForm({ fields, change, onChanged, className, children }: CartFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (change) changeCart(change)
    onChanged?.()
  }
  return (
    <form method="post" action="/cart" onSubmit={onSubmit} className={className}>
      <input type="hidden" name="intent" value={fields.intent} />
      {fields.key !== undefined && <input type="hidden" name="key" value={fields.key} />}
      {children}
    </form>
  )
}
