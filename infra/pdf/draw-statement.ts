/**
 * Draws a worker's statement of a month: the opening balance, each earning and payment, the closing balance.
 */

import { STATEMENT_WORDS, type StatementWords } from '#infra/pdf/statement-words.ts'
import { INK, Typesetter } from '#infra/pdf/typesetter.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { longDayIn, monthAndYearIn } from '#shop/kernel/time.ts'
import type { PayEntry } from '#shop/programme/pay.ts'
import type { Statement } from '#shop/programme/statement.ts'
import { taskNameIn } from '#shop/programme/task-words.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

const LEFT = 48
const RIGHT = 547
const WORK = 160
/** The right edge of the column of earnings; that of payments is RIGHT. */
const EARNED = 452
const BOTTOM = 780
const SOFT = '#6b4a45'
const TEXT = { size: 11.5 }

/** Draws onto the document in the worker’s language; the caller ends it. */
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
    if (y > BOTTOM - 40) {
      doc.addPage()
      y = drawColumns(type, 56, words)
    }
    y = drawEntry(type, y, entry, statement.language)
  }
  if (statement.entries.length === 0) y += 24
  drawRule(doc, y)
  y += 12
  y = drawSum(type, y, words.earned, statement.sums.earned)
  y = drawSum(type, y, words.paid, statement.sums.paid)
  if (statement.sums.reversed > 0) y = drawSum(type, y, words.reversed, statement.sums.reversed)
  type.line(words.closing, LEFT, y + 4, { size: 13, bold: true })
  type.line(formatAmount(statement.closing), RIGHT, y + 4, { size: 13, bold: true, align: 'right' })
}

function drawHead(type: Typesetter, statement: Statement, words: StatementWords): number {
  const { workerName, groupName, brand, month, printedAt, language } = statement
  type.line(words.title, LEFT, 48, { size: 24, bold: true })
  type.line(brand, RIGHT, 54, { size: 13, bold: true, align: 'right' })
  type.line(monthAndYearIn(language, new Date(month)), LEFT, 84, { size: 15 })
  type.line(workerName, LEFT, 118, { size: 13, bold: true })
  if (groupName) type.line(`${words.group}: ${groupName}`, LEFT, 136, TEXT)
  type.line(`${words.made}: ${longDayIn(language, printedAt)}`, RIGHT, 136, {
    size: 9,
    colour: SOFT,
    align: 'right',
  })
  return 172
}

function drawSum(type: Typesetter, y: number, label: string, amount: Money): number {
  type.line(label, LEFT, y, TEXT)
  type.line(formatAmount(amount), RIGHT, y, { ...TEXT, align: 'right' })
  return y + 20
}

function drawColumns(type: Typesetter, y: number, words: StatementWords): number {
  type.line(words.earned, EARNED, y, { ...TEXT, bold: true, align: 'right' })
  type.line(words.paid, RIGHT, y, { ...TEXT, bold: true, align: 'right' })
  return y + 22
}

function drawEntry(type: Typesetter, y: number, entry: PayEntry, language: WrittenLanguage): number {
  const words = STATEMENT_WORDS[language]
  const sign = entry.kind === 'reversed' ? '-' : ''
  const reference = entry.reference && `${words.reference}: ${entry.reference}`
  const what = [`${words[entry.kind]}: ${taskNameIn(language, entry)}`, ...(reference ? [reference] : [])]
  const lines = what.flatMap((text) => type.wrap(text, EARNED - WORK - 80, TEXT))
  type.line(longDayIn(language, entry.createdAt), LEFT, y, { ...TEXT, colour: SOFT })
  lines.forEach((line, at) => {
    type.line(line, WORK, y + at * 16, TEXT)
  })
  const edge = entry.kind === 'earned' ? EARNED : RIGHT
  type.line(`${sign}${formatAmount(entry.amount)}`, edge, y, { ...TEXT, align: 'right' })
  return y + lines.length * 16 + 8
}

function drawRule(doc: PDFKit.PDFDocument, y: number): void {
  doc.lineWidth(0.7).strokeColor(INK).moveTo(LEFT, y).lineTo(RIGHT, y).stroke()
}
