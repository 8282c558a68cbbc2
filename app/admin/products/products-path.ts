import { DASHBOARD } from '#app/admin/tabs.ts'

export const PRODUCTS = `${DASHBOARD}/products`
