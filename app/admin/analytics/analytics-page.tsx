import { type SubmitEvent, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { DEFINITIONS, daysBeforeName } from '#app/admin/analytics/report-section.tsx'
import { LineLegend, SalesFigure, salesBar } from '#app/admin/overview/sales-figure.tsx'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { CountingNotice, useLiveFigures, WHILE_COUNTING_MS } from '#app/desk/figures-strip.tsx'
import { ANALYTICS, PRODUCTS } from '#app/desk/paths.ts'
import { PeriodPicker } from '#app/desk/period-picker.tsx'
import { Button } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { Analytics, StockAlert } from '#shop/analytics/analytics.ts'
import { bucketsOf, bucketUnit } from '#shop/analytics/buckets.ts'
import { type Period, spanName } from '#shop/analytics/period.ts'
import { BREAKDOWNS } from '#shop/analytics/sale-group.ts'
import type { RecordedSpend } from '#shop/analytics/spend.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { AcquisitionSection } from './acquisition-section.tsx'
import { BreakdownSection } from './breakdown-section.tsx'
import { Carriers } from './carrier-section.tsx'
import { FlaggedOrders } from './flagged-section.tsx'
import { MainFigures } from './main-figures.tsx'
import { ReportSection } from './report-section.tsx'
import { ReturnRates } from './returns-section.tsx'
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

/** Sales by product, customer, region and offer in a period, beside those of the days before. */
export function AnalyticsPage({ page, today, opened, answer }: Props) {
  const { period, countedAt, isCounting, breakdowns, firstDay } = page
  const isOfSpendForm = answer && !answer.ok && answer.values.intent === 'spend'
  useLiveFigures(isCounting ? WHILE_COUNTING_MS : null)
  return (
    <AdminPage actions={<RefreshButton period={period} />}>
      <StatusNotice answer={isOfSpendForm ? undefined : answer} />
      <PeriodPicker page={ANALYTICS} period={period} range={null} firstDay={firstDay} today={today} />
      <p className="mb-4">
        {period.name}: <b>{spanName(period.current)}</b>, compared with <b>{daysBeforeName(period)}</b>.
        <span className="admin-aside">
          {' '}
          {period.until &&
            'The last day is compared up to the time it is now; visits are counted by day, and compared without it. '}
          Days and times are Indian Standard Time.
          {countedAt && ` Counted up to ${formatDayAndTime(countedAt)}.`}
        </span>
      </p>
      {isCounting && <CountingNotice />}
      <MainFigures page={page} />
      <div className="admin-columns">
        <Sales page={page} />
        <StockAlerts page={page} />
      </div>
      {BREAKDOWNS.map((kind) => (
        <BreakdownSection key={kind} kind={kind} period={period} breakdown={breakdowns[kind]} />
      ))}
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
    </AdminPage>
  )
}

function Sales({ page: { days, period } }: { page: Analytics }) {
  const unit = bucketUnit(days.length)
  const bars = bucketsOf(days).map((bucket) => salesBar(bucket.from, bucket.label, bucket))
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
      <input type="hidden" name="period" value={period.key} />
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
