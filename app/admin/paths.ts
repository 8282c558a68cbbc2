/** The dashboard; each tab is a path below it. */
export const DASHBOARD = '/admin/dashboard'
