import { setTimeout } from 'node:timers/promises'
import { data, redirect } from 'react-router'
import { ACCOUNTS } from '#app/desk/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { csvDownload, fileDownload, pdfResponse } from '#app/request/downloads.server.ts'
import { noteExport, orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { xlsxDownload } from '#app/request/xlsx.server.ts'
import { zipDownload } from '#app/request/zip.server.ts'
import type { PdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import { csvCell, DOCUMENTS_PER_ZIP, type SheetCell } from '#shop/accounts/accounts.ts'
import { type AccountPeriod, periodOrMonth } from '#shop/accounts/period.ts'
import { documentsOf, exportRegister, exportSummary, gstr1Of } from '#shop/accounts/registers.read.ts'
import { settlementsOf } from '#shop/accounts/remittances.read.ts'
import { tallyXml, type Voucher } from '#shop/accounts/tally.ts'
import { receiptOf } from '#shop/accounts/tally-receipts.ts'
import { recordDownload, recordView } from '#shop/audit/record-access.ts'
import type { Db } from '#shop/ctx.ts'
import { type InvoiceDocument, nameOfNumber, numberFromName } from '#shop/invoices/invoice-document.ts'
import { findNumbered } from '#shop/invoices/invoices.read.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import type { Route } from './+types/files.ts'

export const handle: PageHandle = {
  guard: 'accounts',
  access: { at: '/admin/dashboard/accounts/files/sales.csv', get: 200 },
}

const TABLES = new Map<string, (db: Db, period: AccountPeriod) => AsyncGenerator<SheetCell[][]>>([
  ['sales', (db, period) => exportRegister(db, 'invoice', period)],
  ['credit-notes', (db, period) => exportRegister(db, 'credit-note', period)],
  ['summary', exportSummary],
])

/**
 * Downloads a document as PDF, a register or the summary of `?period=` (by default this month) as CSV or XLSX, the
 * GSTR-1 of a month or quarter as JSON, all vouchers as Tally's XML, or a month's documents as ZIP.
 * Answers 404 for any other file or period. Redirects to the accounts if the portal would refuse the GSTR-1; the
 * accounts list the problems.
 */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const { reads, config, now } = context.get(staffContext)
  const [, document] = /^(.+)\.pdf$/.exec(params.file) ?? []
  if (document) return documentPdf(context, document)
  const period = periodOrMonth(url.searchParams.get('period'), now)
  // The other files contain names and addresses of buyers.
  if (!params.file.startsWith('summary.'))
    await noteExport(context, url, `accounts ${params.file}`, url.searchParams)
  else await recordDownload(context.get(staffContext), 'accounts summary', url.searchParams)
  const [, part] = /^documents-([1-9]\d?)\.zip$/.exec(params.file) ?? []
  if (period?.kind === 'month' && part) {
    const files = pdfsOf(reads.figures, period, Number(part), context.get(requestContext).pdf)
    return zipDownload(`documents-${period.key}-${part}`, files)
  }
  if (period && params.file === 'tally.xml') {
    const receipts = (await settlementsOf(reads.figures, period)).map(receiptOf)
    return tallyDownload(reads.figures, period, receipts)
  }
  if (period && period.kind !== 'year' && params.file === 'gstr1.json')
    return gstr1Download(reads.figures, period, config.seller.gstin)
  const [, file = '', format] = /^([a-z-]+)\.(csv|xlsx)$/.exec(params.file) ?? []
  const table = TABLES.get(file)
  if (!period || !table) throw data(null, { status: 404 })
  const pages = table(reads.figures, period)
  const name = `${file}-${period.key}`
  return format === 'xlsx' ? xlsxDownload(name, pages) : csvDownload(name, asCsv(pages))
}

async function documentPdf(context: Route.LoaderArgs['context'], name: string): Promise<Response> {
  const ctx = context.get(staffContext)
  const number = numberFromName(name)
  const found = orNotFound(number && (await findNumbered(ctx.db, number)))
  await recordView(ctx, { entity: 'order', entityId: found.orderId, personId: found.userId })
  return pdfResponse(context, { kind: 'invoice', invoice: found.document }, name)
}

/** Yields one part of a month's documents. Each is rendered while the browser reads the previous one. */
async function* pdfsOf(db: Db, period: AccountPeriod, part: number, pdf: PdfRenderer) {
  let at = 0
  for await (const invoice of contentsOf(db, period)) {
    at += 1
    if (at <= (part - 1) * DOCUMENTS_PER_ZIP) continue
    if (at > part * DOCUMENTS_PER_ZIP) return
    let rendered = await pdf({ kind: 'invoice', invoice })
    while (!rendered.ok) {
      await setTimeout(rendered.waitSeconds * 1000)
      rendered = await pdf({ kind: 'invoice', invoice })
    }
    const modifiedAt = new Date(invoice.issuedAt)
    yield { name: `${nameOfNumber(invoice.number)}.pdf`, bytes: rendered.value, modifiedAt }
  }
}

async function gstr1Download(db: Db, period: AccountPeriod, gstin: string | null): Promise<Response> {
  const { problems, json } = await gstr1Of(db, period, gstin)
  if (problems.length > 0) return redirect(`${ACCOUNTS}?period=${period.key}&gstr1=refused`, 303)
  return fileDownload(`gstr1-${period.key}.json`, 'application/json', JSON.stringify(json, null, 1))
}

function tallyDownload(db: Db, period: AccountPeriod, receipts: Voucher[]): Response {
  const encoder = new TextEncoder()
  const pieces = tallyXml(contentsOf(db, period), receipts)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void pieces.return(undefined),
  })
  return fileDownload(`tally-${period.key}.xml`, 'application/xml; charset=utf-8', body)
}

async function* contentsOf(db: Db, period: AccountPeriod): AsyncGenerator<InvoiceDocument> {
  for await (const { content } of documentsOf(db, period)) yield content
}

async function* asCsv(pages: AsyncGenerator<SheetCell[][]>): AsyncGenerator<CsvCell[][]> {
  for await (const page of pages) yield page.map((row) => row.map(csvCell))
}
