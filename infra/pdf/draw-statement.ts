/** Draws a worker's statement of a month. */

import { INK, Typesetter } from '#infra/pdf/typesetter.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { longDayIn, monthAndYearIn } from '#shop/kernel/time.ts'
import type { PayEntry, Statement } from '#shop/programme/pay.ts'
import { taskNameIn } from '#shop/programme/task-words.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

const LEFT = 48
const RIGHT = 547
const WORK = 160
const EARNED = 452
const AMOUNT = 80
const GAP = 4
const LEADING = 16
const BOTTOM = 780
const SOFT = '#6b4a45'
const TEXT = { size: 11.5 }

export function drawStatement(doc: PDFKit.PDFDocument, statement: Statement): void {
  const type = new Typesetter(doc)
  const words = STATEMENT_WORDS[statement.language]
  let y = drawHead(type, statement, words)
  y = drawSum(type, y, words.opening, statement.opening)
  drawRule(doc, y)
  y += 12
  if (statement.entries.length === 0) type.line(words.none, LEFT, y, TEXT)
  else y = drawColumns(type, y, words)
  for (const entry of statement.entries) {
    const lines = linesOf(type, entry, statement.language)
    if (y + lines.length * LEADING > BOTTOM) {
      doc.addPage()
      y = drawColumns(type, 56, words)
    }
    y = drawEntry(type, y, { ...entry, lines }, statement.language)
  }
  if (statement.entries.length === 0) y += 24
  if (y + 100 > BOTTOM) {
    doc.addPage()
    y = 56
  }
  drawRule(doc, y)
  y += 12
  y = drawSum(type, y, words.earned, statement.sums.earned)
  y = drawSum(type, y, words.paid, statement.sums.paid)
  if (statement.sums.reversed > 0) y = drawSum(type, y, words.reversed, statement.sums.reversed)
  const closing = { size: 13, bold: true }
  type.line(words.closing, LEFT, y + 4, { ...closing, width: RIGHT - LEFT - AMOUNT })
  type.line(formatAmount(statement.closing), RIGHT, y + 4, { ...closing, align: 'right', width: AMOUNT })
}

function drawHead(type: Typesetter, statement: Statement, words: StatementWords): number {
  const { workerName, groupName, brand, month, printedAt, language } = statement
  const half = (RIGHT - LEFT) / 2
  type.line(words.title, LEFT, 48, { size: 24, bold: true, width: half })
  type.line(brand, RIGHT, 54, { size: 13, bold: true, align: 'right', width: half - GAP })
  type.line(monthAndYearIn(language, new Date(month)), LEFT, 84, { size: 15, width: half })
  const made = { size: 9, colour: SOFT, align: 'right', width: half - GAP } as const
  type.line(`${words.made}: ${longDayIn(language, printedAt)}`, RIGHT, 88, made)
  let y = 118
  const name = { size: 13, bold: true }
  for (const line of type.wrap(workerName, RIGHT - LEFT, name)) {
    type.line(line, LEFT, y, name)
    y += 18
  }
  for (const line of groupName ? type.wrap(`${words.group}: ${groupName}`, RIGHT - LEFT, TEXT) : []) {
    type.line(line, LEFT, y, TEXT)
    y += LEADING
  }
  return y + 18
}

function drawSum(type: Typesetter, y: number, label: string, amount: Money): number {
  type.line(label, LEFT, y, { ...TEXT, width: RIGHT - LEFT - AMOUNT })
  type.line(formatAmount(amount), RIGHT, y, { ...TEXT, align: 'right', width: AMOUNT - GAP })
  return y + 20
}

function drawColumns(type: Typesetter, y: number, words: StatementWords): number {
  const title = { ...TEXT, bold: true, align: 'right', width: AMOUNT - GAP } as const
  type.line(words.earned, EARNED, y, title)
  type.line(words.paid, RIGHT, y, title)
  return y + 22
}

function linesOf(type: Typesetter, entry: PayEntry, language: WrittenLanguage): string[] {
  const words = STATEMENT_WORDS[language]
  const reference = entry.reference && `${words.reference}: ${entry.reference}`
  const texts = [`${words[entry.kind]}: ${taskNameIn(language, entry)}`, ...(reference ? [reference] : [])]
  return texts.flatMap((text) => type.wrap(text, EARNED - WORK - AMOUNT, TEXT))
}

type Entry = PayEntry & { lines: readonly string[] }

function drawEntry(type: Typesetter, y: number, entry: Entry, language: WrittenLanguage): number {
  const day = { ...TEXT, colour: SOFT, width: WORK - LEFT - GAP }
  type.line(longDayIn(language, entry.createdAt), LEFT, y, day)
  entry.lines.forEach((line, at) => {
    type.line(line, WORK, y + at * LEADING, TEXT)
  })
  const sign = entry.kind === 'reversed' ? '-' : ''
  const edge = entry.kind === 'earned' ? EARNED : RIGHT
  const amount = { ...TEXT, align: 'right', width: AMOUNT - GAP } as const
  type.line(`${sign}${formatAmount(entry.amount)}`, edge, y, amount)
  return y + entry.lines.length * LEADING + 8
}

function drawRule(doc: PDFKit.PDFDocument, y: number): void {
  doc.lineWidth(0.7).strokeColor(INK).moveTo(LEFT, y).lineTo(RIGHT, y).stroke()
}

const en = {
  title: 'Statement of pay',
  group: 'Group',
  opening: 'Owed when the month began',
  closing: 'Owed when the month ended',
  earned: 'Earned',
  paid: 'Paid',
  reversed: 'Payment returned',
  reference: 'Reference',
  none: 'Nothing was earned or paid in this month.',
  made: 'Made on',
}
type StatementWords = typeof en

const hi: StatementWords = {
  title: 'महीने का हिसाब',
  group: 'समूह',
  opening: 'महीने के शुरू में मिलने बाकी',
  closing: 'महीने के आखिर में मिलने बाकी',
  earned: 'काम की कमाई',
  paid: 'पैसे भेजे',
  reversed: 'पैसे लौट आए',
  reference: 'लेन-देन नंबर',
  none: 'इस महीने न कोई कमाई हुई, न पैसे भेजे गए।',
  made: 'हिसाब बना',
}

export const STATEMENT_WORDS: Record<WrittenLanguage, StatementWords> = { en, hi }
