import { periodIn } from '#app/admin/analytics/report-paths.ts'
import { csvDownload } from '#app/request/downloads.server.ts'
import { noteExport, orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Period } from '#shop/analytics/period.ts'
import type { Column, PagePosition, Row } from '#shop/analytics/report.ts'
import { findReport, type Report } from '#shop/analytics/reports.read.ts'
import { recordDownload } from '#shop/audit/record-access.ts'
import type { Db } from '#shop/ctx.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { timeInIndia } from '#shop/kernel/day.ts'
import { paise, toRupees } from '#shop/kernel/money.ts'
import type { Route } from './+types/report-csv.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  access: { at: '/admin/dashboard/analytics/days/csv', get: 200 },
}

/** Downloads the rows of a report: `/admin/dashboard/analytics/cities/csv?period=90d`. */
export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const query = new URL(request.url).searchParams
  const period = periodIn(query, ctx.now)
  const report = orNotFound(await findReport(ctx.reads.figures, params.report, query))
  const list = `analytics ${report.id}`
  if (report.isPersonal) await noteExport(context, url, list, query)
  else await recordDownload(ctx, list, query)
  return csvDownload(`${report.id}-${period.key}`, reportFile(ctx.reads.figures, report, period))
}

const FILE_PAGE = 500

/** Returns all rows of a report, page by page: amounts in rupees, shares from 0 to 1, times in India. */
export async function* reportFile(db: Db, report: Report, period: Period): AsyncGenerator<CsvCell[][]> {
  const graphicKinds = ['bar', 'level', 'levelBar']
  const columns = report.columns.filter(({ kind }) => !graphicKinds.includes(kind))
  yield [columns.map(headingOf)]
  for (let position: PagePosition | null = { page: 1, after: null, limit: FILE_PAGE }; position; ) {
    const { rows, next } = await report.read(db, period, position)
    yield rows.map((row) => columns.map((column) => cellOf(row, column)))
    position = next
  }
}

function headingOf(column: Column): string {
  if (column.kind === 'time') return `${column.label} (IST)`
  return isMoney(column) ? `${column.label} in rupees` : column.label
}

function isMoney({ kind, unit }: Column): boolean {
  return ['money', 'amount'].includes(kind === 'change' ? `${unit}` : kind)
}

function cellOf(row: Row, column: Column): CsvCell {
  const { key, kind } = column
  const value = row[kind === 'change' ? `${key}Before` : key] ?? null
  if (kind === 'review') return value ? 'yes' : 'no'
  if (value instanceof Date) return timeInIndia(value)
  if (kind === 'month') return `${value}`.slice(0, 7)
  return typeof value === 'number' && isMoney(column) ? toRupees(paise(value)) : value
}
