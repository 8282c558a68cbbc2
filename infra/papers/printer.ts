import PDFDocument from 'pdfkit'
import { drawPaper } from '#infra/papers/draw-paper.ts'
import type { Printer } from '#shop/printer.ts'

/** Prints papers as PDF. Nothing in them depends on when they are printed, so the bytes stay the same. */
export const pdfPrinter: Printer = {
  async print(paper) {
    const name = paper.kind === 'invoice' ? 'Tax invoice' : 'Credit note'
    const doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      font: '',
      lang: 'en-IN',
      displayTitle: true,
      bufferPages: true,
      info: {
        Title: `${name} ${paper.number}`,
        Author: paper.seller.name,
        CreationDate: new Date(paper.issuedAt),
      },
    })
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const finished = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject))
    drawPaper(doc, paper)
    doc.end()
    await finished
    return new Uint8Array(Buffer.concat(chunks))
  },
}
