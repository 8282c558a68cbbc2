/**
 * The return of outward supplies (GSTR-1) as JSON for the portal's offline tool. The portal publishes no schema: names
 * and rules follow its offline tool 3.2 and the structural rules of IRIS GST's knowledge base.
 */
import { DOCUMENT_KINDS, type DocumentKind, type TaxSums } from '#shop/accounts/accounts.ts'
import { type InvoiceDocument, rateOf, sumsByRate } from '#shop/invoices/invoice-document.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'
import { STATE_CODES } from '#shop/kernel/gst-states.ts'
import { add, type Money, NO_MONEY, rupees, subtract, toRupees } from '#shop/kernel/money.ts'

/** Larger invoices to consumers of other states are listed one by one (Notification 12/2024-Central Tax). */
const LARGE_INVOICE = rupees(1_00_000)

/** Taxes of other kinds are left out: `camt` and `samt` within the state, else `iamt`. */
type Taxes = { rt: number; txval: number; camt?: number; samt?: number; iamt?: number; csamt: 0 }
type Item = { num: number; itm_det: Taxes }
type Invoice = { inum: string; idt: string; val: number; itms: Item[] }
type Note = { ntty: 'C'; nt_num: string; nt_dt: string; val: number; pos: string; itms: Item[] }
type Registered = { rchrg: 'N'; inv_typ: 'R' }
type Small = Taxes & { sply_ty: 'INTRA' | 'INTER'; typ: 'OE'; pos: string }
type HsnItem = { num: number; hsn_sc: string; desc: string; uqc: 'NOS'; qty: number } & Required<Taxes>
type NilItem = { sply_ty: NilKind; nil_amt: number; expt_amt: 0; ngsup_amt: 0 }
type NilKind = 'INTRB2B' | 'INTRAB2B' | 'INTRB2C' | 'INTRAB2C'
type Issued = { num: 1; from: string; to: string; totnum: number; cancel: 0; net_issue: number }

/** Sections without entries are left out. Amounts in rupees. */
export type Gstr1 = {
  gstin: string
  /** Month and year: '112026'. */
  fp: string
  b2b?: { ctin: string; inv: (Invoice & Registered & { pos: string })[] }[]
  b2cl?: { pos: string; inv: Invoice[] }[]
  b2cs?: Small[]
  cdnr?: { ctin: string; nt: (Note & Registered)[] }[]
  cdnur?: (Note & { typ: 'B2CL' })[]
  nil?: { inv: NilItem[] }
  hsn: { hsn_b2b: HsnItem[]; hsn_b2c: HsnItem[] }
  doc_issue: { doc_det: { doc_num: number; docs: Issued[] }[] }
}

/** The portal's numbers of the kinds of documents. */
const DOC_NUMBERS: Record<DocumentKind, number> = { invoice: 1, 'credit-note': 5 }

/** Further ones are not kept. */
const MOST_PROBLEMS = 100

const NOTHING: TaxSums = { taxable: NO_MONEY, cgst: NO_MONEY, sgst: NO_MONEY, igst: NO_MONEY }

type Unit = TaxSums & { units: number }
type Series = { from: string; to: string; count: number }

/**
 * Collects the documents of a month, one after another in the order of issue. What is kept grows with invoices to
 * businesses and large ones only. `problems` names what the portal would refuse.
 */
export class Gstr1Builder {
  readonly problems: string[] = []
  readonly #head: Pick<Gstr1, 'gstin' | 'fp'>
  readonly #b2b = new Map<string, (Invoice & Registered & { pos: string })[]>()
  readonly #b2cl = new Map<string, Invoice[]>()
  readonly #b2cs = new Map<string, TaxSums>()
  readonly #cdnr = new Map<string, (Note & Registered)[]>()
  readonly #cdnur: (Note & { typ: 'B2CL' })[] = []
  readonly #nil = new Map<NilKind, Money>()
  readonly #hsn = new Map<string, Unit>()
  readonly #series = new Map<DocumentKind, Series>()

  /** `month` is one of its days. */
  constructor({ gstin, month }: { gstin: string; month: Day }) {
    const [year, number] = month.split('-')
    this.#head = { gstin, fp: `${number}${year}` }
  }

  /** `invoiceTotal`: of a credit note, the total of its invoice. */
  add(document: InvoiceDocument, invoiceTotal: Money | null): void {
    const { kind, number, buyer } = document
    const pos = STATE_CODES[buyer.state ?? '']
    if (!pos) {
      this.#refuse(`${number}: the place of supply is not known`)
      return
    }
    this.#count(kind, number)
    this.#addHsn(document)
    this.#addNil(document)
    const items = itemsOf(document)
    if (items.length === 0) return
    if (buyer.gstin) this.#addRegistered(document, buyer.gstin, pos, items)
    else this.#addUnregistered(document, pos, items, invoiceTotal)
  }

  /** The return of everything added. */
  result(): Gstr1 {
    const filled = <Name extends keyof Gstr1>(
      name: Name,
      value: NonNullable<Gstr1[Name]> & { length: number },
    ) => (value.length > 0 ? ({ [name]: value } as Pick<Gstr1, Name>) : {})
    const nil = [...this.#nil].map(([sply_ty, amount]): NilItem => {
      return { sply_ty, nil_amt: toRupees(amount), expt_amt: 0, ngsup_amt: 0 }
    })
    return {
      ...this.#head,
      ...filled(
        'b2b',
        [...this.#b2b].map(([ctin, inv]) => ({ ctin, inv })),
      ),
      ...filled(
        'b2cl',
        [...this.#b2cl].map(([pos, inv]) => ({ pos, inv })),
      ),
      ...filled('b2cs', this.#smallRows()),
      ...filled(
        'cdnr',
        [...this.#cdnr].map(([ctin, nt]) => ({ ctin, nt })),
      ),
      ...filled('cdnur', this.#cdnur),
      ...(nil.length > 0 && { nil: { inv: nil } }),
      hsn: { hsn_b2b: this.#hsnRows('b2b'), hsn_b2c: this.#hsnRows('b2c') },
      doc_issue: { doc_det: this.#issued() },
    }
  }

  #refuse(problem: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem)
  }

  #addRegistered(document: InvoiceDocument, ctin: string, pos: string, itms: Item[]): void {
    const registered: Registered = { rchrg: 'N', inv_typ: 'R' }
    if (document.kind === 'invoice')
      listIn(this.#b2b, ctin).push({ ...invoiceOf(document, itms), ...registered, pos })
    else listIn(this.#cdnr, ctin).push({ ...noteOf(document, pos, itms), ...registered })
  }

  #addUnregistered(document: InvoiceDocument, pos: string, itms: Item[], invoiceTotal: Money | null): void {
    const value = document.kind === 'invoice' ? document.total : (invoiceTotal ?? NO_MONEY)
    const isLarge = !document.isWithinState && value > LARGE_INVOICE
    if (isLarge && document.kind === 'invoice') listIn(this.#b2cl, pos).push(invoiceOf(document, itms))
    else if (isLarge) this.#cdnur.push({ typ: 'B2CL', ...noteOf(document, pos, itms) })
    else {
      for (const { rate, ...sums } of sumsByRate(document).filter((row) => row.rate > 0)) {
        const key = `${document.isWithinState ? 'INTRA' : 'INTER'} ${pos} ${rate}`
        this.#b2cs.set(key, sumOf(this.#b2cs.get(key) ?? NOTHING, sums, document.kind))
      }
    }
  }

  #addHsn({ kind, number, buyer, lines }: InvoiceDocument): void {
    for (const line of lines) {
      if (!/^\d{4}(\d\d)?(\d\d)?$/.test(line.hsnCode))
        this.#refuse(`${number}: ${line.description} has no HSN code`)
      const key = `${buyer.gstin ? 'b2b' : 'b2c'} ${line.hsnCode} ${rateOf(line)}`
      const before = this.#hsn.get(key) ?? { ...NOTHING, units: 0 }
      const units = before.units + (kind === 'invoice' ? 1 : -1) * (line.quantity ?? 0)
      this.#hsn.set(key, { ...sumOf(before, line, kind), units })
    }
  }

  /** Goods at 0% have a table of their own. */
  #addNil(document: InvoiceDocument): void {
    const { kind, buyer, isWithinState } = document
    const [zero] = sumsByRate(document).filter(({ rate }) => rate === 0)
    if (!zero) return
    const key: NilKind = `${isWithinState ? 'INTRA' : 'INTR'}${buyer.gstin ? 'B2B' : 'B2C'}`
    const change = kind === 'invoice' ? add : subtract
    this.#nil.set(key, change(this.#nil.get(key) ?? NO_MONEY, zero.taxable))
  }

  #count(kind: DocumentKind, number: string): void {
    const series = this.#series.get(kind)
    const { from = number, count = 0 } = series ?? {}
    this.#series.set(kind, { from, to: number, count: count + 1 })
  }

  #smallRows(): Small[] {
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
      return { num: at + 1, hsn_sc, desc: '', uqc: 'NOS', qty: units, ...taxes }
    })
  }

  #issued(): Gstr1['doc_issue']['doc_det'] {
    return DOCUMENT_KINDS.flatMap((kind) => {
      const series = this.#series.get(kind)
      if (!series) return []
      const { from, to, count } = series
      return [
        {
          doc_num: DOC_NUMBERS[kind],
          docs: [{ num: 1, from, to, totnum: count, cancel: 0, net_issue: count }],
        },
      ]
    })
  }
}

function listIn<Value>(lists: Map<string, Value[]>, key: string): Value[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function sumOf(before: TaxSums, by: TaxSums, kind: DocumentKind): TaxSums {
  const change = kind === 'invoice' ? add : subtract
  const part = (name: keyof TaxSums) => change(before[name], by[name])
  return { taxable: part('taxable'), cgst: part('cgst'), sgst: part('sgst'), igst: part('igst') }
}

/** `rate` in basis points. */
function taxesOf(rate: number, { taxable, cgst, sgst, igst }: TaxSums, isWithinState: boolean): Taxes {
  const taxes = isWithinState ? { camt: toRupees(cgst), samt: toRupees(sgst) } : { iamt: toRupees(igst) }
  return { rt: rate / 100, txval: toRupees(taxable), ...taxes, csamt: 0 }
}

function itemsOf(document: InvoiceDocument): Item[] {
  const taxed = sumsByRate(document).filter(({ rate }) => rate > 0)
  return taxed.map(({ rate, ...sums }, at) => {
    return { num: at + 1, itm_det: taxesOf(rate, sums, document.isWithinState) }
  })
}

/** '21-11-2026', the day in India. */
function dated(issuedAt: string): string {
  return dayOf(new Date(issuedAt)).split('-').toReversed().join('-')
}

function invoiceOf({ number, issuedAt, total }: InvoiceDocument, itms: Item[]): Invoice {
  return { inum: number, idt: dated(issuedAt), val: toRupees(total), itms }
}

function noteOf({ number, issuedAt, total }: InvoiceDocument, pos: string, itms: Item[]): Note {
  return { ntty: 'C', nt_num: number, nt_dt: dated(issuedAt), val: toRupees(total), pos, itms }
}
