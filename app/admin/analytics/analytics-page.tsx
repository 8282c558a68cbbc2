import { AdminPage } from '#app/admin/kit/admin-page.tsx'
import { CountingNotice } from '#app/admin/kit/counting-notice.tsx'
import { StatusNotice } from '#app/admin/kit/status-notice.tsx'
import { useLiveFigures, WHILE_COUNTING_MS } from '#app/admin/kit/use-live-figures.ts'
import { LineLegend, SalesFigure, salesBar } from '#app/admin/overview/sales-figure.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import { BUCKET_UNITS, bucketsOf } from '#shop/analytics/buckets.ts'
import { PERIOD_NAMES } from '#shop/analytics/period.ts'
import type { RecordedSpend } from '#shop/analytics/spend.ts'
import { shortDay } from '#shop/kernel/day.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { AcquisitionSection } from './acquisition-section.tsx'
import { StockAlerts } from './alerts-section.tsx'
import type { AnalyticsAnswer } from './answer.ts'
import { Carriers } from './carrier-section.tsx'
import { Cohorts } from './cohort-section.tsx'
import { DEFINITIONS } from './definitions.ts'
import { FlaggedOrders } from './flagged-section.tsx'
import { MainFigures } from './main-figures.tsx'
import { PeriodLinks } from './period-links.tsx'
import { ReturnRates, TopCities, TopProducts } from './product-sections.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { ReportSection } from './report-section.tsx'
import { TastemakerPairings, TastemakerPicks } from './tastemaker-section.tsx'
import { Traffic } from './traffic-section.tsx'

type Props = {
  page: Analytics
  today: string
  opened: RecordedSpend | null
  answer: AnalyticsAnswer | undefined
}

/** What was sold to whom, where and how, in a period that ends today. */
export function AnalyticsPage({ page, today, opened, answer }: Props) {
  const { period, span, countedAt, isCounting } = page
  useLiveFigures(isCounting ? WHILE_COUNTING_MS : null)
  const actions = (
    <>
      <PeriodLinks period={period} />
      <RefreshButton period={period} />
    </>
  )
  return (
    <AdminPage title="Analytics" actions={actions}>
      <StatusNotice answer={answer?.ok ? answer : undefined} />
      <p className="desk-aside mb-4">
        {PERIOD_NAMES[period]}, {shortDay(span.from)} to {shortDay(span.to)}
        {countedAt && `. Counted up to ${formatDayAndTime(countedAt)}`}
      </p>
      {isCounting && <CountingNotice />}
      <MainFigures page={page} />
      <div className="desk-columns">
        <Sales page={page} />
        <StockAlerts page={page} />
      </div>
      <div className="desk-columns desk-columns-even">
        <TopProducts page={page} />
        <TopCities page={page} />
      </div>
      <div className="desk-columns desk-columns-even">
        <ReturnRates page={page} />
        <Carriers page={page} />
      </div>
      <FlaggedOrders page={page} />
      <div className="desk-columns desk-columns-even">
        <Traffic page={page} />
        <AcquisitionSection page={page} today={today} opened={opened} answer={answer} />
      </div>
      <div className="desk-columns desk-columns-even">
        <TastemakerPicks page={page} />
        <TastemakerPairings page={page} />
      </div>
      <Cohorts page={page} />
    </AdminPage>
  )
}

function Sales({ page: { days, period } }: { page: Analytics }) {
  const unit = BUCKET_UNITS[period]
  const bars = bucketsOf(days, period).map((bucket) => salesBar(bucket.from, bucket.label, bucket))
  const title = `Sales by ${unit.toLowerCase()}`
  return (
    <ReportSection
      title={title}
      definition={DEFINITIONS.revenue}
      csv={{ report: 'sales', period }}
      aside={<LineLegend />}
    >
      <SalesFigure bars={bars} caption={title} unit={unit} />
    </ReportSection>
  )
}
