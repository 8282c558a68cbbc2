import { Typesetter } from '#infra/pdf/typesetter.ts'

export const SOFT = '#6b4a45'

/** In points from the top left corner of the page. */
type Margins = { left: number; right: number; top: number; bottom: number }

/** Draws from top to bottom, and adds pages as needed. */
export class Sheet {
  readonly type: Typesetter
  protected readonly doc: PDFKit.PDFDocument
  readonly #margins: Margins
  y: number

  constructor(doc: PDFKit.PDFDocument, margins: Margins) {
    this.doc = doc
    this.type = new Typesetter(doc)
    this.#margins = margins
    this.y = margins.top
  }

  /** Starts a new page unless the height still fits. Returns true if it started one. */
  ensureSpace(height: number): boolean {
    if (this.y + height <= this.#margins.bottom) return false
    this.doc.addPage()
    this.y = this.#margins.top
    return true
  }

  rule(width: number, colour: string): void {
    const { left, right } = this.#margins
    this.doc.lineWidth(width).strokeColor(colour).moveTo(left, this.y).lineTo(right, this.y).stroke()
  }
}

/** `page` counts from 1. */
export function onEveryPage(
  doc: PDFKit.PDFDocument,
  draw: (type: Typesetter, page: number, count: number) => void,
): void {
  const type = new Typesetter(doc)
  const { start, count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at)
    draw(type, at + 1, count)
  }
}
