/** Papers with given texts, for tests of how they are printed. */
import type { Paper } from '#infra/pdf/render-paper.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { paise } from '#shop/kernel/money.ts'
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
  const sold = { kind: 'invoice', state: 'Karnataka', buyer: null, name: buyer, day: 5 } as const
  const amounts = { roundOff: paise(0), shipping: paise(0), invoiceTotal: paise(1) }
  const document = documentOf({ ...sold, ...amounts, lines: [line] }, number)
  const invoice: InvoiceDocument = {
    ...document,
    orderId: '0190c8f0-1111-7000-8000-000000000001',
    orderedAt: document.issuedAt,
    payment: 'Cash on Delivery',
    seller: { ...document.seller, name: seller, lines: [address] },
    buyer: { ...document.buyer, lines: [address, address] },
    lines: document.lines.map((one) => ({ ...one, description: goods ?? one.description })),
  }
  return { kind: 'invoice', invoice }
}
