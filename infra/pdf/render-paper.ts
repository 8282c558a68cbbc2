import PDFDocument from 'pdfkit'
import { drawInvoice, invoiceTitle } from '#infra/pdf/draw-invoice.ts'
import { drawPaySheet } from '#infra/pdf/draw-pay-sheet.ts'
import { drawStatement, STATEMENT_WORDS } from '#infra/pdf/draw-statement.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import type { Statement } from '#shop/programme/pay.ts'
import type { PaySheet } from '#shop/programme/pay-sheet.ts'
import { paySheetWords } from '#shop/programme/pay-sheet-words.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

export type Paper =
  | { kind: 'invoice'; invoice: InvoiceDocument }
  | { kind: 'statement'; statement: Statement }
  | { kind: 'pay-sheet'; sheet: PaySheet; language: WrittenLanguage }

/** The same paper always gives the same bytes. */
export function renderPaper(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  if (paper.kind === 'invoice') return renderInvoice(paper.invoice)
  return paper.kind === 'statement'
    ? renderStatement(paper.statement)
    : renderPaySheet(paper.sheet, paper.language)
}

function renderInvoice(invoice: InvoiceDocument) {
  const about = {
    title: `${invoiceTitle(invoice)} ${invoice.number}`,
    author: invoice.seller.name,
    createdAt: new Date(invoice.issuedAt),
    language: 'en-IN',
  }
  return toPdf(about, (doc) => drawInvoice(doc, invoice))
}

function renderStatement(statement: Statement) {
  const { language, workerName, month, brand, printedAt } = statement
  const title = `${STATEMENT_WORDS[language].title} ${month.slice(0, 7)}, ${workerName}`
  const about = { title, author: brand, createdAt: printedAt, language: `${language}-IN` }
  return toPdf(about, (doc) => drawStatement(doc, statement))
}

function renderPaySheet(sheet: PaySheet, language: WrittenLanguage) {
  const words = paySheetWords(language)
  const title = `${words.title} ${sheet.month.slice(0, 7)}, ${sheet.group?.name ?? words.noGroup}`
  const about = { title, author: sheet.brand, createdAt: sheet.printedAt, language: `${language}-IN` }
  return toPdf({ ...about, layout: 'landscape' }, (doc) => drawPaySheet(doc, sheet, language))
}

type About = { title: string; author: string; createdAt: Date; language: string; layout?: 'landscape' }

async function toPdf(
  { title, author, createdAt, language, layout }: About,
  draw: (doc: PDFKit.PDFDocument) => void,
): Promise<Uint8Array<ArrayBuffer>> {
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
