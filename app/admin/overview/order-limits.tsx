import type { OrderLimits as Limits } from '#shop/ctx.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'

/** How much one account may order before it has paid, and the setting that changes each limit. */
export function OrderLimits({ limits }: { limits: Limits }) {
  const rows = [
    ['Units of a product in an order', `${limits.unitsPerProduct}`, 'ORDER_UNITS_PER_PRODUCT'],
    ['Order paid in cash', upTo(limits.cash), 'CASH_ORDER_LIMIT'],
    ['The same before a first delivery', upTo(limits.cashForNew), 'CASH_ORDER_LIMIT_NEW'],
    ['Unpaid orders of an account or phone', `${limits.openUnpaid}`, 'OPEN_UNPAID_ORDERS'],
    ['All unpaid orders before a first delivery', upTo(limits.openValueForNew), 'OPEN_VALUE_LIMIT_NEW'],
    ['Orders placed or cancelled in an hour', `${limits.perHour}`, 'ORDERS_PER_HOUR'],
  ] as const
  return (
    <dl className="quick-stats">
      {rows.map(([term, value, setting]) => (
        <div key={setting}>
          <dt>
            <span>{term}</span> <code className="block text-ink-soft text-xs">{setting}</code>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function upTo(amount: Limits['cash']): string {
  return `up to ${formatPrice(wholeRupees(amount))}`
}
