import type { ShelfFilter } from '#shop/catalogue/shelf.ts'

/** Returns the path of a product's page. By id, because names and slugs may change and links must not break. */
export function productPath(product: { id: string }): string {
  return `/product/${product.id}`
}

export function reviewPath(product: { id: string }): string {
  return `${productPath(product)}/review`
}

/** The query parameter that thanks for a review on a product page. Such a page is not cached. */
export const REVIEWED = 'reviewed'

export function reviewedPath(product: { id: string }): string {
  return `${productPath(product)}?${REVIEWED}=1#reviews`
}

export const NOTICE_ID = 'stock-notice'

export function noticePath(product: { id: string }): string {
  return `${productPath(product)}#${NOTICE_ID}`
}

export const PICKER_ID = 'tastemakers'

/** Returns the path of a product page's picker. With `thenCheckout`, adding the mix continues to the checkout. */
export function pickerPath(product: { id: string }, thenCheckout = false): string {
  return `${productPath(product)}${thenCheckout ? '?then=checkout' : ''}#${PICKER_ID}`
}

/** Paths of the cookie `delivery`: the checkout page, and its data for client-side navigations. */
export const DELIVERY_PATHS = ['/checkout', '/checkout.data'] as const

/** Path of the cookie with picks of mixes. It covers the product pages. */
export const MIXES_PATH = '/product'

export const RECIPES_PATH = '/play-with-food'

export function recipePath(id: string): string {
  return `${RECIPES_PATH}/${id}`
}

/** Returns the path of the product list with a filter. Without a query, the list shows everything. */
export function shelfPath(filter: ShelfFilter): string {
  return filter === 'all' ? '/products' : `/products?category=${filter}`
}

export const SIGN_IN_PATH = '/auth/signin'
export const SIGN_UP_PATH = '/auth/signup'
export const SIGN_OUT_PATH = '/auth/signout'
export const RESET_PASSWORD_PATH = '/auth/reset-password'
export const VERIFY_EMAIL_PATH = '/auth/verify-email'
export const FIRST_ADMIN_PATH = '/auth/first-admin'
export const INVITATION_PATH = '/auth/invitation'

/** Redirects to the page that asked for the sign-in. A worker's sign-in by PIN or card does not use this path. */
export const SIGNED_IN_PATH = '/auth/callback'

export const WORKER_HOME = '/shg-worker-dashboard'

export const COORDINATOR_HOME = '/coordinator'

/** The path of the staff's dashboard. Each tab is a path below it. */
export const DASHBOARD = '/admin/dashboard'

export const WORKER_SIGN_IN_PATH = '/worker/signin'

export function isCoordinatorPath(path: string): boolean {
  return new RegExp(`^${COORDINATOR_HOME}(?![\\w-])`).test(path)
}

export function isDeskPath(path: string): boolean {
  return /^\/(admin|coordinator)(?![\w-])/.test(path)
}

export function isWorkerPath(path: string): boolean {
  return /^\/(shg-worker-dashboard|upload-task-photo)(?![\w-])/.test(path)
}

/** The page that asks for a second factor, the page for an account without one, and a passkey's challenge as JSON. */
export const FACTOR_PATH = '/auth/factor'
export const FACTOR_SET_UP_PATH = '/auth/factor/set-up'
export const FACTOR_QUESTION_PATH = '/auth/factor/question'
export const SECURITY_PATH = '/profile/security'

/** The key in local storage of picks that are not in the cart yet. */
export const MIXES = 'mixes'

/** The prefix of keys in local storage for a form's unsaved text. */
export const UNSAVED = 'unsaved '
