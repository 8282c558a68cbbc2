/**
 * Sales, credit notes and further vouchers as XML of TallyPrime 3.0 and later, with the ledgers that they use.
 * Elements as on help.tallysolutions.com, Developer Reference: "Changes in XML Tags" (release 3.0), "Understanding
 * Accounting Masters Integration", "Understanding Integration: Transactions". Debits are negative.
 */
import { type InvoiceDocument, sumsByHsn, sumsByRate } from '#shop/invoices/invoice-document.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'
import { type Money, NO_MONEY, subtract, toRupees } from '#shop/kernel/money.ts'
import { percentText, type TaxRate } from '#shop/kernel/tax.ts'

export const TALLY_NOTE =
  'For TallyPrime 3.0 and later: Import, then Transactions. The file creates the ledgers that it uses; ledgers that exist under the same names are used. Give the voucher types Sales, Credit Note, Receipt and Payment manual numbers and “prevent duplicates”, so that a file imported twice is refused.'

const VIEW = 'Accounting Voucher View'
/** The first day of GST. */
const APPLICABLE_FROM = '20170701'

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>All Masters</REPORTNAME><STATICVARIABLES><IMPORTDUPS>@@DUPCOMBINE</IMPORTDUPS></STATICVARIABLES></REQUESTDESC><REQUESTDATA>\n'
const END = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'

type Fields = [name: string, text: string][]

/** `group`: one of Tally's own. `details`: XML of further elements. */
export type Ledger = { name: string; group: string; details?: string }

/** A debit is below zero. `details`: XML of further elements. */
export type Entry = [ledger: Ledger, amount: Money, details?: string]

export type Voucher = {
  type: 'Sales' | 'Credit Note' | 'Receipt' | 'Payment' | 'Journal'
  day: Day
  number: string
  reference: string
  party: Ledger
  narration: string
  fields?: Fields
  entries: readonly Entry[]
}

/** Writes each ledger once, before the first voucher that uses it. */
export async function* tallyXml(
  documents: AsyncIterable<InvoiceDocument>,
  others: readonly Voucher[] = [],
): AsyncGenerator<string> {
  const written = new Set<string>()
  const withLedgers = (voucher: Voucher) => {
    const ledgers = [voucher.party, ...voucher.entries.map(([ledger]) => ledger)]
    const added = ledgers.filter(({ name }) => !written.has(name) && written.add(name))
    return [...added.map(ledgerXml), voucherXml(voucher)].join('')
  }
  yield HEAD
  for await (const document of documents) yield withLedgers(voucherOf(document))
  for (const voucher of others) yield withLedgers(voucher)
  yield END
}

function voucherOf(document: InvoiceDocument): Voucher {
  const { kind, number, issuedAt, orderId, buyer, against } = document
  const isInvoice = kind === 'invoice'
  const narration = [`Order ${orderId}`, buyer.name, ...(against ? [`against ${against.number}`] : [])]
  return {
    type: isInvoice ? 'Sales' : 'Credit Note',
    day: dayOf(new Date(issuedAt)),
    number,
    reference: against?.number ?? orderId,
    party: partyLedger(buyer),
    narration: narration.join(', '),
    fields: [
      ...(against ? fieldsOf({ REFERENCEDATE: dateText(dayOf(new Date(against.issuedAt))) }) : []),
      ...fieldsOf({
        STATENAME: buyer.state ?? '',
        COUNTRYOFRESIDENCE: 'India',
        PLACEOFSUPPLY: buyer.state ?? '',
      }),
      ['GSTREGISTRATIONTYPE', registrationType(buyer.gstin)],
      ...(buyer.gstin ? fieldsOf({ PARTYGSTIN: buyer.gstin }) : []),
      ...fieldsOf({ VCHGSTSTATUSISINCLUDED: 'Yes', VCHGSTSTATUSISUNCERTAIN: 'No' }),
    ],
    entries: entriesOf(document).map(([ledger, amount, details = '']) => [
      ledger,
      isInvoice ? amount : subtract(NO_MONEY, amount),
      details,
    ]),
  }
}

function voucherXml({
  type,
  day,
  number,
  reference,
  party,
  narration,
  fields = [],
  entries,
}: Voucher): string {
  const head = elements([
    ...fieldsOf({ DATE: dateText(day), VOUCHERTYPENAME: type, PERSISTEDVIEW: VIEW, ISINVOICE: 'No' }),
    ...fieldsOf({ VOUCHERNUMBER: number, REFERENCE: reference, PARTYLEDGERNAME: party.name }),
    ...fields,
    ['NARRATION', narration],
  ])
  const lines = entries.map((entry) => entryXml(entry, party)).join('')
  return message(`<VOUCHER VCHTYPE="${type}" ACTION="Create" OBJVIEW="${VIEW}">${head}${lines}</VOUCHER>`)
}

function ledgerXml({ name, group, details = '' }: Ledger): string {
  const body = `${elements(fieldsOf({ NAME: name, PARENT: group }))}${details}`
  return message(`<LEDGER NAME="${escapeXml(name)}" ACTION="Create">${body}</LEDGER>`)
}

const registrationType = (gstin: string | null | undefined) => (gstin ? 'Regular' : 'Unregistered/Consumer')

type Party = { name: string; gstin?: string | null | undefined; state?: string | null }

/**
 * Returns the ledger of a business, or the common ledger of all consumers. A business is named with its GSTIN,
 * because names are not unique.
 */
export function partyLedger({ name, gstin, state }: Party): Ledger {
  const since = { APPLICABLEFROM: APPLICABLE_FROM }
  const registration = {
    ...since,
    GSTREGISTRATIONTYPE: registrationType(gstin),
    ...(gstin && { GSTIN: gstin }),
  }
  const mailingDetails =
    gstin && state ? list('LEDMAILINGDETAILS', { ...since, STATE: state, COUNTRY: 'India' }) : ''
  const details = `${mailingDetails}${list('LEDGSTREGDETAILS', registration)}`
  return { name: gstin ? `${name} (${gstin})` : 'Online customers', group: 'Sundry Debtors', details }
}

function salesLedger(rate: TaxRate): Ledger {
  const supply = fieldsOf({ GSTAPPLICABLE: 'Applicable', GSTTYPEOFSUPPLY: 'Goods' })
  return { name: `Online sales ${percentText(rate)}`, group: 'Sales Accounts', details: elements(supply) }
}

const DUTIES = { CGST: 'Central Tax', SGST: 'State Tax', IGST: 'Integrated Tax' } as const

function taxLedger(tax: keyof typeof DUTIES, rate: TaxRate): Ledger {
  const duty = fieldsOf({ TAXTYPE: 'GST', GSTDUTYHEAD: DUTIES[tax], RATEOFTAXCALCULATION: `${rate / 100}` })
  return { name: `Output ${tax} ${percentText(rate)}`, group: 'Duties & Taxes', details: elements(duty) }
}

const ROUND_OFF: Ledger = { name: 'Round-off', group: 'Indirect Expenses' }

/** Debits the buyer with the total and credits the other ledgers: sales by rate and HSN code, taxes by rate. */
function entriesOf(document: InvoiceDocument): Entry[] {
  const sales = sumsByHsn(document).map(({ hsnCode, rate, taxable }): Entry => {
    return [salesLedger(rate), taxable, goodsXml(hsnCode, rate)]
  })
  const taxes = sumsByRate(document).flatMap(({ rate, cgst, sgst, igst }): Entry[] => [
    [taxLedger('CGST', rate / 2), cgst],
    [taxLedger('SGST', rate / 2), sgst],
    [taxLedger('IGST', rate), igst],
  ])
  const all: Entry[] = [
    [partyLedger(document.buyer), subtract(NO_MONEY, document.total)],
    ...sales,
    ...taxes,
    [ROUND_OFF, document.roundOff],
  ]
  return all.filter(([, amount], at) => at === 0 || amount !== NO_MONEY)
}

function goodsXml(hsnCode: string, rate: TaxRate): string {
  const rates = Object.values(DUTIES).map((head) => {
    const percent = head === DUTIES.IGST ? rate / 100 : rate / 200
    return list('RATEDETAILS', { GSTRATEDUTYHEAD: head, GSTRATE: `${percent}` })
  })
  const hsn = { GSTHSNINFERAPPLICABILITY: 'As per Masters/Company', GSTHSNNAME: hsnCode }
  const taxability = { GSTOVRDNTAXABILITY: rate === 0 ? 'Nil Rated' : 'Taxable' }
  return `${elements(fieldsOf({ ...taxability, ...(hsnCode && hsn) }))}${rates.join('')}`
}

function entryXml([ledger, amount, details = '']: Entry, party: Ledger): string {
  const credit = toRupees(amount)
  const fields = fieldsOf({
    LEDGERNAME: ledger.name,
    ISDEEMEDPOSITIVE: credit < 0 ? 'Yes' : 'No',
    ISPARTYLEDGER: ledger.name === party.name ? 'Yes' : 'No',
    AMOUNT: credit.toFixed(2),
  })
  return `<ALLLEDGERENTRIES.LIST>${elements(fields)}${details}</ALLLEDGERENTRIES.LIST>`
}

const dateText = (day: Day) => day.replaceAll('-', '')
const message = (body: string) => `<TALLYMESSAGE xmlns:UDF="TallyUDF">${body}</TALLYMESSAGE>\n`
const fieldsOf = (fields: Record<string, string>): Fields => Object.entries(fields)
const list = (name: string, fields: Record<string, string>) =>
  `<${name}.LIST>${elements(fieldsOf(fields))}</${name}.LIST>`

function elements(fields: Fields): string {
  return fields.map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`).join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Removes control characters that XML cannot hold. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this line removes
  const storable = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return storable.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark)
}
