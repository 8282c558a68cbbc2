import { DASHBOARD } from '#app/admin/tabs.ts'

export const COUPONS = `${DASHBOARD}/coupons`
