import { data } from 'react-router'
import { loadPaySheet } from '#app/programme/desk/payouts/load-pay-sheet.server.ts'
import { pdfResponse } from '#app/request/downloads.server.ts'
import { noteExport, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { xlsxDownload } from '#app/request/xlsx.server.ts'
import type { SheetCell } from '#shop/accounts/accounts.ts'
import { sheetCells } from '#shop/programme/pay-sheet.ts'
import type { Route } from './+types/sheet-file.ts'

export const handle: PageHandle = {
  guard: 'payouts',
  feature: 'programme',
  access: { at: '/admin/dashboard/payouts/sheets/none/2026-11/pay-sheet.xlsx', get: 200 },
}

/** Downloads a group's pay sheet of a month as PDF or XLSX. It names people, so the audit log records it. */
export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const [, format] = /^pay-sheet\.(pdf|xlsx)$/.exec(params.file) ?? []
  if (!format) throw data(null, { status: 404 })
  const { sheet, language } = await loadPaySheet(ctx, params, request)
  const { group, month } = params
  await noteExport(context, url, 'pay sheet', new URLSearchParams({ group, month }))
  const name = `pay-sheet-${month}`
  if (format === 'xlsx') return xlsxDownload(name, onePage(sheetCells(sheet, language)))
  return pdfResponse(context, { kind: 'pay-sheet', sheet, language }, name)
}

async function* onePage(rows: SheetCell[][]): AsyncGenerator<SheetCell[][]> {
  yield rows
}
