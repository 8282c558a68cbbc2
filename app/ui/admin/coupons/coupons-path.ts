import { DASHBOARD } from '#app/ui/admin/tabs.ts'

export const COUPONS = `${DASHBOARD}/coupons`
