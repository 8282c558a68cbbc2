import { Definition } from '#app/admin/kit/definition.tsx'
import { durationWords, percentWords } from '#app/admin/kit/figure-words.ts'
import type { QuickStats as Stats } from '#shop/analytics/overview.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'

const NONE = 'No orders yet'

/** Four figures of the last 30 days, each with its definition. */
export function QuickStats({ quick }: { quick: Stats }) {
  const { averageOrderValue, repeatPurchaseRate, conversionRate, averageFulfilmentHours } = quick
  const rows = [
    {
      term: 'Average order value',
      value: averageOrderValue === null ? NONE : formatPrice(wholeRupees(averageOrderValue)),
      definition: 'Revenue divided by the number of the orders it comes from.',
    },
    {
      term: 'Repeat purchase rate',
      value: percentWords(repeatPurchaseRate, NONE),
      definition: 'Of the customers who bought in these days, the share with two or more orders in all.',
    },
    {
      term: 'Conversion rate',
      value: percentWords(conversionRate, 'No visits counted yet'),
      definition: 'Orders placed divided by visits. Visitors who ask not to be counted are not in it.',
    },
    {
      term: 'Average fulfilment time',
      value: durationWords(averageFulfilmentHours, 'Nothing delivered yet'),
      definition: 'From placing to delivery, of the orders placed in these days that were delivered.',
    },
  ]
  return (
    <dl className="quick-stats">
      {rows.map(({ term, value, definition }) => (
        <div key={term}>
          <dt>
            <span>{term}</span> <Definition term={term}>{definition}</Definition>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
