import { DASHBOARD } from '#app/ui/admin/tabs.ts'

export const PAYOUTS = `${DASHBOARD}/payouts`
