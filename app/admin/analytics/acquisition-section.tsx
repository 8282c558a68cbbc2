import { Badge } from '#app/kit/badge.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import { EXCELLENT_RATIO } from '#shop/analytics/rates.ts'
import type { RecordedSpend } from '#shop/analytics/spend.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import type { AnalyticsAnswer } from './answer.ts'
import { DEFINITIONS } from './definitions.ts'
import { ReportSection } from './report-section.tsx'
import { SpendForm } from './spend-form.tsx'
import { SpendTable } from './spend-table.tsx'

type Props = {
  page: Analytics
  today: string
  /** The record of spend that was opened to be changed. */
  opened: RecordedSpend | null
  answer: AnalyticsAnswer | undefined
}

/** Lifetime value to acquisition cost, and the spend it rests on. */
export function AcquisitionSection({ page, today, opened, answer }: Props) {
  const { acquisition, spend, customers, spends, period } = page
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
        <Row term="New customers" value={customers.newcomers.toLocaleString('en-IN')} />
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
