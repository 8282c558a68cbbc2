/**
 * Sales, credit notes and receipts as Tally's XML import of vouchers: ENVELOPE, TALLYMESSAGE, VOUCHER with ledger
 * entries. Debits are negative there, and the entries of a voucher sum to zero. Elements as in Tally's developer
 * reference, Understanding Integration: Transactions. The ledgers must exist in Tally under these names; a voucher is
 * refused the second time where its type has manual numbers and prevents duplicates.
 */
import { type InvoiceDocument, sumsByRate } from '#shop/invoices/invoice-document.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'
import { type Money, NO_MONEY, subtract, toRupees } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'

const CONSUMERS = 'Online customers'

/** Must exist in Tally before the import. */
export const TALLY_LEDGERS =
  'Online customers; for each rate Online sales 5%, Output CGST 2.5%, Output SGST 2.5% and Output IGST 5% (and so on); Round-off; for each business its name with its GSTIN in brackets; and for receipts Bank, Payment gateway charges, Courier charges, Input GST on charges and Settlement differences.'

const VIEW = 'Accounting Voucher View'

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\n'
const END = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'

export async function* tallyXml(
  documents: AsyncIterable<InvoiceDocument>,
  others: readonly Voucher[] = [],
): AsyncGenerator<string> {
  yield HEAD
  for await (const document of documents) yield voucher(document)
  for (const other of others) yield voucherXml(other)
  yield END
}

/** `group`: one of Tally's own. */
export type Ledger = { name: string; group: string }

/** A debit is below zero. */
export type Entry = [ledger: Ledger, amount: Money]

const ledgerOf = (name: string): Ledger => ({ name, group: '' })

function voucher(document: InvoiceDocument): string {
  const { number, issuedAt, orderId, buyer, against } = document
  const type = document.kind === 'invoice' ? 'Sales' : 'Credit Note'
  const narration = [`Order ${orderId}`, buyer.name, ...(against ? [`against ${against.number}`] : [])].join(
    ', ',
  )
  const isInvoice = document.kind === 'invoice'
  return voucherXml({
    ...{ type, number, narration, party: partyLedger(buyer) },
    day: dayOf(new Date(issuedAt)),
    reference: against?.number ?? orderId,
    fields: [
      ['PLACEOFSUPPLY', buyer.state ?? ''],
      ...(buyer.gstin ? ([['PARTYGSTIN', buyer.gstin]] satisfies [string, string][]) : []),
    ],
    entries: entriesOf(document).map(([ledger, amount]) => [
      ledger,
      isInvoice ? amount : subtract(NO_MONEY, amount),
    ]),
  })
}

export type Voucher = {
  type: 'Sales' | 'Credit Note' | 'Receipt' | 'Payment'
  day: Day
  number: string
  reference: string
  party: Ledger
  narration: string
  fields?: [string, string][]
  entries: readonly Entry[]
}

function voucherXml(written: Voucher): string {
  const { type, day, number, reference, party, narration, entries } = written
  const fields: [string, string][] = [
    ['DATE', day.replaceAll('-', '')],
    ['VOUCHERTYPENAME', type],
    ['PERSISTEDVIEW', VIEW],
    ['ISINVOICE', 'No'],
    ['VOUCHERNUMBER', number],
    ['REFERENCE', reference],
    ['PARTYLEDGERNAME', party.name],
    ...(written.fields ?? []),
    ['NARRATION', narration],
  ]
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="${type}" ACTION="Create" OBJVIEW="${VIEW}">${fields
    .map(([name, text]) => element(name, text))
    .join('')}${entries.map((entry) => entryXml(entry, party)).join('')}</VOUCHER></TALLYMESSAGE>\n`
}

/** Returns a business's ledger. A name alone may be shared, or be another ledger's. */
export function partyLedger({ name, gstin }: { name: string; gstin?: string | null | undefined }): Ledger {
  return { name: gstin ? `${name} (${gstin})` : CONSUMERS, group: 'Sundry Debtors' }
}

/** Debits the buyer with the total and credits the other ledgers. */
function entriesOf(document: InvoiceDocument): Entry[] {
  const taxes = sumsByRate(document).flatMap(({ rate, taxable, cgst, sgst, igst }): Entry[] => [
    [ledgerOf(`Online sales ${percentText(rate)}`), taxable],
    [ledgerOf(`Output CGST ${percentText(rate / 2)}`), cgst],
    [ledgerOf(`Output SGST ${percentText(rate / 2)}`), sgst],
    [ledgerOf(`Output IGST ${percentText(rate)}`), igst],
  ])
  const all: Entry[] = [
    [partyLedger(document.buyer), subtract(NO_MONEY, document.total)],
    ...taxes,
    [ledgerOf('Round-off'), document.roundOff],
  ]
  return all.filter(([, amount], at) => at === 0 || amount !== NO_MONEY)
}

function entryXml([ledger, amount]: Entry, party: Ledger): string {
  const credit = toRupees(amount)
  const parts = [
    element('LEDGERNAME', ledger.name),
    element('ISDEEMEDPOSITIVE', credit < 0 ? 'Yes' : 'No'),
    element('ISPARTYLEDGER', ledger.name === party.name ? 'Yes' : 'No'),
    element('AMOUNT', credit.toFixed(2)),
  ]
  return `<ALLLEDGERENTRIES.LIST>${parts.join('')}</ALLLEDGERENTRIES.LIST>`
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Removes control characters that XML cannot hold. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this line removes
  const storable = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return storable.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark)
}
