import { onEveryPage, Sheet, SOFT } from '#infra/pdf/sheet.ts'
import { INK, type LineStyle } from '#infra/pdf/typesetter.ts'
import { formatAmount, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { longDayIn, monthAndYearIn } from '#shop/kernel/time.ts'
import { type PaySheet, ratePerUnit } from '#shop/programme/pay-sheet.ts'
import { type PaySheetWords, paySheetWords } from '#shop/programme/pay-sheet-words.ts'
import { taskNameIn, unitIn } from '#shop/programme/task-words.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

const LEFT = 36
const RIGHT = 806
const LEADING = 12
const TEXT = { size: 9 }
const BOLD = { size: 9, bold: true }
/** Leaves room for a thumb impression. */
const SIGNATURE_HEIGHT = 40

type Cell = { text: string; note?: string }
type Column = { title: string; left: number; width: number; align?: 'right' }

export function drawPaySheet(doc: PDFKit.PDFDocument, sheet: PaySheet, language: WrittenLanguage): void {
  const words = paySheetWords(language)
  const pen = new Pen(doc, { left: LEFT, right: RIGHT, top: 40, bottom: 550 })
  drawHead(pen, sheet, words, language)
  drawWork(pen, sheet, words, language)
  drawSums(pen, sheet, words)
  drawPayments(pen, sheet, words, language)
  drawSigners(pen, sheet, words)
  numberPages(doc, `${words.title}: ${sheet.group?.name ?? words.noGroup}`)
}

class Pen extends Sheet {
  dottedLine(left: number, right: number, y: number): void {
    this.doc.lineWidth(0.5).strokeColor(INK).dash(1.5, { space: 2 })
    this.doc.moveTo(left, y).lineTo(right, y).stroke().undash()
  }

  title(text: string): void {
    this.ensureSpace(70)
    this.y += 14
    this.type.line(text, LEFT, this.y, { size: 11, bold: true })
    this.y += 20
  }

  head(columns: readonly Column[]): void {
    const lines = columns.map(({ title, width }) => this.type.wrap(title, width, BOLD))
    columns.forEach((column, at) => {
      this.#cell(column, lines[at] ?? [], BOLD)
    })
    this.y += Math.max(...lines.map(({ length }) => length)) * LEADING + 4
    this.rule(0.5, INK)
    this.y += 5
  }

  row(columns: readonly Column[], cells: readonly Cell[], style: LineStyle = TEXT, minHeight = 0): void {
    const lines = columns.map((column, at) => this.#linesOf(column, cells[at]?.text ?? '', style))
    const notes = columns.map(({ width }, at) =>
      cells[at]?.note ? this.type.wrap(cells[at].note, width, { size: 8 }) : [],
    )
    const height = Math.max(
      minHeight,
      ...lines.map(({ length }, at) => (length + (notes[at]?.length ?? 0)) * LEADING),
    )
    if (this.ensureSpace(height + 6)) this.head(columns)
    columns.forEach((column, at) => {
      this.#cell(column, lines[at] ?? [], style)
      this.#cell(column, notes[at] ?? [], { size: 8, colour: SOFT }, (lines[at]?.length ?? 0) * LEADING)
    })
    this.y += height + 4
  }

  /** Wraps text, but not numbers, which are drawn smaller instead. */
  #linesOf({ width, align }: Column, text: string, style: LineStyle): string[] {
    return align && !/\s/.test(text) ? [text] : this.type.wrap(text, width, style)
  }

  #cell({ left, width, align }: Column, lines: readonly string[], style: LineStyle, below = 0): void {
    lines.forEach((text, at) => {
      const y = this.y + below + at * LEADING
      if (align) this.type.line(text, left + width, y, { ...style, align, width })
      else this.type.line(text, left, y, style)
    })
  }
}

function drawHead(
  pen: Pen,
  { group, brand, month, printedAt }: PaySheet,
  words: PaySheetWords,
  language: WrittenLanguage,
) {
  const half = (RIGHT - LEFT) / 2 - 4
  pen.type.line(words.title, LEFT, pen.y, { size: 20, bold: true, width: half })
  pen.type.line(brand, RIGHT, pen.y + 4, { size: 12, bold: true, align: 'right', width: half })
  const printedOn = `${words.made}: ${longDayIn(language, printedAt)}`
  pen.type.line(printedOn, RIGHT, pen.y + 24, { size: 8, colour: SOFT, align: 'right' })
  pen.y += 36
  const place = group ? [group.name, group.place].filter(Boolean).join(', ') : words.noGroup
  for (const line of pen.type.wrap(`${words.group}: ${place}`, RIGHT - LEFT, { size: 11 })) {
    pen.type.line(line, LEFT, pen.y, { size: 11 })
    pen.y += 15
  }
  // `month` is a date without a time. Noon UTC is on the same date in India.
  const monthName = monthAndYearIn(language, new Date(`${month}T12:00:00Z`))
  pen.type.line(`${words.month}: ${monthName}`, LEFT, pen.y, { size: 11 })
  pen.y += 24
}

function drawWork(pen: Pen, { workers, sums }: PaySheet, words: PaySheetWords, language: WrittenLanguage) {
  const columns: Column[] = [
    { title: words.number, left: LEFT, width: 24 },
    { title: words.name, left: LEFT + 30, width: 120 },
    { title: words.particulars, left: LEFT + 158, width: 160 },
    { title: words.quantity, left: LEFT + 326, width: 76, align: 'right' },
    { title: words.rate, left: LEFT + 410, width: 60, align: 'right' },
    { title: words.amount, left: LEFT + 478, width: 76, align: 'right' },
    { title: words.confirmed, left: LEFT + 566, width: 92 },
    { title: words.signature, left: LEFT + 666, width: RIGHT - LEFT - 666 },
  ]
  const signature = columns.at(-1)
  const rows = workers.flatMap((worker) => worker.rows)
  if (rows.length === 0) {
    pen.type.line(words.none, LEFT, pen.y, TEXT)
    pen.y += 20
    return
  }
  pen.head(columns)
  let number = 0
  for (const worker of workers.filter(({ rows }) => rows.length > 0)) {
    for (const row of worker.rows) {
      number += 1
      const cells: Cell[] = [
        { text: String(number) },
        { text: row.workerName },
        { text: taskNameIn(language, row) },
        { text: `${formatNumber(row.quantity)} ${unitIn(language, row.unit, row.quantity)}` },
        { text: formatAmount(ratePerUnit(row)) },
        { text: formatAmount(row.amount) },
        { text: longDayIn(language, row.confirmedAt), note: row.confirmedBy ?? words.closedAccount },
      ]
      pen.row(columns, cells, TEXT, SIGNATURE_HEIGHT)
      if (signature) pen.dottedLine(signature.left, RIGHT, pen.y - 6)
    }
    drawTotal(pen, columns, words.totalOf(worker.workerName), formatAmount(worker.sums.earned))
  }
  pen.rule(0.5, INK)
  pen.y += 4
  drawTotal(pen, columns, words.total, formatAmount(sums.earned))
  const note = pen.type.wrap(words.rateNote, RIGHT - LEFT, { size: 8 })
  for (const line of note) {
    pen.type.line(line, LEFT, pen.y, { size: 8, colour: SOFT })
    pen.y += LEADING
  }
}

function drawTotal(pen: Pen, columns: readonly Column[], label: string, amount: string): void {
  const [first, at] = [columns[1], columns[5]]
  if (!first || !at) return
  pen.row([{ ...first, width: at.left - first.left - 8 }, at], [{ text: label }, { text: amount }], BOLD)
  pen.y += 2
}

function drawSums(pen: Pen, { workers, opening, sums, closing }: PaySheet, words: PaySheetWords): void {
  if (workers.length === 0) return
  pen.title(words.sums)
  const titles = [words.opening, words.earned, words.paid, words.reversed, words.closing]
  const columns: Column[] = [
    { title: words.name, left: LEFT, width: 250 },
    ...titles.map((title, at) => ({
      title,
      left: LEFT + 262 + at * 102,
      width: 96,
      align: 'right' as const,
    })),
  ]
  pen.head(columns)
  const amounts = (balance: Pick<PaySheet, 'opening' | 'sums' | 'closing'>) =>
    [balance.opening, balance.sums.earned, balance.sums.paid, balance.sums.reversed, balance.closing].map(
      (amount) => ({ text: formatAmount(amount) }),
    )
  for (const worker of workers) pen.row(columns, [{ text: worker.workerName }, ...amounts(worker)])
  pen.rule(0.5, INK)
  pen.y += 4
  pen.row(columns, [{ text: words.total }, ...amounts({ opening, sums, closing })], BOLD)
}

function drawPayments(pen: Pen, { payments }: PaySheet, words: PaySheetWords, language: WrittenLanguage) {
  if (payments.length === 0) return
  pen.title(words.payments)
  const columns: Column[] = [
    { title: words.name, left: LEFT, width: 220 },
    { title: words.day, left: LEFT + 230, width: 94 },
    { title: words.kind, left: LEFT + 330, width: 110 },
    { title: words.payout, left: LEFT + 450, width: 60 },
    { title: words.reference, left: LEFT + 520, width: 150 },
    { title: words.amount, left: LEFT + 676, width: RIGHT - LEFT - 676, align: 'right' },
  ]
  pen.head(columns)
  for (const { workerName, at, kind, payoutNumber, reference, amount } of payments)
    pen.row(columns, [
      { text: workerName },
      { text: longDayIn(language, at) },
      { text: words[kind] },
      { text: String(payoutNumber) },
      { text: reference ?? '' },
      { text: formatAmount(kind === 'reversed' ? subtract(NO_MONEY, amount) : amount) },
    ])
}

function drawSigners(pen: Pen, { brand }: PaySheet, words: PaySheetWords): void {
  pen.ensureSpace(80)
  pen.y += 56
  const signers = [words.president, words.secretary, words.forShop(brand)]
  const width = (RIGHT - LEFT) / signers.length
  signers.forEach((signer, at) => {
    const left = LEFT + at * width
    pen.dottedLine(left, left + width - 24, pen.y)
    pen.type.wrap(signer, width - 24, TEXT).forEach((line, row) => {
      pen.type.line(line, left, pen.y + 4 + row * LEADING, TEXT)
    })
  })
}

function numberPages(doc: PDFKit.PDFDocument, name: string): void {
  onEveryPage(doc, (type, page, count) => {
    type.line(name, LEFT, 568, { size: 8, colour: SOFT, width: RIGHT - LEFT - 60 })
    type.line(`${page} / ${count}`, RIGHT, 568, { size: 8, colour: SOFT, align: 'right' })
  })
}
