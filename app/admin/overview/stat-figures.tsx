import type { Figure } from '#app/admin/kit/figures-strip.tsx'
import { TrendNote, trendTone } from '#app/admin/kit/trend-note.tsx'
import type { Overview, Stat } from '#shop/analytics/overview.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'

/** The four figures of the shop, each with what the last 30 days added to it. */
export function statFigures({ isCounting, users, products, orders, revenue }: Overview): Figure[] {
  const sold = [
    figure('Total Orders', orders, count, 'All orders placed, also those cancelled later.'),
    figure(
      'Total Revenue',
      revenue,
      (amount) => formatPrice(wholeRupees(amount)),
      'Totals of paid orders, less refunds. Cash counts from delivery on; cancelled and fully refunded orders are left out.',
    ),
  ]
  return [
    figure('Total Users', users, count, 'Accounts of customers, workers and admins.'),
    figure('Total Products', products, count, 'Products that are not archived, on sale or not.'),
    ...(isCounting ? sold.map(({ label }) => ({ label, value: 'Counting' })) : sold),
  ]
}

function count(number: number): string {
  return number.toLocaleString('en-IN')
}

function figure<Amount extends number>(
  label: string,
  { total, added, trend }: Stat<Amount>,
  format: (amount: Amount) => string,
  definition: string,
): Figure {
  const note = (
    <>
      {format(added)} in 30 days, <TrendNote trend={trend} before="the 30 before" />
    </>
  )
  return { label, value: format(total), note, tone: trendTone(trend), definition }
}
