/**
 * The return of outward supplies (GSTR-1) as JSON for the portal. The portal publishes no schema. Names and rules
 * follow a file of its offline tool 3.2.4, the checks of that tool (github.com/onyb/gst, fixtures/golden and
 * spec/gstr1), and the structural rules of IRIS GST's knowledge base.
 */
import { DOCUMENT_KINDS, type DocumentKind, type TaxSums } from '#shop/accounts/accounts.ts'
import {
  grossOf,
  type InvoiceDocument,
  type InvoiceLine,
  type RateSums,
  sumsByRate,
  type UQC,
} from '#shop/invoices/invoice-document.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'
import { isGstRate } from '#shop/kernel/gst-rates.ts'
import { STATE_CODES } from '#shop/kernel/gst-states.ts'
import { add, type Money, NO_MONEY, rupees, subtract, toRupees } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'

/** Larger invoices to consumers of other states are listed one by one (Notification 12/2024-Central Tax). */
const LARGE_INVOICE = rupees(1_00_000)

/** Sales within the state have `camt` and `samt`, other sales `iamt`. */
type Taxes = { rt: number; txval: number; camt?: number; samt?: number; iamt?: number; csamt: 0 }
type Item = { num: number; itm_det: Taxes }
type Invoice = { inum: string; idt: string; val: number; itms: Item[] }
type Note = { ntty: 'C'; nt_num: string; nt_dt: string; val: number; pos: string; itms: Item[] }
type RegisteredFields = { rchrg: 'N'; inv_typ: 'R' }
type SmallSales = Taxes & { sply_ty: 'INTRA' | 'INTER'; typ: 'OE'; pos: string }
type HsnItem = { num: number; hsn_sc: string; uqc: typeof UQC; qty: number } & Required<Taxes>
type NilItem = { sply_ty: NilKind; nil_amt: number; expt_amt: 0; ngsup_amt: 0 }
type NilKind = 'INTRB2B' | 'INTRAB2B' | 'INTRB2C' | 'INTRAB2C'
type IssuedRange = { num: number; from: string; to: string; totnum: number; cancel: 0; net_issue: number }

/** Lists without entries are left out. Amounts in rupees. */
export type Gstr1 = {
  gstin: string
  /** Month and year: '112026'. */
  fp: string
  /** The version of the offline tool that defines this form. */
  version: 'GST3.2.4'
  /** The tool writes this word. */
  hash: 'hash'
  b2b?: { ctin: string; inv: (Invoice & RegisteredFields & { pos: string })[] }[]
  b2cl?: { pos: string; inv: Invoice[] }[]
  b2cs?: SmallSales[]
  cdnr?: { ctin: string; nt: (Note & RegisteredFields)[] }[]
  cdnur?: (Note & { typ: 'B2CL' })[]
  nil?: { inv: NilItem[] }
  hsn?: { hsn_b2b?: HsnItem[]; hsn_b2c?: HsnItem[] }
  doc_issue?: { doc_det: ((typeof DOCUMENT_TYPES)[DocumentKind] & { docs: IssuedRange[] })[] }
}

/** The portal's numbers and names of the kinds of documents. */
const DOCUMENT_TYPES = {
  invoice: { doc_num: 1, doc_typ: 'Invoices for outward supply' },
  'credit-note': { doc_num: 5, doc_typ: 'Credit Note' },
} as const

/** Further problems are dropped. */
const MAX_PROBLEMS = 100

const NOTHING: TaxSums = { taxable: NO_MONEY, cgst: NO_MONEY, sgst: NO_MONEY, igst: NO_MONEY }

type ReturnHead = { gstin: string; month: Day; hsnOf?: ReadonlyMap<string, string> }

/** Consecutive numbers. */
type NumberRange = { from: string; to: string; count: number }

/** Collects documents in any order. Memory grows only with invoices to businesses and large invoices. */
export class Gstr1Builder {
  readonly problems: string[] = []
  readonly #head: Pick<Gstr1, 'gstin' | 'fp' | 'version' | 'hash'>
  readonly #b2b = new Map<string, (Invoice & RegisteredFields & { pos: string })[]>()
  readonly #b2cl = new Map<string, Invoice[]>()
  readonly #b2cs = new Map<string, TaxSums>()
  readonly #cdnr = new Map<string, (Note & RegisteredFields)[]>()
  readonly #cdnur: (Note & { typ: 'B2CL' })[] = []
  readonly #nil = new Map<NilKind, Money>()
  readonly #hsn = new Map<string, TaxSums & { units: number }>()
  readonly #hsnOf: ReadonlyMap<string, string>
  /** Each range under its first and its last number. */
  readonly #runs = { invoice: new Map<string, NumberRange>(), 'credit-note': new Map<string, NumberRange>() }

  /**
   * `month`: any day of the month, or of a quarter's last month. `hsnOf`: HSN codes by product name, for documents
   * issued before their product had a code.
   */
  constructor({ gstin, month, hsnOf = new Map() }: ReturnHead) {
    this.#hsnOf = hsnOf
    const [year, number] = month.split('-')
    this.#head = { gstin, fp: `${number}${year}`, version: 'GST3.2.4', hash: 'hash' }
  }

  /** `invoiceTotal`: the total of the invoice that a credit note credits. */
  add(document: InvoiceDocument, invoiceTotal: Money | null): void {
    const { kind, number, buyer } = document
    const pos = STATE_CODES[buyer.state ?? '']
    if (!pos) {
      this.#addProblem(`${number}: the place of supply is not known`)
      return
    }
    this.#check(document, pos)
    this.#count(kind, number)
    this.#addHsn(document)
    this.#addNil(document)
    const items = itemsOf(document)
    if (items.length === 0) return
    if (buyer.gstin) this.#addRegistered(document, buyer.gstin, pos, items)
    else this.#addUnregistered(document, pos, items, invoiceTotal)
  }

  /** Returns the finished return. Adds the problems that appear only in its sums. */
  result(): Gstr1 {
    this.#checkSums()
    const [b2b, b2cl, b2cs] = [[...this.#b2b], [...this.#b2cl], this.#smallRows()]
    const cdnr = [...this.#cdnr]
    const inv = [...this.#nil].map(([sply_ty, amount]): NilItem => {
      return { sply_ty, nil_amt: toRupees(amount), expt_amt: 0, ngsup_amt: 0 }
    })
    const [hsn_b2b, hsn_b2c, doc_det] = [this.#hsnRows('b2b'), this.#hsnRows('b2c'), this.#issuedRanges()]
    return {
      ...this.#head,
      ...(b2b.length > 0 && { b2b: b2b.map(([ctin, inv]) => ({ ctin, inv })) }),
      ...(b2cl.length > 0 && { b2cl: b2cl.map(([pos, inv]) => ({ pos, inv })) }),
      ...(b2cs.length > 0 && { b2cs }),
      ...(cdnr.length > 0 && { cdnr: cdnr.map(([ctin, nt]) => ({ ctin, nt })) }),
      ...(this.#cdnur.length > 0 && { cdnur: this.#cdnur }),
      ...(inv.length > 0 && { nil: { inv } }),
      ...(this.#hsn.size > 0 && {
        hsn: { ...(hsn_b2b.length > 0 && { hsn_b2b }), ...(hsn_b2c.length > 0 && { hsn_b2c }) },
      }),
      ...(doc_det.length > 0 && { doc_issue: { doc_det } }),
    }
  }

  #addProblem(problem: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem)
  }

  #check({ number, seller, buyer, isWithinState, lines }: InvoiceDocument, pos: string): void {
    const { gstin } = this.#head
    if (seller.gstin !== null && seller.gstin !== gstin)
      this.#addProblem(`${number}: issued under GSTIN ${seller.gstin}`)
    else if (isWithinState !== gstin.startsWith(pos))
      this.#addProblem(
        `${number}: taxed with ${isWithinState ? 'CGST and SGST' : 'IGST'}, which does not fit the place of supply`,
      )
    if (buyer.gstin === gstin) this.#addProblem(`${number}: the buyer’s GSTIN is the seller’s`)
    const others = new Set(lines.map(({ rate }) => rate).filter((rate) => !isGstRate(rate)))
    for (const rate of others) this.#addProblem(`${number}: the portal has no rate of ${percentText(rate)}`)
  }

  /** The portal refuses rows below zero, except sales to consumers. Such rows occur if more is returned than sold. */
  #checkSums(): void {
    const below = 'more was returned than sold, and the portal refuses rows below zero'
    for (const [key, { units, taxable }] of [...this.#hsn].toSorted()) {
      const [buyers, hsn, rate] = key.split(' ')
      const to = buyers === 'b2b' ? 'businesses' : 'consumers'
      if (units < 0 || taxable < 0)
        this.#addProblem(`HSN ${hsn} at ${percentText(Number(rate))} to ${to}: ${below}`)
    }
    for (const [kind, amount] of this.#nil) if (amount < 0) this.#addProblem(`Goods at 0%, ${kind}: ${below}`)
  }

  #addRegistered(document: InvoiceDocument, ctin: string, pos: string, itms: Item[]): void {
    const registeredFields: RegisteredFields = { rchrg: 'N', inv_typ: 'R' }
    if (document.kind === 'invoice')
      listIn(this.#b2b, ctin).push({ ...invoiceOf(document, itms), ...registeredFields, pos })
    else listIn(this.#cdnr, ctin).push({ ...noteOf(document, pos, itms), ...registeredFields })
  }

  #addUnregistered(document: InvoiceDocument, pos: string, itms: Item[], invoiceTotal: Money | null): void {
    const value = document.kind === 'invoice' ? document.total : (invoiceTotal ?? NO_MONEY)
    const isLarge = !document.isWithinState && value > LARGE_INVOICE
    if (isLarge && document.kind === 'invoice') listIn(this.#b2cl, pos).push(invoiceOf(document, itms))
    else if (isLarge) this.#cdnur.push({ typ: 'B2CL', ...noteOf(document, pos, itms) })
    else {
      for (const { rate, ...sums } of taxedSums(document)) {
        const key = `${document.isWithinState ? 'INTRA' : 'INTER'} ${pos} ${rate}`
        this.#b2cs.set(key, sumOf(this.#b2cs.get(key) ?? NOTHING, sums, document.kind))
      }
    }
  }

  #addHsn({ kind, number, buyer, lines }: InvoiceDocument): void {
    for (const line of lines) {
      const hsn = this.#codeOf(line) || (line.isShipping ? this.#codeOfGoods(lines) : '')
      if (!/^\d{4}(\d\d)?(\d\d)?$/.test(hsn))
        this.#addProblem(`${number}: ${line.description} has no HSN code: enter it on the product’s page`)
      const key = `${buyer.gstin ? 'b2b' : 'b2c'} ${hsn} ${line.rate}`
      const current = this.#hsn.get(key) ?? { ...NOTHING, units: 0 }
      const units = current.units + (kind === 'invoice' ? 1 : -1) * (line.quantity ?? 0)
      this.#hsn.set(key, { ...sumOf(current, line, kind), units })
    }
  }

  #codeOf({ hsnCode, description }: InvoiceLine): string {
    return hsnCode || (this.#hsnOf.get(description) ?? '')
  }

  /** Returns the first HSN code of the goods. Shipping has this code, because it is taxed as part of the goods. */
  #codeOfGoods(lines: readonly InvoiceLine[]): string {
    return lines.map((line) => this.#codeOf(line)).find((code) => code !== '') ?? ''
  }

  /** Goods at 0% have a table of their own. */
  #addNil(document: InvoiceDocument): void {
    const { kind, buyer, isWithinState } = document
    const [zero] = sumsByRate(document).filter(({ rate }) => rate === 0)
    if (!zero) return
    const key: NilKind = `${isWithinState ? 'INTRA' : 'INTR'}${buyer.gstin ? 'B2B' : 'B2C'}`
    const addOrSubtract = kind === 'invoice' ? add : subtract
    this.#nil.set(key, addOrSubtract(this.#nil.get(key) ?? NO_MONEY, zero.taxable))
  }

  /** Extends the ranges of numbers. Numbers are not in order of time, because several processes issue documents. */
  #count(kind: DocumentKind, number: string): void {
    const runs = this.#runs[kind]
    const previous = runs.get(numberAfter(number, -1))
    const after = runs.get(numberAfter(number, 1))
    for (const joined of [previous, after]) {
      runs.delete(joined?.from ?? '')
      runs.delete(joined?.to ?? '')
    }
    const [from, to] = [previous?.from ?? number, after?.to ?? number]
    const run = { from, to, count: (previous?.count ?? 0) + 1 + (after?.count ?? 0) }
    runs.set(from, run).set(to, run)
  }

  #smallRows(): SmallSales[] {
    return [...this.#b2cs].toSorted().map(([key, sums]) => {
      const [type, pos = '', rate] = key.split(' ')
      const isWithinState = type === 'INTRA'
      return {
        sply_ty: isWithinState ? 'INTRA' : 'INTER',
        typ: 'OE',
        pos,
        ...taxesOf(Number(rate), sums, isWithinState),
      }
    })
  }

  #hsnRows(buyers: 'b2b' | 'b2c'): HsnItem[] {
    const own = [...this.#hsn].filter(([key]) => key.startsWith(buyers)).toSorted()
    return own.map(([key, { units, ...sums }], at) => {
      const [, hsn_sc = '', rate] = key.split(' ')
      const all = { camt: toRupees(sums.cgst), samt: toRupees(sums.sgst), iamt: toRupees(sums.igst) }
      const taxes = { rt: Number(rate) / 100, txval: toRupees(sums.taxable), ...all, csamt: 0 as const }
      return { num: at + 1, hsn_sc, uqc: 'NOS', qty: units, ...taxes }
    })
  }

  #issuedRanges(): NonNullable<Gstr1['doc_issue']>['doc_det'] {
    return DOCUMENT_KINDS.flatMap((kind) => {
      const runs = [...new Set(this.#runs[kind].values())].toSorted((a, b) => (a.from < b.from ? -1 : 1))
      const docs = runs.map(({ from, to, count }, at): IssuedRange => {
        return { num: at + 1, from, to, totnum: count, cancel: 0, net_issue: count }
      })
      return docs.length > 0 ? [{ ...DOCUMENT_TYPES[kind], docs }] : []
    })
  }
}

/** Returns the number that is `step` places later in the series. */
function numberAfter(number: string, step: number): string {
  const [, series = '', digits = ''] = /^(.*?)(\d+)$/.exec(number) ?? []
  return `${series}${String(Number(digits) + step).padStart(digits.length, '0')}`
}

function listIn<Value>(lists: Map<string, Value[]>, key: string): Value[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function sumOf(sums: TaxSums, by: TaxSums, kind: DocumentKind): TaxSums {
  const addOrSubtract = kind === 'invoice' ? add : subtract
  const part = (name: keyof TaxSums) => addOrSubtract(sums[name], by[name])
  return { taxable: part('taxable'), cgst: part('cgst'), sgst: part('sgst'), igst: part('igst') }
}

/** `rate` in basis points. */
function taxesOf(rate: number, { taxable, cgst, sgst, igst }: TaxSums, isWithinState: boolean): Taxes {
  const taxes = isWithinState ? { camt: toRupees(cgst), samt: toRupees(sgst) } : { iamt: toRupees(igst) }
  return { rt: rate / 100, txval: toRupees(taxable), ...taxes, csamt: 0 }
}

/** Returns sums by rate, without sums of zero: the portal refuses items of a note without a value. */
function taxedSums(document: InvoiceDocument): RateSums[] {
  return sumsByRate(document).filter((row) => row.rate > 0 && grossOf(row) !== NO_MONEY)
}

/** Returns the items of a document. The portal numbers an item by its rate: 1801 for 18%. */
function itemsOf(document: InvoiceDocument): Item[] {
  return taxedSums(document).map(({ rate, ...sums }) => {
    return { num: rate + 1, itm_det: taxesOf(rate, sums, document.isWithinState) }
  })
}

/** '21-11-2026', the day in India. */
function portalDate(issuedAt: string): string {
  return dayOf(new Date(issuedAt)).split('-').toReversed().join('-')
}

function invoiceOf({ number, issuedAt, total }: InvoiceDocument, itms: Item[]): Invoice {
  return { inum: number, idt: portalDate(issuedAt), val: toRupees(total), itms }
}

function noteOf({ number, issuedAt, total }: InvoiceDocument, pos: string, itms: Item[]): Note {
  return { ntty: 'C', nt_num: number, nt_dt: portalDate(issuedAt), val: toRupees(total), pos, itms }
}
