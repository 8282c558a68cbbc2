import { DASHBOARD } from '#app/ui/admin/tabs.ts'

export const PRODUCTS = `${DASHBOARD}/products`
