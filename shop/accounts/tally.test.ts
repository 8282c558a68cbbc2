import { expect, it } from 'vitest'
import { escapeXml, tallyXml } from '#shop/accounts/tally.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { paise } from '#shop/kernel/money.ts'

const LINE = { description: 'Mix', hsnCode: '1904', quantity: 1, unitPrice: null, discount: paise(0) }
const INVOICE: InvoiceDocument = {
  ...{ kind: 'invoice', number: 'INV26-27/0000001', issuedAt: '2026-11-21T18:30:00Z', orderId: 'order-1' },
  ...{ orderedAt: '', payment: '', reason: null, against: null, isWithinState: true },
  seller: { name: 'Mill', lines: [], state: 'Karnataka', gstin: null, fssaiLicence: null },
  buyer: { name: 'A & B <सुनीता> "Foods"', lines: [], state: 'Karnataka' },
  lines: [
    { ...LINE, rate: 500, taxable: paise(10_001), cgst: paise(250), sgst: paise(250), igst: paise(0) },
    { ...LINE, rate: 1800, taxable: paise(333), cgst: paise(30), sgst: paise(30), igst: paise(0) },
  ],
  ...{ taxable: paise(10_334), cgst: paise(280), sgst: paise(280), igst: paise(0) },
  ...{ shipping: paise(4_900), roundOff: paise(-7), total: paise(15_787) },
}

async function xmlOf(...documents: InvoiceDocument[]): Promise<string> {
  async function* all() {
    yield* documents
  }
  const pieces: string[] = []
  for await (const piece of tallyXml(all())) pieces.push(piece)
  return pieces.join('')
}

/** The entries of each voucher: ledger, whether it is a debit, and the amount in paise. */
function entriesIn(xml: string): [ledger: string, isDebit: boolean, amount: number][][] {
  const entry =
    /<LEDGERNAME>([^<]*)<\/LEDGERNAME><ISDEEMEDPOSITIVE>(Yes|No)<\/ISDEEMEDPOSITIVE><AMOUNT>(-?\d+\.\d\d)</g
  return xml
    .split('</VOUCHER>')
    .slice(0, -1)
    .map((voucher) =>
      [...voucher.matchAll(entry)].map(([, ledger = '', debit, amount]) => {
        return [ledger, debit === 'Yes', Math.round(Number(amount) * 100)]
      }),
    )
}

it('has a balanced voucher for each document: the buyer owes the total, sales and taxes by rate', async () => {
  const note: InvoiceDocument = { ...INVOICE, kind: 'credit-note', against: { number: 'INV1', issuedAt: '' } }
  const [sale = [], credit = []] = entriesIn(await xmlOf(INVOICE, note))
  expect(sale).toEqual([
    ['Online customers', true, -15_787],
    ['Online sales 5%', false, 10_001],
    ['Output CGST 2.5%', false, 250],
    ['Output SGST 2.5%', false, 250],
    ['Online sales 18%', false, 333],
    ['Output CGST 9%', false, 30],
    ['Output SGST 9%', false, 30],
    ['Shipping without tax', false, 4_900],
    ['Round-off', true, -7],
  ])
  expect(credit).toEqual(sale.map(([ledger, isDebit, amount]) => [ledger, !isDebit, -amount]))
  for (const voucher of [sale, credit]) expect(voucher.reduce((sum, [, , amount]) => sum + amount, 0)).toBe(0)
})

it('dates vouchers in India and escapes names', async () => {
  const xml = await xmlOf(INVOICE, { ...INVOICE, buyer: { ...INVOICE.buyer, gstin: '29AAACB1234C1ZB' } })
  expect(xml).toContain('<DATE>20261122</DATE>')
  expect(xml).toContain('A &amp; B &lt;सुनीता&gt; &quot;Foods&quot;</NARRATION>')
  expect(xml).toContain('<PARTYLEDGERNAME>Online customers</PARTYLEDGERNAME>')
  expect(xml).toContain('<PARTYLEDGERNAME>A &amp; B')
  expect(xml.match(/<PARTYGSTIN>/g)).toHaveLength(1)
  expect(xml).toMatch(/^<\?xml[^>]*>\s*<ENVELOPE>.*<\/ENVELOPE>\s*$/s)
  expect(escapeXml('a\u0000\u000b\ud800b')).toBe('a\ufffdb')
})
