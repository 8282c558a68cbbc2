import { DASHBOARD } from '#app/kit/paths.ts'

export const ACCOUNTS = `${DASHBOARD}/accounts`
export const REMITTANCES = `${ACCOUNTS}/remittances`
export const ANALYTICS = `${DASHBOARD}/analytics`
export const API_KEYS = `${DASHBOARD}/api-keys`
export const APPROVALS = `${DASHBOARD}/task-approvals`
export const AUDIT = `${DASHBOARD}/audit`
export const COUPONS = `${DASHBOARD}/coupons`
export const FILTERS = `${DASHBOARD}/filters`
export const MESSAGES = `${DASHBOARD}/messages`
export const NEWSLETTERS = `${DASHBOARD}/newsletters`
export const ORDERS = `${DASHBOARD}/orders`
export const NEW_ORDER = `${ORDERS}/new`
export const PACKING = `${DASHBOARD}/packing`
export const PAYOUTS = `${DASHBOARD}/payouts`
export const FAIR_PAY = `${PAYOUTS}/fair-pay`
export const MINIMUM_WAGES = `${PAYOUTS}/minimum-wages`
export const PAY_SHEETS = `${PAYOUTS}/sheets`
export const PEOPLE = `${DASHBOARD}/people`
export const INVITATIONS = `${PEOPLE}/invitations`
export const PRODUCTS = `${DASHBOARD}/products`
export const RECOUNT = `${DASHBOARD}/stock-count`
export const REFUNDS = `${DASHBOARD}/refunds`
export const REVIEWS = `${DASHBOARD}/reviews`
export const SEARCH = `${DASHBOARD}/search`
export const SETTINGS = `${DASHBOARD}/settings`
export const TAXES = `${DASHBOARD}/taxes`
export const TASKS = `${DASHBOARD}/tasks`
export const WORKERS = `${DASHBOARD}/workers`
export const TEXTS = `${DASHBOARD}/texts`
export const WEBHOOKS = `${DASHBOARD}/webhooks`
/** The path that shows a page of the shop with unsaved texts. */
export const TEXT_PREVIEW = '/admin/text-preview'

export function stockHistoryPath(productId: string): string {
  return `${PRODUCTS}/${productId}/stock`
}

/** Returns the path of a stage of the packing desk. With `among` it shows only these orders. */
export function deskPath(
  stage: string,
  among: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): string {
  const params = new URLSearchParams({ stage, ...more })
  for (const id of among) params.append('order', id)
  return `${PACKING}?${params}`
}
