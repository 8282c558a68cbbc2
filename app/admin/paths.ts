/** The dashboard; each tab is a path below it. */
export const DASHBOARD = '/admin/dashboard'

export const ACCOUNTS = `${DASHBOARD}/accounts`
export const ANALYTICS = `${DASHBOARD}/analytics`
export const APPROVALS = `${DASHBOARD}/task-approvals`
export const AUDIT = `${DASHBOARD}/audit`
export const COUPONS = `${DASHBOARD}/coupons`
export const MESSAGES = `${DASHBOARD}/messages`
export const ORDERS = `${DASHBOARD}/orders`
export const PAYOUTS = `${DASHBOARD}/payouts`
export const PEOPLE = `${DASHBOARD}/people`
export const PRODUCTS = `${DASHBOARD}/products`
export const TAXES = `${DASHBOARD}/taxes`
export const TASKS = `${DASHBOARD}/tasks`
