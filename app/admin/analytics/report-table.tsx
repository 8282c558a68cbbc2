import { Form, useNavigation } from 'react-router'
import { partParams, periodPath } from '#app/admin/analytics/report-paths.ts'
import { AdminTable } from '#app/desk/admin-page.tsx'
import { UNITS } from '#app/desk/figures-strip.tsx'
import { ORDERS, PRODUCTS } from '#app/desk/paths.ts'
import { Button } from '#app/kit/button.tsx'
import type { Column as TableColumn } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { dayWithYear, type Period } from '#shop/analytics/period.ts'
import { changeOf, type ReturnBand, returnBand } from '#shop/analytics/rates.ts'
import type { Cell, Column, ReportHead, Row, Unit } from '#shop/analytics/report.ts'
import { monthName } from '#shop/kernel/day.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

const BANDS: Record<ReturnBand, { tone: Tone; word: string; colour: string }> = {
  low: { tone: 'positive', word: 'Low', colour: 'var(--color-bajra-500)' },
  raised: { tone: 'warning', word: 'Raised', colour: 'var(--color-haldi-400)' },
  high: { tone: 'danger', word: 'High', colour: 'var(--color-mirch-500)' },
}
/** The return rate at which the bar is full. It is twice the rate that counts as high. */
const FULL_RATE = 0.1

/** The rows of a report. With `opens`, the first cell of a row links to the report of the row's orders or visits. */
export function ReportTable({ report, rows, period }: { report: ReportHead; rows: Row[]; period: Period }) {
  return (
    <AdminTable
      folded
      caption={report.title}
      columns={tableColumns(report, period)}
      rows={rows}
      empty={<EmptyList title={report.none} />}
    />
  )
}

const PLACES: Partial<Record<Column['kind'], TableColumn<Row>['place']>> = {
  bar: 'wide',
  levelBar: 'wide',
  level: 'state',
  review: 'actions',
}

function tableColumns({ id, columns, opens }: ReportHead, period: Period): TableColumn<Row>[] {
  const onPage = columns.filter(({ isOnlyInFile }) => !isOnlyInFile)
  const ownColumns = onPage.filter(({ isUnder }) => !isUnder)
  const figure = ownColumns.findLast(isNumber)
  return ownColumns.map((column, at) => {
    const next = onPage[onPage.indexOf(column) + 1]
    const below = next?.isUnder ? next : null
    const place = at === 0 ? 'title' : column === figure ? 'figure' : PLACES[column.kind]
    return {
      header: column.label,
      headerHidden: place === 'wide' || place === 'actions',
      place,
      align: isNumber(column) ? 'end' : undefined,
      cell: (row) => {
        const view = <CellView column={column} row={row} period={period} />
        const to =
          at === 0 && opens
            ? periodPath(
                period,
                `/${opens.report}`,
                partParams(
                  id,
                  opens.keys.map((key) => row[key]),
                ),
              )
            : null
        return to ? <Link to={to}>{view}</Link> : view
      },
      note: (row) => below && row[below.key] && <CellView column={below} row={row} period={period} />,
    }
  })
}

function isNumber({ kind }: Column): boolean {
  return kind in UNITS
}

/** Returns a value as text; '' for null. */
export function cellText(kind: Column['kind'], value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return UNITS[kind as Unit](value)
  if (value instanceof Date) return formatDayAndTime(value)
  if (kind === 'day') return dayWithYear(value)
  return kind === 'month' ? monthName(value) : value
}

function CellView({ column, row, period }: { column: Column; row: Row; period: Period }) {
  const { kind, key, unit = 'money' } = column
  const value = row[key] ?? null
  const number = Number(value)
  switch (kind) {
    case 'order':
      return <Link to={`${ORDERS}/${value}`}>{shortId(`${value}`)}</Link>
    case 'product':
      return <Link to={`${PRODUCTS}?${new URLSearchParams({ q: `${value}` })}`}>{`${value}`}</Link>
    case 'bar':
      return <Meter share={number} />
    case 'levelBar':
      return <Meter share={number / FULL_RATE} colour={BANDS[returnBand(number)].colour} />
    case 'level': {
      const { tone, word } = BANDS[returnBand(number)]
      return <Badge tone={tone}>{word}</Badge>
    }
    case 'change': {
      const valueBefore = row[`${key}Before`]
      if (valueBefore === undefined) return 'No comparison until today is over'
      return (
        <ChangeNote now={Number(row[`${key}Compared`] ?? value)} before={Number(valueBefore)} unit={unit} />
      )
    }
    case 'review':
      if (value !== null) return <Badge tone="positive">Reviewed</Badge>
      return <ReviewButton orderId={`${row.orderId}`} period={period} />
    default:
      return cellText(kind, value)
  }
}

function ReviewButton({ orderId, period }: { orderId: string; period: Period }) {
  const { formData } = useNavigation()
  return (
    <Form method="post" action={periodPath(period, '/flagged')} preventScrollReset>
      <input type="hidden" name="intent" value="review" />
      <Button look="line" name="orderId" value={orderId} busy={formData?.get('orderId') === orderId}>
        Mark reviewed<VisuallyHidden>: order {shortId(orderId)}</VisuallyHidden>
      </Button>
    </Form>
  )
}

/** A decorative bar whose length shows a share. The figure is beside it. */
function Meter({ share, colour }: { share: number; colour?: string }) {
  // An SVG, because the page's Content Security Policy would need a hash for the style attribute of each length.
  return (
    <svg className="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.min(100, share * 100)} height={1} fill={colour} />
    </svg>
  )
}

/** '₹1,200 (12.5%) more than ₹9,600'. */
export function ChangeNote(props: { now: number | null; before: number | null; unit: Unit }) {
  const { now, before: earlier, unit } = props
  const change = changeOf(now, earlier)
  const format = UNITS[unit]
  switch (change.kind) {
    case 'up':
    case 'down':
      return (
        <>
          <b>
            {unit === 'percent' ? `${formatNumber(change.by * 100, 2)} points` : format(change.by)} (
            {formatNumber(change.percent, 1)}%) {change.kind === 'up' ? 'more' : 'less'}
          </b>{' '}
          than {format(earlier ?? 0)}
        </>
      )
    case 'same':
      return 'The same as in the days before'
    case 'none_before':
      return 'None in the days before'
    case 'none_now':
      return `${format(earlier ?? 0)} in the days before`
  }
}
