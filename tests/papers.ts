/** Invoices, statements and pay sheets with given texts, for tests of their PDFs. */
import type { Paper } from '#infra/pdf/render-paper.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { paise, rupees } from '#shop/kernel/money.ts'
import type { Statement } from '#shop/programme/pay.ts'
import type { PaySheet } from '#shop/programme/pay-sheet.ts'
import { documentOf } from '#tests/random-documents.ts'

type Texts = Partial<Record<'buyer' | 'address' | 'seller' | 'goods', string>> & { number?: number }

export function invoiceWith({
  buyer = 'Asha',
  address = 'Pune',
  seller = 'Mill',
  goods,
  number = 1,
}: Texts): Extract<Paper, { kind: 'invoice' }> {
  const line = { hsnCode: '1904', rate: 500, quantity: 2, value: paise(1_234_567) }
  const draft = { kind: 'invoice', state: 'Karnataka', buyer: null, name: buyer, day: 5 } as const
  const amounts = { roundOff: paise(0), invoiceTotal: paise(1) }
  const document = documentOf({ ...draft, ...amounts, lines: [line] }, number)
  const invoice: InvoiceDocument = {
    ...document,
    orderId: '0190c8f0-1111-7000-8000-000000000001',
    orderedAt: document.issuedAt,
    payment: 'Cash on Delivery',
    seller: { ...document.seller, name: seller, lines: [address] },
    buyer: { ...document.buyer, lines: [address, address] },
    lines: document.lines.map((line) => ({ ...line, description: goods ?? line.description })),
  }
  return { kind: 'invoice', invoice }
}

const MONTH = { month: '2026-11-01', printedAt: new Date('2026-12-01T06:00:00Z') } as const
const AMOUNT = rupees(9_999_999.99)
const SUMS = { earned: AMOUNT, paid: AMOUNT, reversed: AMOUNT, owed: AMOUNT }
const BALANCE = { opening: AMOUNT, sums: SUMS, closing: AMOUNT }

export function statementWith({ name, entries }: { name: string; entries: number }): Paper {
  const entry = { kind: 'earned', amount: AMOUNT, workLogId: '', taskName: name, taskNameHi: name } as const
  const statement: Statement = {
    ...MONTH,
    ...BALANCE,
    workerName: name,
    groupName: name,
    brand: name,
    language: 'hi',
    entries: Array.from({ length: entries }, (_, id) => ({
      ...entry,
      id,
      quantity: 12_345,
      unit: 'packets',
      reference: name,
      createdAt: MONTH.printedAt,
    })),
  }
  return { kind: 'statement', statement }
}

export function paySheetWith({ name }: { name: string }): Paper {
  const at = MONTH.printedAt
  const person = { userId: 'u', workerName: name, amount: AMOUNT }
  const task = { taskName: name, taskNameHi: name, quantity: 12_345, unit: 'packets', confirmedAt: at }
  const rows = [{ ...person, ...task, entryId: 1, confirmedBy: name }]
  const payment = { ...person, kind: 'paid', payoutNumber: 12_345, reference: name, at } as const
  const sheet: PaySheet = {
    ...MONTH,
    ...BALANCE,
    group: { id: 'g', name, place: name },
    brand: name,
    workers: [{ ...person, rows, ...BALANCE }],
    payments: [payment],
  }
  return { kind: 'pay-sheet', sheet, language: 'hi' }
}
