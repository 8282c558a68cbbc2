import type { IconName } from '#app/kit/icons.ts'

export const DASHBOARD = '/admin/dashboard'

export type AdminTab = { path: string; label: string; icon: IconName }

/** The dashboard's tabs, in the specification's order. */
export const MAIN_TABS: AdminTab[] = [
  { path: DASHBOARD, label: 'Overview', icon: 'layout-dashboard' },
  { path: `${DASHBOARD}/orders`, label: 'Orders', icon: 'receipt-text' },
  { path: `${DASHBOARD}/products`, label: 'Products', icon: 'package' },
  { path: `${DASHBOARD}/coupons`, label: 'Coupons', icon: 'tag' },
  { path: `${DASHBOARD}/analytics`, label: 'Analytics', icon: 'chart-no-axes-column' },
  { path: `${DASHBOARD}/task-approvals`, label: 'Task Approvals', icon: 'image' },
]

/** Tabs that are used less often. */
export const MORE_TABS: AdminTab[] = [
  { path: `${DASHBOARD}/tasks`, label: 'Tasks', icon: 'list-filter' },
  { path: `${DASHBOARD}/payouts`, label: 'Payouts', icon: 'indian-rupee' },
  { path: `${DASHBOARD}/refunds`, label: 'Refunds', icon: 'rotate-ccw' },
  { path: `${DASHBOARD}/planning`, label: 'Planning', icon: 'calendar' },
  { path: `${DASHBOARD}/people`, label: 'People', icon: 'users' },
  { path: `${DASHBOARD}/messages`, label: 'Messages', icon: 'mail' },
  { path: `${DASHBOARD}/jobs`, label: 'Jobs', icon: 'refresh-cw' },
  { path: `${DASHBOARD}/audit`, label: 'Audit log', icon: 'clock' },
]

/** How many things wait behind a tab, by its path; tabs with nothing waiting are left out. */
export type Waiting = Partial<Record<string, number>>
