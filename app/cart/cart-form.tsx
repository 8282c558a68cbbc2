import type { FormEvent, ReactNode } from 'react'
import { changeCart } from '#app/cart/cart-store.ts'
import { showToast, showUndo } from '#app/kit/toasts.tsx'
import { BROWSER_FULL } from '#shop/carts/adding.ts'
import type { Cart } from '#shop/carts/cart.ts'
import { putBack, type Removed, removedFrom, takeOut } from '#shop/carts/removed.ts'

type CartFormProps = {
  /** The form's hidden fields, for browsers without JavaScript. */
  fields: { intent: 'set'; key: string }
  /** The same change in the browser; omitted when the controls inside make it. */
  change?: (cart: Cart) => Cart
  children: ReactNode
}

/** A form that changes the cart in the browser, or by a POST to /cart before JavaScript is loaded. */
export function CartForm({ fields, change, children }: CartFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (change) changeCart(change)
  }
  return (
    <form method="post" action="/cart" onSubmit={onSubmit}>
      <input type="hidden" name="intent" value={fields.intent} />
      <input type="hidden" name="key" value={fields.key} />
      {children}
    </form>
  )
}

type RemoveFormProps = {
  /** Null for the whole cart. */
  lineKey: string | null
  /** The notice for the customer: 'Removed Ragi Mix'. */
  done: string
  children: ReactNode
}

/** A form that takes a line out of the cart, or all of them, and offers to undo that. The view stays where it is. */
export function RemoveForm({ lineKey, done, children }: RemoveFormProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const row = event.currentTarget.closest('li')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    const takesFocus = document.activeElement?.matches(':focus-visible') ?? false
    const from = window.scrollY
    let removed: Removed | null = null
    changeCart((cart) => {
      removed = removedFrom(cart, lineKey)
      return takeOut(cart, removed)
    })
    const run = () => removed && restore(removed, lineKey === null ? from : null)
    showUndo(done, { takesFocus, run })
    if (!takesFocus) focusWithoutScroll(neighbour?.querySelector(`.${REMOVE} button`))
  }
  return (
    <form method="post" action="/cart" onSubmit={onSubmit} className={REMOVE}>
      <input type="hidden" name="intent" value={lineKey === null ? 'clear' : 'remove'} />
      {lineKey !== null && <input type="hidden" name="key" value={lineKey} />}
      {children}
    </form>
  )
}

const REMOVE = 'cart-remove'

/** `scrollTo`: where the page was scrolled to before it became shorter; null when it may stay. */
function restore(removed: Removed, scrollTo: number | null): void {
  if (!changeCart((cart) => putBack(cart, removed))) showToast(BROWSER_FULL)
  requestAnimationFrame(() => {
    if (scrollTo !== null) window.scrollTo({ top: scrollTo })
    const rows = document.querySelectorAll(`li .${REMOVE} button`)
    focusWithoutScroll(rows[removed.at])
  })
}

/** Focuses this element or else the page's heading, because the pressed button disappears. */
function focusWithoutScroll(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  else focusCartTitle()
}

export const CART_TITLE = 'cart-title'

/** Moves the focus to the page's heading when the pressed button disappears with its line. */
export function focusCartTitle(): void {
  document.getElementById(CART_TITLE)?.focus({ preventScroll: true })
}
