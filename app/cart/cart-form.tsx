import type { FormEvent, ReactNode } from 'react'
import { changeCart } from '#app/cart/cart-store.ts'
import type { Cart } from '#shop/carts/cart.ts'

type CartFormProps = {
  /** The form's hidden fields, for browsers without JavaScript. */
  fields: { intent: 'set' | 'remove' | 'clear'; key?: string }
  /** The same change in the browser; omitted when the controls inside make it. */
  change?: (cart: Cart) => Cart
  /** Called after the change in the browser. */
  onChanged?: () => void
  className?: string
  children: ReactNode
}

/** A form that changes the cart in the browser, or by a POST to /cart before JavaScript is loaded. */
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

export const CART_TITLE = 'cart-title'

/** Moves the focus to the page's heading when the pressed button disappears with its line. */
export function focusCartTitle(): void {
  document.getElementById(CART_TITLE)?.focus({ preventScroll: true })
}
