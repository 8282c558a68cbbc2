/** Where a product's page is. By id: names and slugs may change, links in mails and bookmarks must not. */
export function productPath(product: { id: string }): string {
  return `/product/${product.id}`
}

/** Where a product is reviewed. */
export function reviewPath(product: { id: string }): string {
  return `${productPath(product)}/review`
}

/** The parameter with which a product page thanks for a review. No kept page has it, so the review is surely there. */
export const REVIEWED = 'reviewed'

/** The reviews of a product, just after one was written. */
export function reviewedPath(product: { id: string }): string {
  return `${productPath(product)}?${REVIEWED}=1#reviews`
}

/** The id of the picker on a product page. */
export const PICKER_ID = 'tastemakers'

/** Straight to the picker; with `thenCheckout`, adding the mix goes on to the checkout. */
export function pickerPath(product: { id: string }, thenCheckout = false): string {
  return `${productPath(product)}${thenCheckout ? '?then=checkout' : ''}#${PICKER_ID}`
}
