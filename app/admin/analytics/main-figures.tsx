import { periodPath } from '#app/admin/analytics/report-paths.ts'
import { ChangeNote } from '#app/admin/analytics/report-table.tsx'
import { FiguresStrip, type Figure as ShownFigure, UNITS } from '#app/desk/figures-strip.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { Link } from '#app/kit/link.tsx'
import type { Figure } from '#shop/analytics/figures.ts'
import type { Period } from '#shop/analytics/period.ts'
import { changeOf } from '#shop/analytics/rates.ts'

/** The period's figures, each beside that of the days before and a link to its rows. */
export function MainFigures({ figures, period }: { figures: Figure[]; period: Period }) {
  return <FiguresStrip figures={figures.map((figure) => shownFigure(figure, period))} />
}

function shownFigure(figure: Figure, period: Period): ShownFigure {
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
          ? 'Compared when the day is over'
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

/** A report, or the list of orders with a filter, placed on the period's days. */
function rowsPath(rows: NonNullable<Figure['rows']>, period: Period): string {
  if ('report' in rows) return periodPath(period, `/${rows.report}`)
  const { from, to } = period.current
  return `${ORDERS}?${new URLSearchParams({ ...rows.orders, since: from, until: to })}`
}
