import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeXml, tallyXml } from '#shop/accounts/tally.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { paise } from '#shop/kernel/money.ts'
import { documentOf, months } from '#tests/random-documents.ts'

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
  ...{ isSample: false, roundOff: paise(-7), total: paise(10_887) },
}

async function xmlOf(...documents: InvoiceDocument[]): Promise<string> {
  async function* all() {
    yield* documents
  }
  const pieces: string[] = []
  for await (const piece of tallyXml(all())) pieces.push(piece)
  return pieces.join('')
}

/** Returns the entries of each voucher: ledger, whether it is a debit, and the amount in paise. */
function entriesIn(xml: string): [ledger: string, isDebit: boolean, amount: number][][] {
  const entry =
    /<LEDGERNAME>([^<]*)<\/LEDGERNAME><ISDEEMEDPOSITIVE>(Yes|No)<\/ISDEEMEDPOSITIVE><ISPARTYLEDGER>(?:Yes|No)<\/ISPARTYLEDGER><AMOUNT>(-?\d+\.\d\d)</g
  return xml
    .split('</VOUCHER>')
    .slice(0, -1)
    .map((voucher) =>
      [...voucher.matchAll(entry)].map(([, ledger = '', debit, amount]) => {
        return [ledger, debit === 'Yes', Math.round(Number(amount) * 100)]
      }),
    )
}

it('writes a balanced voucher for each document: the buyer’s total, and sales and taxes by rate', async () => {
  const note: InvoiceDocument = {
    ...INVOICE,
    kind: 'credit-note',
    against: { number: 'INV1', issuedAt: INVOICE.issuedAt },
  }
  const [sale = [], credit = []] = entriesIn(await xmlOf(INVOICE, note))
  expect(sale).toEqual([
    ['Online customers', true, -10_887],
    ['Online sales 5%', false, 10_001],
    ['Online sales 18%', false, 333],
    ['Output CGST 2.5%', false, 250],
    ['Output SGST 2.5%', false, 250],
    ['Output CGST 9%', false, 30],
    ['Output SGST 9%', false, 30],
    ['Round-off', true, -7],
  ])
  expect(credit).toEqual(sale.map(([ledger, isDebit, amount]) => [ledger, !isDebit, -amount]))
  for (const voucher of [sale, credit]) expect(voucher.reduce((sum, [, , amount]) => sum + amount, 0)).toBe(0)
})

it('marks the entry of the buyer, also in a voucher of ₹0', async () => {
  const [line] = INVOICE.lines
  const none = { taxable: paise(0), cgst: paise(0), sgst: paise(0), total: paise(0) }
  const lines = line ? [{ ...line, ...none, taxable: paise(7) }] : []
  const xml = await xmlOf(INVOICE, { ...INVOICE, ...none, lines, taxable: paise(7) })
  expect(entriesIn(xml)[1]?.map(([ledger]) => ledger)).toEqual([
    'Online customers',
    'Online sales 5%',
    'Round-off',
  ])
  const parties = xml.matchAll(/<LEDGERNAME>([^<]*)<\/LEDGERNAME>\S*?<ISPARTYLEDGER>Yes/g)
  expect([...parties].map(([, ledger]) => ledger)).toEqual(['Online customers', 'Online customers'])
})

it('creates each ledger once, before its first voucher, with duty head and registration type', async () => {
  const business = { ...INVOICE, buyer: { ...INVOICE.buyer, gstin: '29AAACB1234C1ZB' } }
  const xml = await xmlOf(INVOICE, business, business)
  const ledgers = [...xml.matchAll(/<LEDGER NAME="([^"]*)" ACTION="Create">/g)].map(([, name = '']) => name)
  expect(ledgers).toEqual([
    'Online customers',
    'Online sales 5%',
    'Online sales 18%',
    ...['Output CGST 2.5%', 'Output SGST 2.5%', 'Output CGST 9%', 'Output SGST 9%'],
    'Round-off',
    'A &amp; B &lt;सुनीता&gt; &quot;Foods&quot; (29AAACB1234C1ZB)',
  ])
  expect(xml.indexOf('</LEDGER>')).toBeLessThan(xml.indexOf('<VOUCHER'))
  const used = [...xml.matchAll(/<LEDGERNAME>([^<]*)</g)].map(([, name]) => name)
  expect(used.filter((name) => !ledgers.includes(name ?? ''))).toEqual([])
  expect(xml).toContain(
    '<PARENT>Duties &amp; Taxes</PARENT><TAXTYPE>GST</TAXTYPE><GSTDUTYHEAD>Central Tax</GSTDUTYHEAD><RATEOFTAXCALCULATION>2.5<',
  )
  expect(xml).toContain(
    '<GSTREGISTRATIONTYPE>Regular</GSTREGISTRATIONTYPE><GSTIN>29AAACB1234C1ZB</GSTIN></LEDGSTREGDETAILS.LIST>',
  )
  const vouchers = xml.split('<VOUCHER ').slice(1)
  const types = vouchers.map((voucher) => textsIn(voucher, 'GSTREGISTRATIONTYPE')[0])
  expect(types).toEqual(['Unregistered/Consumer', 'Regular', 'Regular'])
})

it('splits sales by HSN code and rate, and names both in the entry', async () => {
  const [line] = INVOICE.lines
  if (!line) throw new Error('no line')
  const lines = [line, { ...line, hsnCode: '2106' }, { ...line, taxable: paise(1) }]
  const sales = (await xmlOf({ ...INVOICE, lines })).split('<ALLLEDGERENTRIES.LIST>').slice(2, 4)
  expect(sales.map((entry) => textsIn(entry, 'AMOUNT')[0])).toEqual(['100.02', '100.01'])
  expect(sales.map((entry) => textsIn(entry, 'GSTHSNNAME'))).toEqual([['1904'], ['2106']])
  expect(textsIn(sales[0] ?? '', 'GSTRATE')).toEqual(['2.5', '2.5', '5'])
})

it('dates vouchers by the day in India and escapes names', async () => {
  const xml = await xmlOf(INVOICE, { ...INVOICE, buyer: { ...INVOICE.buyer, gstin: '29AAACB1234C1ZB' } })
  expect(xml).toContain('<DATE>20261122</DATE>')
  expect(xml).toContain('A &amp; B &lt;सुनीता&gt; &quot;Foods&quot;</NARRATION>')
  expect(xml).toContain('<PARTYLEDGERNAME>Online customers</PARTYLEDGERNAME>')
  expect(xml).toContain('<PARTYLEDGERNAME>A &amp; B')
  expect(xml.match(/<PARTYGSTIN>/g)).toHaveLength(1)
  expect(xml).toMatch(/^<\?xml[^>]*>\s*<ENVELOPE>.*<\/ENVELOPE>\s*$/s)
  expect(escapeXml('a\u0000\u000b\ud800b')).toBe('a\ufffdb')
})

/** Returns the unescaped text of each element with that name. */
function textsIn(xml: string, name: string): string[] {
  const marks: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(\w+);/g, (_, mark: string) => marks[mark] ?? ''),
  )
}

it('balances any month to the paisa, with the buyers and numbers of its documents', async () => {
  await fc.assert(
    fc.asyncProperty(months, async (month) => {
      const documents = month.map(documentOf)
      const xml = await xmlOf(...documents)
      const vouchers = entriesIn(xml)
      expect(vouchers).toHaveLength(documents.length)
      for (const [at, entries] of vouchers.entries()) {
        const { kind, total } = documents[at] ?? INVOICE
        expect(entries.reduce((sum, [, , amount]) => sum + amount, 0)).toBe(0)
        for (const [, isDebit, amount] of entries) expect(isDebit).toBe(amount < 0)
        expect(entries[0]?.[2]).toBe(kind === 'invoice' ? 0 - total : total)
      }
      const parties = documents.map(({ buyer }) =>
        buyer.gstin ? `${buyer.name} (${buyer.gstin})` : 'Online customers',
      )
      expect(textsIn(xml, 'PARTYLEDGERNAME')).toEqual(parties)
      expect(textsIn(xml, 'VOUCHERNUMBER')).toEqual(documents.map(({ number }) => number))
      expect(xml.replace(/&(amp|lt|gt|quot);/g, '')).not.toContain('&')
      expect(tagsLeftOpen(xml)).toEqual([])
    }),
  )
})

function tagsLeftOpen(xml: string): string[] {
  const open: string[] = []
  for (const [, end, name = ''] of xml.matchAll(/<(\/?)([A-Z.]+)[^>]*>/g)) {
    if (!end) open.push(name)
    else expect(open.pop()).toBe(name)
  }
  return open
}
