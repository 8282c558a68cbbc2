/** Draws a worker's statement of a month. */

import { Sheet, SOFT } from '#infra/pdf/sheet.ts'
import { INK, type Typesetter } from '#infra/pdf/typesetter.ts'
import { formatAmount, type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { longDayIn, monthAndYearIn } from '#shop/kernel/time.ts'
import type { PayEntry, Statement } from '#shop/programme/pay.ts'
import { taskNameIn, unitIn } from '#shop/programme/task-words.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

const LEFT = 48
const RIGHT = 547
const WORK = 160
const EARNED = 452
const AMOUNT = 80
const GAP = 4
const LEADING = 16
const TEXT = { size: 11.5 }

export function drawStatement(doc: PDFKit.PDFDocument, statement: Statement): void {
  const sheet = new Sheet(doc, { left: LEFT, right: RIGHT, top: 56, bottom: 780 })
  const { entries, language, opening, sums, closing } = statement
  const words = STATEMENT_WORDS[language]
  drawHead(sheet, statement, words)
  drawSum(sheet, words.opening, opening)
  drawRule(sheet)
  if (entries.length === 0) {
    sheet.type.line(words.none, LEFT, sheet.y, TEXT)
    sheet.y += 24
  } else drawColumns(sheet, words)
  for (const entry of entries) {
    const lines = linesOf(sheet.type, entry, language)
    if (sheet.ensureSpace(lines.length * LEADING)) drawColumns(sheet, words)
    drawEntry(sheet, entry, lines, language)
  }
  sheet.ensureSpace(100)
  drawRule(sheet)
  drawSum(sheet, words.earned, sums.earned)
  drawSum(sheet, words.paid, sums.paid)
  if (sums.reversed > 0) drawSum(sheet, words.reversed, sums.reversed)
  const style = { size: 13, bold: true }
  sheet.type.line(words.closing, LEFT, sheet.y + 4, { ...style, width: RIGHT - LEFT - AMOUNT })
  sheet.type.line(formatAmount(closing), RIGHT, sheet.y + 4, { ...style, align: 'right', width: AMOUNT })
}

function drawHead(sheet: Sheet, statement: Statement, words: StatementWords): void {
  const { workerName, groupName, brand, month, printedAt, language } = statement
  const { type } = sheet
  const half = (RIGHT - LEFT) / 2
  type.line(words.title, LEFT, 48, { size: 24, bold: true, width: half })
  type.line(brand, RIGHT, 54, { size: 13, bold: true, align: 'right', width: half - GAP })
  type.line(monthAndYearIn(language, new Date(month)), LEFT, 84, { size: 15, width: half })
  const style = { size: 9, colour: SOFT, align: 'right', width: half - GAP } as const
  type.line(`${words.made}: ${longDayIn(language, printedAt)}`, RIGHT, 88, style)
  sheet.y = 118
  const name = { size: 13, bold: true }
  for (const line of type.wrap(workerName, RIGHT - LEFT, name)) {
    type.line(line, LEFT, sheet.y, name)
    sheet.y += 18
  }
  for (const line of groupName ? type.wrap(`${words.group}: ${groupName}`, RIGHT - LEFT, TEXT) : []) {
    type.line(line, LEFT, sheet.y, TEXT)
    sheet.y += LEADING
  }
  sheet.y += 18
}

function drawSum(sheet: Sheet, label: string, amount: Money): void {
  sheet.type.line(label, LEFT, sheet.y, { ...TEXT, width: RIGHT - LEFT - AMOUNT })
  const style = { ...TEXT, align: 'right', width: AMOUNT - GAP } as const
  sheet.type.line(formatAmount(amount), RIGHT, sheet.y, style)
  sheet.y += 20
}

function drawColumns(sheet: Sheet, words: StatementWords): void {
  const title = { ...TEXT, bold: true, align: 'right', width: AMOUNT - GAP } as const
  sheet.type.line(words.earned, EARNED, sheet.y, title)
  sheet.type.line(words.paid, RIGHT, sheet.y, title)
  sheet.y += 22
}

function linesOf(type: Typesetter, entry: PayEntry, language: WrittenLanguage): string[] {
  const words = STATEMENT_WORDS[language]
  const reference = entry.reference && `${words.reference}: ${entry.reference}`
  const amount = `${formatNumber(entry.quantity)} ${unitIn(language, entry.unit, entry.quantity)}`
  const texts = [
    `${words[entry.kind]}: ${taskNameIn(language, entry)}, ${amount}`,
    ...(reference ? [reference] : []),
  ]
  return texts.flatMap((text) => type.wrap(text, EARNED - WORK - AMOUNT, TEXT))
}

function drawEntry(sheet: Sheet, entry: PayEntry, lines: readonly string[], language: WrittenLanguage): void {
  const day = { ...TEXT, colour: SOFT, width: WORK - LEFT - GAP }
  sheet.type.line(longDayIn(language, entry.createdAt), LEFT, sheet.y, day)
  lines.forEach((line, at) => {
    sheet.type.line(line, WORK, sheet.y + at * LEADING, TEXT)
  })
  const signed = entry.kind === 'reversed' ? subtract(NO_MONEY, entry.amount) : entry.amount
  const edge = entry.kind === 'earned' ? EARNED : RIGHT
  const amount = { ...TEXT, align: 'right', width: AMOUNT - GAP } as const
  sheet.type.line(formatAmount(signed), edge, sheet.y, amount)
  sheet.y += lines.length * LEADING + 8
}

function drawRule(sheet: Sheet): void {
  sheet.rule(0.7, INK)
  sheet.y += 12
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
