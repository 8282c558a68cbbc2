export const CART_TITLE = 'cart-title'

/** The pressed button goes away with its line: the focus moves to the page's heading instead of getting lost. */
export function focusCartTitle(): void {
  document.getElementById(CART_TITLE)?.focus({ preventScroll: true })
}
