import { data } from 'react-router'
import { csvDownload } from '#app/request/downloads.server.ts'
import { noteExport, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readPeriod } from '#shop/analytics/period.ts'
import { recordDownload } from '#shop/audit/record-access.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { questionDays, readFairPay } from '#shop/programme/fair-pay.read.ts'
import { fairPayCells, questionCells } from '#shop/programme/fair-pay.ts'
import type { Route } from './+types/fair-pay-file.ts'

export const handle: PageHandle = {
  guard: 'payouts',
  feature: 'programme',
  access: { at: '/admin/dashboard/payouts/fair-pay/tasks.csv', get: 200 },
}

/**
 * Downloads `tasks.csv`, the rows of the fair-pay report (with workers' names if `?names=yes`), or `questions.csv`,
 * the dates of questions. Answers 404 for any other file, for an invalid range, and for a period with too many tasks.
 */
export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const query = new URL(request.url).searchParams
  const { period } = readPeriod(query, ctx.now)
  if (!period) throw data(null, { status: 404 })
  if (params.file === 'questions.csv') {
    await recordDownload(ctx, 'questions about pay', query)
    const questions = await questionDays(ctx.reads.figures, period.current)
    return csvDownload(`pay-questions-${period.key}`, onePage(questionCells(questions)))
  }
  const rows = params.file === 'tasks.csv' ? await readFairPay(ctx, period.current) : null
  if (!rows) throw data(null, { status: 404 })
  const withNames = query.get('names') === 'yes'
  if (withNames) await noteExport(context, url, 'fair pay', query)
  else await recordDownload(ctx, 'fair pay without names', query)
  return csvDownload(`fair-pay-${period.key}`, onePage(fairPayCells(rows, { withNames })))
}

async function* onePage(rows: CsvCell[][]): AsyncGenerator<CsvCell[][]> {
  yield rows
}
