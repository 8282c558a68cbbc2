import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { daysBeforeName, periodPath } from '#app/admin/analytics/report-paths.ts'
import { ChangeNote, ReportTable } from '#app/admin/analytics/report-table.tsx'
import { LineLegend, SalesFigure, salesBar } from '#app/admin/overview/sales-figure.tsx'
import { AdminPage, AdminSection } from '#app/desk/admin-page.tsx'
import {
  CountingNotice,
  Definition,
  FiguresStrip,
  type Figure as StripFigure,
  UNITS,
  useLiveFigures,
  WHILE_COUNTING_MS,
} from '#app/desk/figures-strip.tsx'
import { ANALYTICS, ORDERS } from '#app/desk/paths.ts'
import { InvalidRangePage, PeriodPicker } from '#app/desk/period-picker.tsx'
import { Button } from '#app/kit/button.tsx'
import { Link, TextLink } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readCompared } from '#shop/analytics/analytics.read.ts'
import { type Figure, figuresOf } from '#shop/analytics/figures.ts'
import { type Period, readPeriod, spanName } from '#shop/analytics/period.ts'
import { changeOf } from '#shop/analytics/rates.ts'
import type { ReportHead } from '#shop/analytics/report.ts'
import { allReports } from '#shop/analytics/reports.read.ts'
import { rollupState, salesByDay, salesOfAllTime } from '#shop/analytics/rollups.read.ts'
import { bucketsOf, bucketUnit } from '#shop/analytics/sales.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Route } from './+types/analytics.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  tab: { label: 'Analytics', icon: moreIcons.chartNoAxesColumn, group: 'Money' },
  access: { get: 200 },
}

const TOP_ROWS = 8

const SALES_REPORTS = ['products', 'categories', 'cities', 'offers', 'sources']
const RETURN_REPORTS = ['returns', 'carriers']
const VISIT_REPORTS = ['visits-by-source', 'visits-by-landing']
const ON_PAGE = ['days', 'stock', ...SALES_REPORTS, ...RETURN_REPORTS, 'flagged', ...VISIT_REPORTS]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads, now } = context.get(staffContext)
  const db = reads.figures
  const today = dayOf(now)
  const { firstDay } = await salesOfAllTime(db)
  const { period, range } = readPeriod(new URL(request.url).searchParams, now)
  if (!period) return { page: null, range, firstDay, today }
  const [comparison, days, state, sections] = await Promise.all([
    readCompared(db, period),
    salesByDay(db, period.current),
    rollupState(db),
    Promise.all(
      allReports().map(async ({ read, ...report }) => {
        const { rows, count } = await read(db, period, { page: 1, after: null, limit: TOP_ROWS })
        return { report, rows, count: count ?? 0 }
      }),
    ),
  ])
  const bars = bucketsOf(days).map((bucket) => salesBar(bucket.from, bucket.label, bucket))
  const figures = figuresOf(comparison)
  return {
    page: { period, figures, bars, unit: bucketUnit(days.length), sections, ...state },
    firstDay,
    today,
  }
}

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { page, firstDay, today } = loaderData
  useLiveFigures(page?.isCounting ? WHILE_COUNTING_MS : null)
  if (!page) return <InvalidRangePage {...loaderData} page={ANALYTICS} />
  const { period, figures, bars, unit, sections, countedAt, isCounting } = page
  const section = (id: string) =>
    sections
      .filter(({ report }) => report.id === id)
      .map((found) => (
        <ReportSection key={id} section={found} period={period}>
          <ReportTable {...found} period={period} />
        </ReportSection>
      ))
  const days = sections.find(({ report }) => report.id === 'days')
  const title = `Sales by ${unit.toLowerCase()}`
  return (
    <AdminPage actions={<RefreshButton period={period} />}>
      <PeriodPicker page={ANALYTICS} period={period} range={null} firstDay={firstDay} today={today} />
      <p className="mb-4">
        {period.name}: <b>{spanName(period.current)}</b>, compared with <b>{daysBeforeName(period)}</b>.
        <span className="admin-aside">
          {' '}
          {period.until &&
            'Today is compared up to the current time. Visits are counted by day, so today’s are not compared. '}
          Days and times are Indian Standard Time.
          {countedAt && ` Counted up to ${formatDayAndTime(countedAt)}.`}
        </span>
      </p>
      {isCounting && <CountingNotice />}
      <Contents
        sections={ON_PAGE.flatMap((id) => sections.flatMap(({ report }) => (report.id === id ? report : [])))}
      />
      <FiguresStrip figures={figures.map((figure) => stripFigure(figure, period))} />
      <div className="admin-columns">
        {days && (
          <ReportSection section={days} title={title} period={period} aside={<LineLegend />}>
            <SalesFigure bars={bars} caption={title} unit={unit} />
          </ReportSection>
        )}
        {section('stock')}
      </div>
      {SALES_REPORTS.map(section)}
      <div className="admin-columns admin-columns-even">{RETURN_REPORTS.map(section)}</div>
      {section('flagged')}
      <div className="admin-columns admin-columns-even">{VISIT_REPORTS.map(section)}</div>
    </AdminPage>
  )
}

/** Links to the reports, for narrow screens. */
function Contents({ sections }: { sections: readonly Pick<ReportHead, 'id' | 'title'>[] }) {
  return (
    <details className="contents-menu">
      <summary>On this page</summary>
      <nav aria-label="On this page">
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a className="link" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}

type SectionProps = {
  section: { report: ReportHead; count: number }
  title?: string
  period: Period
  aside?: ReactNode
  children: ReactNode
}

/** A report on the page: heading, definition, and links to all its rows and to its file. */
function ReportSection({ section, title, period, aside, children }: SectionProps) {
  const { report, count } = section
  const name = title ?? report.title
  const links = (
    <>
      {aside}
      <Definition term={name}>{report.definition}</Definition>
      <TextLink to={periodPath(period, `/${report.id}`)}>
        {count > 0 ? `All ${formatNumber(count)}` : 'All'}
        <VisuallyHidden> of {name}</VisuallyHidden>
      </TextLink>
      <a className="link" href={periodPath(period, `/${report.id}/csv`)}>
        CSV<VisuallyHidden> of {name}</VisuallyHidden>
      </a>
    </>
  )
  return (
    <AdminSection id={report.id} title={name} aside={links}>
      {children}
    </AdminSection>
  )
}

/** The busy state is shown at least this long, so that people notice it. */
const LOADING_MS = 500

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

/** Returns a figure compared with the days before, with a link to its rows. */
function stripFigure(figure: Figure, period: Period): StripFigure {
  const { label, definition, unit, value, aside, better, change, rows, byDay } = figure
  const text = value === null ? 'None yet' : UNITS[unit](value)
  return {
    label,
    definition,
    value: rows ? <Link to={rowsPath(rows, period)}>{text}</Link> : text,
    note: (
      <>
        {aside && <span className="block">{aside}</span>}
        {byDay && period.until && change !== 'later' && 'Without today: '}
        {change === 'later'
          ? 'No comparison until today is over'
          : change && <ChangeNote {...change} unit={unit} />}
      </>
    ),
    tone: toneOf(change, better),
  }
}

function toneOf(change: Figure['change'], better: Figure['better']): 'up' | 'down' | undefined {
  if (!better || !change || change === 'later') return undefined
  const { kind } = changeOf(change.now, change.before)
  if (kind !== 'up' && kind !== 'down') return undefined
  return (kind === 'up') === (better === 'more') ? 'up' : 'down'
}

/** Returns the path of a figure's rows: a report, or the list of orders placed in the period. */
function rowsPath(rows: NonNullable<Figure['rows']>, period: Period): string {
  if ('report' in rows) return periodPath(period, `/${rows.report}`)
  const { from, to } = period.current
  return `${ORDERS}?${new URLSearchParams({ ...rows.orders, since: from, until: to })}`
}
