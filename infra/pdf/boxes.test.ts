import PDFDocument from 'pdfkit'
import { expect, it, vi } from 'vitest'
import { inkOf } from '#infra/pdf/fonts.ts'
import { type Paper, renderPaper } from '#infra/pdf/render-paper.ts'
import { runsOf, Typesetter } from '#infra/pdf/typesetter.ts'
import { invoiceWith, paySheetWith, statementWith } from '#tests/papers.ts'

type Box = { page: unknown; text: string; left: number; right: number; top: number; bottom: number }

const documents: PDFKit.PDFDocument = Object.getPrototypeOf(new PDFDocument())
const { text: drawText } = documents
const { line: drawLine } = Typesetter.prototype

/** Returns the extent of the ink of a line above and below its baseline, in font sizes. */
function inksOf(text: string, bold: boolean) {
  const inks = runsOf(text).map((run) => inkOf(run.text, run.font, bold ? 700 : 400))
  return {
    top: Math.max(0, ...inks.map(({ top }) => top)),
    bottom: Math.min(0, ...inks.map(({ bottom }) => bottom)),
  }
}

/** Renders a paper and returns the boxes of all drawn lines. */
async function boxesOf(paper: Paper): Promise<Box[]> {
  const boxes: Box[] = []
  const measure = new Typesetter(new PDFDocument())
  const inks = new Map<string, ReturnType<typeof inksOf>>()
  let page: unknown
  vi.spyOn(documents, 'text').mockImplementation(function (this: PDFKit.PDFDocument, ...drawn) {
    page = this.page
    return drawText.apply(this, drawn)
  })
  vi.spyOn(Typesetter.prototype, 'line').mockImplementation(function (this: Typesetter, ...drawn) {
    drawLine.apply(this, drawn)
    const [text, x, y, { width = Number.POSITIVE_INFINITY, align, size = 9, bold = false } = {}] = drawn
    const wide = Math.min(width, measure.width(text, { size, bold }))
    const left = align === 'right' ? x - wide : x
    const baseline = y + size * 1.013
    // Long papers repeat their lines.
    const key = `${bold} ${text}`
    const ink = inks.get(key) ?? inksOf(text, bold)
    inks.set(key, ink)
    const top = baseline - size * ink.top
    const bottom = baseline - size * ink.bottom
    boxes.push({ page, text, left, right: left + wide, top, bottom })
  })
  await renderPaper(paper).finally(() => vi.restoreAllMocks())
  return boxes
}

const LATIN =
  'Annapurna Venkatasubramaniam Krishnamurthy Ramachandran of the Women’s Cooperative of Dharwad No'
const UNBROKEN = 'ಕೃಷ್ಣಮೂರ್ತಿ'.repeat(9)
const DEVANAGARI = 'क्ष्म्यत्र्यंबकेश्वर राष्ट्रभाषाप्रचारिणी '.repeat(3)

it.each([
  ['Latin, over two pages and to the end of a page', LATIN, [30, 17]],
  ['a word without a space', UNBROKEN],
  ['Devanagari', DEVANAGARI],
  ['Urdu', 'محمد عبدالرحمٰن حیدرآبادی '.repeat(4)],
  ['stacked accents', `a${'\u0301'.repeat(99)} `.repeat(9)],
  ['stacked Arabic marks', `ب${'\u064b\u064e'.repeat(45)} `.repeat(9)],
  ['Vietnamese', 'Nguyễn Thị Hồng Ngọc Ệ '.repeat(4)],
] as [string, string, number[]?][])(
  'no text leaves its page or overlaps another: %s',
  async (_, text, entries = [2]) => {
    const long = { buyer: text, seller: text, address: text, goods: text }
    const papers: Paper[] = [
      invoiceWith(long),
      ...entries.map((count) => statementWith({ name: text, entries: count })),
      paySheetWith({ name: text }),
    ]
    for (const paper of papers) {
      const [width, height] = paper.kind === 'pay-sheet' ? [842, 595] : [595, 842]
      const boxes = await boxesOf(paper)
      expect(boxes.length).toBeGreaterThan(10)
      for (const box of boxes) {
        const isInside =
          box.left >= 30 && box.right <= width - 30 && box.top >= 30 && box.bottom <= height - 10
        expect(isInside, `${box.text} ${box.left} ${box.top}`).toBe(true)
      }
      const overlaps = boxes.flatMap((box, at) =>
        boxes
          .slice(at + 1)
          .filter(
            (other) =>
              box.page === other.page &&
              Math.min(box.right, other.right) - Math.max(box.left, other.left) > 0.5 &&
              Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 0.5,
          )
          .map((other) => [box.text, other.text]),
      )
      expect(overlaps, paper.kind).toEqual([])
    }
  },
)
