/**
 * Sales and credit notes as Tally's XML import of vouchers: ENVELOPE, TALLYMESSAGE, VOUCHER with ledger entries.
 * Debits are negative there, and the entries of a voucher sum to zero. Elements as in Tally's developer reference,
 * Understanding Integration: Transactions. The ledgers must exist in Tally under these names; a voucher is refused
 * the second time where its type has manual numbers and prevents duplicates.
 */
import { type InvoiceDocument, sumsByRate } from '#shop/invoices/invoice-document.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { type Money, NO_MONEY, subtract, toRupees } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'

const CONSUMERS = 'Online customers'

/** Must exist in Tally before the import. */
export const TALLY_LEDGERS =
  'Online customers; for each rate Online sales 5%, Output CGST 2.5%, Output SGST 2.5% and Output IGST 5% (and so on); Round-off; and for each business its name with its GSTIN in brackets.'

const VIEW = 'Accounting Voucher View'

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\n'
const END = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'

export async function* tallyXml(documents: AsyncIterable<InvoiceDocument>): AsyncGenerator<string> {
  yield HEAD
  for await (const document of documents) yield voucher(document)
  yield END
}

/** A debit is below zero. */
type Entry = [ledger: string, amount: Money]

function voucher(document: InvoiceDocument): string {
  const { number, issuedAt, orderId, buyer, against } = document
  const type = document.kind === 'invoice' ? 'Sales' : 'Credit Note'
  const date = dayOf(new Date(issuedAt)).replaceAll('-', '')
  const narration = [`Order ${orderId}`, buyer.name, ...(against ? [`against ${against.number}`] : [])].join(
    ', ',
  )
  const fields: [string, string][] = [
    ['DATE', date],
    ['VOUCHERTYPENAME', type],
    ['PERSISTEDVIEW', VIEW],
    ['ISINVOICE', 'No'],
    ['VOUCHERNUMBER', number],
    ['REFERENCE', against?.number ?? orderId],
    ['PARTYLEDGERNAME', partyOf(document)],
    ['PLACEOFSUPPLY', buyer.state ?? ''],
    ...(buyer.gstin ? ([['PARTYGSTIN', buyer.gstin]] satisfies [string, string][]) : []),
    ['NARRATION', narration],
  ]
  const sign = document.kind === 'invoice' ? 1 : -1
  const entries = entriesOf(document).map(([ledger, amount], at) => {
    return entryXml(ledger, sign * toRupees(amount), at === 0)
  })
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="${type}" ACTION="Create" OBJVIEW="${VIEW}">${fields
    .map(([name, text]) => element(name, text))
    .join('')}${entries.join('')}</VOUCHER></TALLYMESSAGE>\n`
}

function partyOf({ buyer }: InvoiceDocument): string {
  // A name alone may be shared, or be another ledger's.
  return buyer.gstin ? `${buyer.name} (${buyer.gstin})` : CONSUMERS
}

/** Debits the buyer with the total and credits the other ledgers. */
function entriesOf(document: InvoiceDocument): Entry[] {
  const taxes = sumsByRate(document).flatMap(({ rate, taxable, cgst, sgst, igst }): Entry[] => [
    [`Online sales ${percentText(rate)}`, taxable],
    [`Output CGST ${percentText(rate / 2)}`, cgst],
    [`Output SGST ${percentText(rate / 2)}`, sgst],
    [`Output IGST ${percentText(rate)}`, igst],
  ])
  const all: Entry[] = [
    [partyOf(document), subtract(NO_MONEY, document.total)],
    ...taxes,
    ['Round-off', document.roundOff],
  ]
  return all.filter(([, amount], at) => at === 0 || amount !== NO_MONEY)
}

/** `credit` in rupees, negative for a debit. `isParty`: the buyer's ledger. */
function entryXml(ledger: string, credit: number, isParty: boolean): string {
  const parts = [
    element('LEDGERNAME', ledger),
    element('ISDEEMEDPOSITIVE', credit < 0 ? 'Yes' : 'No'),
    element('ISPARTYLEDGER', isParty ? 'Yes' : 'No'),
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
