import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import type { Statement } from '#shop/programme/statement.ts'

/** Makes PDFs; the same paper gives the same bytes. */
export type PdfRenderer = {
  /** An invoice or a credit note. */
  print(paper: InvoiceDocument): Promise<Uint8Array<ArrayBuffer>>
  /** A worker's statement of a month, in her language. */
  printStatement(statement: Statement): Promise<Uint8Array<ArrayBuffer>>
}
