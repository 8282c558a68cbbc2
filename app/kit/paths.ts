import type { ShelfFilter } from '#shop/catalogue/shelf.ts'

/** The path of a product's page. By id, because names and slugs may change and links must not break. */
export function productPath(product: { id: string }): string {
  return `/product/${product.id}`
}

/** The address of the form that reviews a product. */
export function reviewPath(product: { id: string }): string {
  return `${productPath(product)}/review`
}

/**
 * The parameter that makes a product page show thanks for a review. It is never cached, so the new review is
 * shown.
 */
export const REVIEWED = 'reviewed'

/** The reviews on a product's page, right after one was sent. */
export function reviewedPath(product: { id: string }): string {
  return `${productPath(product)}?${REVIEWED}=1#reviews`
}

/** The element id of the form below a product that is out of stock. */
export const NOTICE_ID = 'stock-notice'

/** The form on the page of a product that is out of stock. */
export function noticePath(product: { id: string }): string {
  return `${productPath(product)}#${NOTICE_ID}`
}

/** The element id of the tastemaker picker on a product page. */
export const PICKER_ID = 'tastemakers'

/** The picker on a product's page; with `thenCheckout`, adding the mix goes on to the checkout. */
export function pickerPath(product: { id: string }, thenCheckout = false): string {
  return `${productPath(product)}${thenCheckout ? '?then=checkout' : ''}#${PICKER_ID}`
}

/** The paths that get the cookie with what was entered in the checkout: its page, and its data for navigations by scripts. */
export const DELIVERY_PATHS = ['/checkout', '/checkout.data'] as const

/** The path that gets the cookie with picks of mixes: the products' pages. */
export const MIXES_PATH = '/product'

/** The page with all recipes. Its filters are query parameters. */
export const RECIPES_PATH = '/play-with-food'

export function recipePath(id: string): string {
  return `${RECIPES_PATH}/${id}`
}

/** The product list under a filter; without a query it shows everything. */
export function shelfPath(filter: ShelfFilter): string {
  return filter === 'all' ? '/products' : `/products?category=${filter}`
}

/** The pages of the account; signing out is a form posted to its path. */
export const SIGN_IN_PATH = '/auth/signin'
export const SIGN_UP_PATH = '/auth/signup'
export const SIGN_OUT_PATH = '/auth/signout'
export const RESET_PASSWORD_PATH = '/auth/reset-password'
export const VERIFY_EMAIL_PATH = '/auth/verify-email'
export const FIRST_ADMIN_PATH = '/auth/first-admin'
export const INVITATION_PATH = '/auth/invitation'

/** Every sign-in ends here, and goes on to the page that asked for it. */
export const SIGNED_IN_PATH = '/auth/callback'

export const WORKER_HOME = '/shg-worker-dashboard'

/** The coordinator's groups. */
export const COORDINATOR_HOME = '/coordinator'

/** Signing in by phone number and PIN. */
export const WORKER_SIGN_IN_PATH = '/worker/signin'

/** True for the coordinator's pages. */
export function isCoordinatorPath(path: string): boolean {
  return new RegExp(`^${COORDINATOR_HOME}(?![\\w-])`).test(path)
}

/** True for the pages of admins and coordinators. */
export function isDeskPath(path: string): boolean {
  return /^\/(admin|coordinator)(?![\w-])/.test(path)
}

/** True for the worker's screens. */
export function isWorkerPath(path: string): boolean {
  return /^\/(shg-worker-dashboard|upload-task-photo)(?![\w-])/.test(path)
}
