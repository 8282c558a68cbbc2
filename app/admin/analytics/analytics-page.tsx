import { type SubmitEvent, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { DEFINITIONS, PeriodLinks } from '#app/admin/analytics/report-section.tsx'
import { AdminPage, StatusNotice } from '#app/admin/kit/admin-page.tsx'
import { CountingNotice, useLiveFigures, WHILE_COUNTING_MS } from '#app/admin/kit/figures-strip.tsx'
import { LineLegend, SalesFigure, salesBar } from '#app/admin/overview/sales-figure.tsx'
import { ANALYTICS, PRODUCTS } from '#app/admin/paths.ts'
import { Button } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/empty-state.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { Analytics, StockAlert } from '#shop/analytics/analytics.ts'
import { BUCKET_UNITS, bucketsOf } from '#shop/analytics/buckets.ts'
import { PERIOD_NAMES, type Period } from '#shop/analytics/period.ts'
import type { RecordedSpend } from '#shop/analytics/spend.ts'
import { shortDay } from '#shop/kernel/day.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { AcquisitionSection } from './acquisition-section.tsx'
import { Carriers } from './carrier-section.tsx'
import { Cohorts } from './cohort-section.tsx'
import { FlaggedOrders } from './flagged-section.tsx'
import { MainFigures } from './main-figures.tsx'
import { ReturnRates, TopCities, TopProducts } from './product-sections.tsx'
import { ReportSection } from './report-section.tsx'
import type { AnalyticsAnswer } from './spend-form.tsx'
import { TastemakerPairings, TastemakerPicks } from './tastemaker-section.tsx'
import { Traffic } from './traffic-section.tsx'

const COLUMNS: Column<StockAlert>[] = [
  {
    key: 'name',
    header: 'Product',
    place: 'title',
    cell: ({ name }) => <Link to={`${PRODUCTS}?q=${encodeURIComponent(name)}`}>{name}</Link>,
  },
  {
    key: 'left',
    header: 'Left',
    align: 'end',
    place: 'figure',
    cell: ({ stockQuantity }) => formatNumber(stockQuantity),
  },
]

/** The loading state is shown at least this long, so that it is noticed. */
const LOADING_MS = 500

type Props = {
  page: Analytics
  today: string
  opened: RecordedSpend | null
  answer: AnalyticsAnswer | undefined
}

/** Sales by product, customer, region and payment in a period that ends today. */
export function AnalyticsPage({ page, today, opened, answer }: Props) {
  const { period, span, countedAt, isCounting } = page
  const isOfSpendForm = answer && !answer.ok && answer.values.intent === 'spend'
  useLiveFigures(isCounting ? WHILE_COUNTING_MS : null)
  const actions = (
    <>
      <PeriodLinks period={period} />
      <RefreshButton period={period} />
    </>
  )
  return (
    <AdminPage actions={actions}>
      <StatusNotice answer={isOfSpendForm ? undefined : answer} />
      <p className="admin-aside mb-4">
        {PERIOD_NAMES[period]}, {shortDay(span.from)} to {shortDay(span.to)}
        {countedAt && `. Counted up to ${formatDayAndTime(countedAt)}`}
      </p>
      {isCounting && <CountingNotice />}
      <MainFigures page={page} />
      <div className="admin-columns">
        <Sales page={page} />
        <StockAlerts page={page} />
      </div>
      <div className="admin-columns admin-columns-even">
        <TopProducts page={page} />
        <TopCities page={page} />
      </div>
      <div className="admin-columns admin-columns-even">
        <ReturnRates page={page} />
        <Carriers page={page} />
      </div>
      <FlaggedOrders page={page} />
      <div className="admin-columns admin-columns-even">
        <Traffic page={page} />
        <AcquisitionSection page={page} today={today} opened={opened} answer={answer} />
      </div>
      <div className="admin-columns admin-columns-even">
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

/** Loads the figures again. */
function RefreshButton({ period }: { period: Period }) {
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const refresh = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsBusy(true)
    await Promise.all([revalidate(), new Promise((resolve) => setTimeout(resolve, LOADING_MS))])
    setIsBusy(false)
  }
  return (
    <Form method="get" action={ANALYTICS} onSubmit={refresh}>
      <input type="hidden" name="period" value={period} />
      <Button look="line" icon="refresh-cw" busy={isBusy}>
        Refresh
      </Button>
    </Form>
  )
}

/** Products that will soon be out of stock. Those that already are have a red mark in the list of products. */
function StockAlerts({ page: { stock } }: { page: Analytics }) {
  return (
    <ReportSection id="stock" title="Stock alerts" definition={DEFINITIONS.stock}>
      <Table
        dense
        caption="Stock alerts"
        columns={COLUMNS}
        rows={stock}
        rowKey={({ id }) => id}
        empty={<EmptyList title="Nothing runs low" />}
      />
    </ReportSection>
  )
}
