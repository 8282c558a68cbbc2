import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { findClosingTime, listRegister, readAccounts } from '#shop/accounts/accounts.read.ts'
import {
  type Accounts,
  csvCell,
  type DocumentFilter,
  netOf,
  type SheetCell,
  type TaxSums,
  unmatchedMoney,
} from '#shop/accounts/accounts.ts'
import { closeMonth } from '#shop/accounts/close-month.ts'
import {
  listMoney,
  listOrderBalances,
  type OrderBalance,
  readMoneyFilter,
} from '#shop/accounts/money.read.ts'
import { type AccountPeriod, monthPeriod, periodOf } from '#shop/accounts/period.ts'
import { documentsOf, exportRegister, exportSummary, gstr1Of } from '#shop/accounts/registers.read.ts'
import { type InvoiceDocument, sumsByRate } from '#shop/invoices/invoice-document.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { add, type Money, NO_MONEY, paise, rupees, subtract, toRupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { percentText } from '#shop/kernel/tax.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import { testDatabase } from '#tests/database.ts'
import { insertRows, rowOf, updateRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const customer = await makeUser(db)
const admin = await makeUser(db, { staffRole: 'owner' })
const goods = [
  {
    productId: await makeProduct(db, { price: rupees(105.55), hsnCode: '19049000', stockQuantity: 1000 }),
  },
  {
    productId: await makeProduct(db, { price: rupees(33.33), hsnCode: '48237090', stockQuantity: 1000 }),
  },
]

/** Places an order and issues its invoice; `credited` paise of it are credited 20 days later. */
async function issueDocuments(
  now: Date,
  sold: { quantity: number; state: string; mode: 'flat' | 'inclusive' },
  credited = 0,
) {
  const taxes = { prices: sold.mode, defaultRate: 1800 } as const
  const config = { ...ctx().config, taxes, shipping: { fee: rupees(49), freeAbove: rupees(300) } }
  const items = goods.map(({ productId }) => ({ productId, quantity: sold.quantity }))
  const shippingAddress =
    sold.state === 'Kerala' ? { ...ADDRESS, state: 'Kerala', city: 'Kochi', postalCode: '682001' } : ADDRESS
  const orderId = await makeOrder(ctx(customer, { now, config }), items, { shippingAddress })
  await changeOrder(ctx(admin, { now, config }), { orderId, status: 'shipped' })
  await issueInvoice(ctx(admin, { now, config }), orderId)
  const later = new Date(now.getTime() + 20 * DAY_MS)
  if (credited > 0)
    await issueCreditNote(ctx(admin, { now: later, config }), {
      orderId,
      cause: `refund:${orderId}`,
      amount: paise(credited),
    })
  return orderId
}

const NOVEMBER = monthPeriod('2026-11-21')
const in2026 = periodOf('2026-27') as AccountPeriod

beforeAll(async () => {
  const modes = ['flat', 'inclusive'] as const
  for (const [at, mode] of modes.entries()) {
    await issueDocuments(new Date('2026-10-31T18:29:59Z'), { quantity: 1, state: 'Karnataka', mode })
    await issueDocuments(
      new Date('2026-10-31T18:30:00Z'),
      { quantity: 2 + at, state: 'Karnataka', mode },
      12_345,
    )
    await issueDocuments(new Date('2026-11-30T18:29:59Z'), { quantity: 3, state: 'Kerala', mode }, 4_321)
    await issueDocuments(new Date('2026-11-30T18:30:00Z'), { quantity: 1, state: 'Kerala', mode })
  }
})

const PARTS = ['taxable', 'cgst', 'sgst', 'igst'] as const

/** Sums one amount of the documents: invoices less credit notes. */
function sumDocuments(documents: readonly InvoiceDocument[], part: (one: InvoiceDocument) => Money): Money {
  return documents.reduce(
    (sum, document) =>
      document.kind === 'invoice' ? add(sum, part(document)) : subtract(sum, part(document)),
    NO_MONEY,
  )
}

async function readDocuments(period: AccountPeriod): Promise<InvoiceDocument[]> {
  const documents: InvoiceDocument[] = []
  for await (const { content } of documentsOf(db, period)) documents.push(content)
  return documents
}

async function rowsOf(pages: AsyncGenerator<SheetCell[][]>) {
  const rows = []
  for await (const page of pages) rows.push(...page.map((row) => row.map(csvCell)))
  return rows
}

const periods = [NOVEMBER, monthPeriod('2026-10-01'), periodOf('2026-27-Q3') as AccountPeriod, in2026]

describe('the accounts of a period', () => {
  it.each(periods)('equal its invoices less its credit notes, in every summary: $label', async (period) => {
    const documents = await readDocuments(period)
    expect(documents.length).toBeGreaterThan(1)
    const accounts = await readAccounts(db, period)
    const net = netOf(accounts.invoices, accounts.creditNotes)
    expect(net.total).toBe(sumDocuments(documents, ({ total }) => total))
    expect(net.roundOff).toBe(sumDocuments(documents, ({ roundOff }) => roundOff))
    expect(accounts.invoices.documents + accounts.creditNotes.documents).toBe(documents.length)
    for (const part of PARTS) {
      const whole = sumDocuments(documents, (document) => document[part])
      expect(net[part]).toBe(whole)
      const summaries: (readonly TaxSums[])[] = [
        accounts.byRate,
        accounts.byHsn,
        accounts.byState,
        accounts.byParty,
      ]
      for (const rows of summaries) expect(add(...rows.map((row) => row[part]))).toBe(whole)
    }
    expect(net.total).toBe(add(net.taxable, net.cgst, net.sgst, net.igst, net.roundOff))
    expect(net.cgst).toBe(net.sgst)
  })

  it('begin and end at midnight in India', async () => {
    const { invoices, creditNotes } = await readAccounts(db, NOVEMBER)
    expect([invoices.documents, creditNotes.documents]).toEqual([4, 2])
    expect((await readAccounts(db, monthPeriod('2026-12-31'))).creditNotes.documents).toBe(2)
    expect((await readAccounts(db, monthPeriod('2025-01-01'))).invoices).toMatchObject({
      documents: 0,
      total: 0,
    })
  })

  it('are grouped by rate, HSN code and state', async () => {
    const { byRate, byHsn, byState } = await readAccounts(db, in2026)
    expect(byRate.map(({ rate }) => rate)).toEqual([500, 1800])
    const kinds = byHsn.map(({ hsn, rate }) => `${hsn} ${rate}`)
    expect(kinds).toEqual(['19049000 500', '19049000 1800', '48237090 1800'])
    expect(byState.map(({ state }) => state)).toEqual(['Karnataka', 'Kerala'])
    expect(byState.map(({ igst, cgst }) => [igst === 0, cgst === 0])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('list the documents behind each figure', async () => {
    const accounts: Accounts = await readAccounts(db, NOVEMBER)
    const all = (filter: Partial<DocumentFilter>) =>
      listRegister(db, { from: NOVEMBER.from, to: NOVEMBER.to, ...filter }, { limit: 100 })
    const netTaxable = async (filter: Partial<DocumentFilter>) => {
      const rows = await all(filter)
      const sumKind = (kind: string) =>
        add(NO_MONEY, ...rows.filter((row) => row.kind === kind).map(({ taxable }) => taxable))
      return subtract(sumKind('invoice'), sumKind('credit-note'))
    }
    for (const { rate, taxable } of accounts.byRate) expect(await netTaxable({ rate })).toBe(taxable)
    for (const { hsn, rate, taxable } of accounts.byHsn) expect(await netTaxable({ hsn, rate })).toBe(taxable)
    for (const { state, taxable } of accounts.byState) expect(await netTaxable({ state })).toBe(taxable)
    expect(await netTaxable({ isBusiness: true })).toBe(0)
    const [first, ...rest] = await all({})
    expect(first).toMatchObject({ kind: 'invoice', day: '2026-11-01', buyer: 'Ananya Rao', gstin: null })
    expect(
      await listRegister(db, { from: NOVEMBER.from, to: NOVEMBER.to }, { after: first ?? null, limit: 100 }),
    ).toEqual(rest)
  })

  it('sum payments and refunds of the period', async () => {
    const orderId = await issueDocuments(new Date('2027-01-10T06:00:00Z'), {
      quantity: 1,
      state: 'Kerala',
      mode: 'flat',
    })
    const paid = {
      orderId,
      provider: 'cod',
      providerPaymentId: orderId,
      capturedAt: new Date('2027-01-31T18:29:59Z'),
    }
    await insertRows(db, 'payments', { ...paid, amount: 5_000 })
    const { received, refunded } = await readAccounts(db, monthPeriod('2027-01-01'))
    expect([received, refunded]).toEqual([[{ provider: 'cod', count: 1, amount: 5_000 }], []])
    expect((await readAccounts(db, monthPeriod('2027-02-01'))).received).toEqual([])
    const january = { direction: 'received', provider: 'cod', from: '2027-01-01', to: '2027-01-31' } as const
    const [entry, ...others] = await listMoney(db, january, null, 10)
    expect([entry, others]).toMatchObject([{ orderId, amount: 5_000, reference: null }, []])
    expect(await listMoney(db, january, entry?.id ?? null, 10)).toEqual([])
    expect(await listMoney(db, { ...january, direction: 'refunded' }, null, 10)).toEqual([])
    expect(await listMoney(db, { ...january, provider: 'razorpay' }, null, 10)).toEqual([])
    const everything = readMoneyFilter(new URLSearchParams(), new Date('2027-01-09T00:00:00Z'))
    expect(everything?.filter).toEqual({ ...january, direction: null, provider: null })
    if (everything) expect(await listMoney(db, everything.filter, null, 10)).toEqual([entry])
    for (const query of ['direction=sent', 'provider=bank', 'period=2027'])
      expect(readMoneyFilter(new URLSearchParams(query), new Date())).toBeNull()
    const balances = await listOrderBalances(db, january, null, 10)
    expect(balances).toMatchObject([{ orderId, received: 5_000, refunded: 0 }])
  })

  it('have the balance of each order at the start and end of the period', async () => {
    const sold = { quantity: 1, state: 'Kerala', mode: 'inclusive' } as const
    const orderId = await issueDocuments(new Date('2028-02-05T06:00:00Z'), sold)
    const { total: amount } = await rowOf(db, 'orders', { id: orderId })
    // Paid in the month before the invoice.
    const payment = { orderId, provider: 'cod', providerPaymentId: orderId, amount }
    await insertRows(db, 'payments', { ...payment, capturedAt: new Date('2028-01-31T18:29:59Z') })
    const balances = async (month: string) => listOrderBalances(db, monthPeriod(month), null, 10)
    expect(await balances('2028-01-01')).toMatchObject([
      { orderId, between: amount, before: 0, after: amount, isInvoiced: false },
    ])
    expect(await balances('2028-02-01')).toMatchObject([
      { orderId, between: -amount, before: amount, after: 0, isInvoiced: true, isWithCourier: false },
    ])
    await updateRows(db, 'payments', { orderId }, { capturedAt: null })
    expect(await balances('2028-02-01')).toMatchObject([{ orderId, after: -amount, isWithCourier: true }])
  })

  it('split the unmatched money into the balances of orders', async () => {
    for (const period of periods) {
      const listed: OrderBalance[] = []
      for (let page: OrderBalance[]; ; listed.push(...page)) {
        page = await listOrderBalances(db, period, listed.at(-1)?.orderId ?? null, 2)
        if (page.length === 0) break
      }
      const sum = add(NO_MONEY, ...listed.map(({ between }) => between))
      expect(sum).toBe(unmatchedMoney(await readAccounts(db, period)))
      for (const { received, refunded, documents, between } of listed)
        expect([between, between === 0]).toEqual([subtract(subtract(received, refunded), documents), false])
    }
  })
})

describe('the registers as files', () => {
  it.each([1, 3, 100])('have a row for each document and end with the sums, in pages of %i', async (size) => {
    const documents = await readDocuments(in2026)
    for (const kind of ['invoice', 'credit-note'] as const) {
      const own = documents.filter((document) => document.kind === kind)
      const [headings = [], ...rows] = await rowsOf(exportRegister(db, kind, in2026, size))
      expect(new Set(rows.map((row) => row.length))).toEqual(new Set([headings.length]))
      const last = rows.pop() ?? []
      const [rate, total] = [headings.indexOf('Rate'), headings.indexOf('Total')]
      const ofDocuments = own.flatMap((document) => {
        return sumsByRate(document).map((sums) => [document.number, percentText(sums.rate)])
      })
      expect(rows.map((row) => [row[0], row[rate]])).toEqual(ofDocuments)
      const totals = own.map(({ number }) => rows.filter((row) => row[0] === number).map((row) => row[total]))
      const sums = totals.map((amounts) => add(...amounts.map((amount) => rupees(Number(amount)))))
      expect(sums).toEqual(own.map((document) => document.total))
      expect(last[0]).toBe('Sum')
      expect(last[total]).toBe(toRupees(add(...own.map((document) => document.total))))
    }
  })

  it('name dates in India, the place of supply, payment, HSN codes, units, and the invoice that a note credits', async () => {
    const [, ...sales] = await rowsOf(exportRegister(db, 'invoice', NOVEMBER))
    const inclusive = sales.filter(([number]) => number === sales[1]?.[0])
    expect(inclusive.map((row) => row.slice(1, 2))).toEqual([['2026-11-01'], ['2026-11-01']])
    for (const [at, hsn] of ['19049000', '48237090'].entries())
      expect(inclusive[at]).toEqual(
        expect.arrayContaining([
          'Karnataka (29)',
          PAYMENT_METHOD_NAMES.cod,
          hsn,
          3,
          'NOS',
          at === 0 ? '5%' : '18%',
        ]),
      )
    const [, note] = await rowsOf(exportRegister(db, 'credit-note', NOVEMBER))
    expect(note).toEqual(
      expect.arrayContaining([
        ...['Refund after delivery', '2026-11-01'],
        expect.stringMatching(/^INV26-27\//),
      ]),
    )
    const summary = await rowsOf(exportSummary(db, NOVEMBER))
    expect(new Set(summary.slice(1).map(([name]) => name))).toEqual(
      new Set(['By rate', 'By HSN code', 'By state', 'By kind of buyer']),
    )
  })
})

it('reports sums below zero as problems of the GSTR-1 of a month with only returned goods', async () => {
  await issueDocuments(
    new Date('2029-01-20T06:00:00Z'),
    { quantity: 1, state: 'Karnataka', mode: 'inclusive' },
    5000,
  )
  const { problems } = await gstr1Of(db, monthPeriod('2029-02-01'), null)
  expect(problems).toEqual(
    expect.arrayContaining([expect.stringMatching(/^HSN 19049000 at .+ to consumers: more was returned/)]),
  )
})

describe('closing a month', () => {
  const close = (month: string, now: string, actor = admin) =>
    closeMonth(ctx(actor, { now: new Date(now) }), month)

  it('succeeds once, after the month, and prevents further documents in it', async () => {
    const sold = { quantity: 1, state: 'Kerala', mode: 'flat' } as const
    await issueDocuments(new Date('2029-10-09T06:00:00Z'), sold)
    expect(await close('2029-10-01', '2029-11-01T18:29:59Z')).toMatchObject(err('month_not_over'))
    expect(await findClosingTime(db, '2029-10-01')).toBeNull()
    const now = '2029-11-01T18:30:00Z'
    const both = await Promise.all([close('2029-10-09', now), close('2029-10-01', now)])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await findClosingTime(db, '2029-10-01')).toEqual(new Date(now))
    const accounts = await readAccounts(db, monthPeriod('2029-10-01'))
    expect(accounts.invoices.documents).toBe(1)
    await expect(issueDocuments(new Date('2029-10-31T18:29:59Z'), sold)).rejects.toThrow('closed')
    await issueDocuments(new Date('2029-10-31T18:30:00Z'), sold)
    expect(await readAccounts(db, monthPeriod('2029-10-01'))).toEqual(accounts)
  })
})

it('can rebuild the registers from the stored documents', async () => {
  const tables = ['registerLines', 'registerSums', 'registerDays'] as const
  const content = () => Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  const readSorted = async () =>
    (await content()).map((rows) => rows.map((row) => JSON.stringify(row)).toSorted())
  const earlier = await readSorted()
  await db.deleteFrom('closedMonths').execute()
  for (const table of tables) await db.deleteFrom(table).execute()
  await sql`select count(register_document(id, 'invoice', issued_at, number, content)) from invoices`.execute(
    db,
  )
  await sql`select count(register_document(id, 'credit-note', issued_at, number, content)) from credit_notes`.execute(
    db,
  )
  expect(await readSorted()).toEqual(earlier)
})
