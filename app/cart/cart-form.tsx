import type { FormEvent, ReactNode } from 'react'
import { itemCount } from '#app/cart/basket.ts'
import { changeCart } from '#app/cart/cart-store.ts'
import { writeCookie } from '#app/kit/browser/browser-state.ts'
import { showToast, showUndo, toastStore } from '#app/kit/toasts.tsx'
import type { Cart } from '#shop/carts/cart.ts'
import {
  countRemoved,
  type RemovedLines,
  removeLines,
  restoreAll,
  selectLines,
  serializeRemoved,
} from '#shop/carts/removed.ts'

type QuantityFormProps = {
  lineKey: string
  /** The same change, made in the browser. Omitted if the form's controls make it. */
  change?: (cart: Cart) => Cart
  children: ReactNode
}

export function QuantityForm({ lineKey, change, children }: QuantityFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const problem = change && changeCart(change)
    if (problem) showToast(problem)
  }
  return (
    <form method="post" action="/cart" onSubmit={onSubmit}>
      <input type="hidden" name="intent" value="set" />
      <input type="hidden" name="key" value={lineKey} />
      {children}
    </form>
  )
}

type RemoveFormProps = {
  /** Null for all lines of the cart. */
  lineKey: string | null
  message: string
  children: ReactNode
}

/** Removes a line or all lines from the cart and offers to undo it. */
export function RemoveForm({ lineKey, message, children }: RemoveFormProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const row = event.currentTarget.closest('li')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    const takesFocus = document.activeElement?.matches(':focus-visible') ?? false
    const { scrollY } = window
    changeCart((cart) => {
      const removed = selectLines(cart, lineKey)
      offerUndo(removed, message, takesFocus, lineKey === null ? scrollY : null)
      return removeLines(cart, removed)
    })
    if (lineKey === null) window.scrollTo({ top: 0 })
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

const UNDO_SECONDS = 10

/** The last toast with an undo button, and the removals that it undoes. */
let currentUndo: { id: number; steps: readonly RemovedLines[] } = { id: 0, steps: [] }

/** Shows a toast that undoes all removals made while it is visible. A cookie restores the toast after a reload. */
function offerUndo(removed: RemovedLines, message: string, takesFocus: boolean, scrollTo: number | null) {
  const isShown = toastStore.read().some(({ id }) => id === currentUndo.id)
  const steps = isShown ? [...currentUndo.steps, removed] : [removed]
  writeCookie('cart_undo', serializeRemoved(steps), UNDO_SECONDS)
  const text = isShown ? `Removed ${itemCount(countRemoved(steps))}` : message
  currentUndo = { steps, id: showUndo(text, { takesFocus, run: () => restore(steps, scrollTo) }) }
}

/** Offers to undo removals that were made before this page was loaded. Later removals join them. */
export function offerUndoAgain(steps: readonly RemovedLines[], text: string): void {
  currentUndo = { steps, id: showUndo(text, { takesFocus: false, run: () => restore(steps, null) }) }
}

/** Restores these lines. `scrollTo`: the scroll position from before the page became shorter; null does not scroll. */
function restore(steps: readonly RemovedLines[], scrollTo: number | null): void {
  const problem = changeCart((cart) => restoreAll(cart, steps))
  if (problem) showToast(problem)
  writeCookie('cart_undo', '', 0)
  requestAnimationFrame(() => {
    if (scrollTo !== null) window.scrollTo({ top: scrollTo })
    const rows = document.querySelectorAll(`li .${REMOVE} button`)
    focusWithoutScroll(rows[steps.at(-1)?.at ?? 0])
  })
}

/** Focuses this element, or otherwise the page's heading, because the pressed button disappears. */
function focusWithoutScroll(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  else focusCartTitle()
}

export const CART_TITLE = 'cart-title'

export function focusCartTitle(): void {
  document.getElementById(CART_TITLE)?.focus({ preventScroll: true })
}
