import { DEFINITIONS, spendPath } from '#app/admin/analytics/report-section.tsx'
import { Link } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import type { Period } from '#shop/analytics/period.ts'
import { EXCELLENT_RATIO } from '#shop/analytics/rates.ts'
import { type RecordedSpend, SPEND_CHANNEL_NAMES, spendId } from '#shop/analytics/spend.ts'
import { monthName } from '#shop/kernel/day.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { ReportSection } from './report-section.tsx'
import { type AnalyticsAnswer, SpendForm } from './spend-form.tsx'

type Props = {
  page: Analytics
  today: string
  /** The spend record that is being edited; null for none. */
  opened: RecordedSpend | null
  answer: AnalyticsAnswer | undefined
}

/** Lifetime value to acquisition cost, and the spend that it is computed from. */
export function AcquisitionSection({ page, today, opened, answer }: Props) {
  const { acquisition, spend, headline, spends, period } = page
  const { lifetimeValue, cost, ratio } = acquisition
  return (
    <ReportSection
      id="spend"
      title="Lifetime value and acquisition cost"
      definition={DEFINITIONS.acquisition}
      csv={{ report: 'spend', period }}
    >
      <p className="ratio">
        <b>{ratio === null ? 'No ratio yet' : `${ratio.toFixed(1)} : 1`}</b>
        {ratio !== null && ratio >= EXCELLENT_RATIO && <Badge tone="positive">Excellent</Badge>}
      </p>
      <dl className="quick-stats">
        <Row term="Lifetime value" value={amount(lifetimeValue, 'No customers yet')} />
        <Row
          term="Acquisition cost"
          value={amount(cost, spend === null ? 'No spend recorded' : 'No new customers')}
        />
        <Row term="Spend of the period" value={amount(spend, 'No spend recorded')} />
        <Row term="New customers" value={formatNumber(headline.customers.newcomers)} />
      </dl>
      <SpendForm
        today={today}
        period={period}
        opened={opened && { ...opened, seenAt: opened.updatedAt.getTime() }}
        answer={answer}
      />
      <SpendTable spends={spends} period={period} />
    </ReportSection>
  )
}

function Row({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function amount(money: Money | null, none: string): string {
  return money === null ? none : formatPrice(wholeRupees(money))
}

function columns(period: Period): Column<RecordedSpend>[] {
  return [
    { key: 'month', header: 'Month', place: 'title', cell: ({ month }) => monthName(month) },
    { key: 'channel', header: 'Channel', cell: ({ channel }) => SPEND_CHANNEL_NAMES[channel] },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => formatPrice(amount),
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: (spend) => (
        <Link to={spendPath(period, spend)} className="link">
          Change
          <VisuallyHidden>
            {' '}
            {SPEND_CHANNEL_NAMES[spend.channel]}, {monthName(spend.month)}
          </VisuallyHidden>
        </Link>
      ),
    },
  ]
}

/** Recorded spending, newest month first. */
function SpendTable({ spends, period }: { spends: RecordedSpend[]; period: Period }) {
  if (spends.length === 0) return null
  return (
    <details className="chart-table">
      <summary>Spend recorded in the last year</summary>
      <Table
        dense
        caption="Recorded spend"
        columns={columns(period)}
        rows={spends}
        rowKey={spendId}
        empty={null}
      />
    </details>
  )
}
