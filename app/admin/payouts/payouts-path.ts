import { DASHBOARD } from '#app/admin/tabs.ts'

export const PAYOUTS = `${DASHBOARD}/payouts`
