import { drawInvoice, invoiceTitle } from '#infra/pdf/draw-invoice.ts'
import { drawPaySheet } from '#infra/pdf/draw-pay-sheet.ts'
import { drawStatement } from '#infra/pdf/draw-statement.ts'
import { STATEMENT_WORDS } from '#infra/pdf/statement-words.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import type { PaySheet } from '#shop/programme/pay-sheet.ts'
import { paySheetWords } from '#shop/programme/pay-sheet-words.ts'
import type { Statement } from '#shop/programme/statement.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

/** Makes PDFs; the same document gives the same bytes. */
export type PdfRenderer = {
  /** An invoice or a credit note. */
  print(invoice: InvoiceDocument): Promise<Uint8Array<ArrayBuffer>>
  /** A worker's statement of a month, in her language. */
  printStatement(statement: Statement): Promise<Uint8Array<ArrayBuffer>>
  /** A group's pay sheet of a month, in that language. */
  printPaySheet(sheet: PaySheet, language: WrittenLanguage): Promise<Uint8Array<ArrayBuffer>>
}

/** Renders invoices, credit notes, statements and pay sheets as PDF. The same document always gives the same bytes. */
export const pdfRenderer: PdfRenderer = {
  print(invoice) {
    const name = invoiceTitle(invoice)
    const about = {
      title: `${name} ${invoice.number}`,
      author: invoice.seller.name,
      createdAt: new Date(invoice.issuedAt),
      language: 'en-IN',
    }
    return toPdf(about, (doc) => drawInvoice(doc, invoice))
  },
  printStatement(statement) {
    const { language, workerName, month, brand, printedAt } = statement
    const title = `${STATEMENT_WORDS[language].title} ${month.slice(0, 7)}, ${workerName}`
    const about = { title, author: brand, createdAt: printedAt, language: `${language}-IN` }
    return toPdf(about, (doc) => drawStatement(doc, statement))
  },
  printPaySheet(sheet, language) {
    const words = paySheetWords(language)
    const title = `${words.title} ${sheet.month.slice(0, 7)}, ${sheet.group?.name ?? words.noGroup}`
    const about = { title, author: sheet.brand, createdAt: sheet.printedAt, language: `${language}-IN` }
    return toPdf({ ...about, layout: 'landscape' }, (doc) => drawPaySheet(doc, sheet, language))
  },
}

type About = { title: string; author: string; createdAt: Date; language: string; layout?: 'landscape' }

async function toPdf(
  { title, author, createdAt, language, layout }: About,
  draw: (doc: PDFKit.PDFDocument) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first document, so that the shop starts faster.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    layout: layout ?? 'portrait',
    margin: 0,
    font: '',
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject))
  draw(doc)
  doc.end()
  await finished
  return new Uint8Array(Buffer.concat(chunks))
}
