import { Form, useNavigation } from 'react-router'
import { DEFINITIONS, rowsPath } from '#app/admin/analytics/report-section.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { Button } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import { FLAG_RULE_TEXTS, type FlaggedOrder } from '#shop/analytics/flags.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { ReportSection } from './report-section.tsx'

const COLUMNS: Column<FlaggedOrder>[] = [
  {
    key: 'order',
    header: 'Order',
    place: 'title',
    cell: ({ orderId, customerName }) => (
      <>
        <Link to={`${ORDERS}/${orderId}`}>{shortId(orderId)}</Link>
        <span className="data-sub">{customerName}</span>
      </>
    ),
  },
  {
    key: 'rule',
    header: 'Flagged by',
    cell: ({ rules }) => (
      <span>
        {rules.map(({ rule, detail }) => (
          <span key={rule} className="block">
            {detail}
            <span className="data-sub">{FLAG_RULE_TEXTS[rule]}</span>
          </span>
        ))}
      </span>
    ),
  },
  { key: 'placed', header: 'Placed', cell: ({ placedAt }) => formatDay(placedAt) },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    place: 'figure',
    cell: ({ total }) => formatPrice(wholeRupees(total)),
  },
  {
    key: 'review',
    header: 'Review',
    headerHidden: true,
    place: 'actions',
    cell: (order) => (order.reviewedAt ? <Badge tone="positive">Reviewed</Badge> : <Review order={order} />),
  },
]

function Review({ order: { orderId } }: { order: FlaggedOrder }) {
  const { formData } = useNavigation()
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="review" />
      <Button look="line" name="orderId" value={orderId} busy={formData?.get('orderId') === orderId}>
        Mark reviewed<VisuallyHidden>: order {shortId(orderId)}</VisuallyHidden>
      </Button>
    </Form>
  )
}

/** Orders that a rule flagged, and the rules with what each found. */
export function FlaggedOrders({ page: { flagged, flagRules, period } }: { page: Analytics }) {
  return (
    <ReportSection
      id="flagged"
      title="Flagged orders"
      definition={DEFINITIONS.flagged}
      csv={{ report: 'flagged', period }}
    >
      <Table
        dense
        caption="Flagged orders"
        columns={COLUMNS}
        rows={flagged}
        rowKey={({ orderId }) => orderId}
        empty={<EmptyList title="No order was flagged in this period" />}
      />
      {flagged.length > 0 && (
        <div className="mt-3">
          <Link to={rowsPath(period, { kind: 'flagged', rule: null })} className="link">
            All flagged orders
          </Link>
        </div>
      )}
      <details className="chart-table">
        <summary>The rules, and how many orders each flagged</summary>
        <ul className="rule-list">
          {flagRules.map(({ rule, orders }) => (
            <li key={rule}>
              <span>{FLAG_RULE_TEXTS[rule]}</span>
              <b>
                {orders > 0 ? (
                  <Link to={rowsPath(period, { kind: 'flagged', rule })} className="link">
                    {formatNumber(orders)}
                    <VisuallyHidden> orders: {FLAG_RULE_TEXTS[rule]}</VisuallyHidden>
                  </Link>
                ) : (
                  0
                )}
              </b>
            </li>
          ))}
        </ul>
      </details>
    </ReportSection>
  )
}
