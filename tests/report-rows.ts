import type { Period } from '#shop/analytics/period.ts'
import type { Row } from '#shop/analytics/report.ts'
import { findReport } from '#shop/analytics/reports.read.ts'
import type { Db } from '#shop/ctx.ts'

/**
 * Returns a report's rows. `part` (a grouping's id and a row's keys) limits them to the rows that this row
 * sums.
 */
export async function reportRows(db: Db, id: string, period: Period, part: string[] = []): Promise<Row[]> {
  const [by, ...keys] = part
  const params = new URLSearchParams([...(by ? [['by', by]] : []), ...keys.map((key) => ['key', key])])
  const report = await findReport(db, id, params)
  if (!report) throw new Error(`no report ${id} ${params}`)
  return (await report.read(db, period, { page: 1, after: null, limit: 100_000 })).rows
}
