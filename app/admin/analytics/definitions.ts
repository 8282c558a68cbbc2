import { LOW_STOCK } from '#shop/analytics/stock.ts'

/** How the figures of the analytics page are counted. */
export const DEFINITIONS = {
  revenue:
    'Totals of the paid orders of the period, less refunds. Cash counts from delivery on; cancelled and fully refunded orders are left out.',
  orders: 'All orders placed in the period, also those cancelled later.',
  averageOrderValue: 'Revenue divided by the number of the orders it comes from.',
  repeatRate: 'Of the customers who bought in the period, the share with two or more orders in all.',
  conversionRate: 'Orders placed divided by visits. Visitors who ask not to be counted are not in it.',
  couponUsage:
    "Orders placed with a coupon or a friend's code (their notes say 'Coupon applied') divided by all orders placed.",
  fulfilment: 'From placing to delivery, of the orders placed in the period that were delivered.',
  newCustomers: 'Customers whose first order that counts as revenue falls in the period.',
  products:
    'Units and line totals before discount and tax, less returned units and what was refunded for them.',
  returns:
    'Returned units, as recorded with the refund, divided by all units delivered. Under 3% is low, under 5% raised, anything more high.',
  cities: 'Revenue by the city of the delivery address.',
  traffic:
    'Visits that began on a public page, by where they came from. Counted on the server without cookies; robots, and visitors who send Do Not Track or Global Privacy Control, are left out.',
  flagged: 'Orders that meet one of the rules below. A flag refuses nothing: an admin looks at the order.',
  carriers: 'Orders that were shipped, and the time from shipped to delivered.',
  acquisition:
    'Lifetime value is all revenue divided by all customers. Acquisition cost is the spend of the period (a month counts evenly by day) divided by its new customers.',
  picks: 'How often each tastemaker went into a custom mix that was sold, and which two went in together.',
  cohorts: 'Customers by the month of their first order, and the share of them who ordered again later.',
  stock: `Products on sale with fewer than ${LOW_STOCK} units, without those that are out of stock.`,
} as const
