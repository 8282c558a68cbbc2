/** Where a product's page is. By id: names and slugs may change, links in mails and bookmarks must not. */
export function productPath(product: { id: string }): string {
  return `/product/${product.id}`
}

/** The id of the picker on a product page. */
export const PICKER_ID = 'tastemakers'

/** Straight to the picker; with `thenCheckout`, adding the mix goes on to the checkout. */
export function pickerPath(product: { id: string }, thenCheckout = false): string {
  return `${productPath(product)}${thenCheckout ? '?then=checkout' : ''}#${PICKER_ID}`
}
