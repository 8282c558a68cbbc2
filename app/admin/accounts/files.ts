import { data } from 'react-router'
import { csvDownload } from '#app/request/csv.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { xlsxDownload } from '#app/request/xlsx.server.ts'
import { type AccountPeriod, periodOf } from '#shop/accounts/period.ts'
import { exportRegister, exportSummary } from '#shop/accounts/registers.read.ts'
import { csvCell, type SheetCell } from '#shop/accounts/sheet.ts'
import type { Db } from '#shop/ctx.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import type { Route } from './+types/files.ts'

export const handle: PageHandle = {
  access: { at: '/admin/dashboard/accounts/files/sales.csv?period=2026-11', get: 200 },
}

type Table = (db: Db, period: AccountPeriod) => AsyncGenerator<SheetCell[][]>

const TABLES = new Map<string, Table>([
  ['sales', (db, period) => exportRegister(db, 'invoice', period)],
  ['credit-notes', (db, period) => exportRegister(db, 'credit-note', period)],
  ['summary', exportSummary],
])

/** A register or the summary of `?period=` as CSV or XLSX. 404 for another file or period. */
export function loader({ request, context, params }: Route.LoaderArgs) {
  const { reads } = context.get(adminContext)
  const period = periodOf(new URL(request.url).searchParams.get('period') ?? '')
  const [, file = '', format] = /^([a-z-]+)\.(csv|xlsx)$/.exec(params.file) ?? []
  const table = TABLES.get(file)
  if (!period || !table) throw data(null, { status: 404 })
  const pages = table(reads.figures, period)
  const name = `${file}-${period.key}`
  return format === 'xlsx' ? xlsxDownload(name, pages) : csvDownload(name, asCsv(pages))
}

async function* asCsv(pages: AsyncGenerator<SheetCell[][]>): AsyncGenerator<CsvCell[][]> {
  for await (const page of pages) yield page.map((row) => row.map(csvCell))
}
