import type { Paper } from '#shop/invoices/paper.ts'

/** Makes a PDF of an invoice or a credit note; the same paper gives the same bytes. */
export type Printer = { print(paper: Paper): Promise<Uint8Array<ArrayBuffer>> }
