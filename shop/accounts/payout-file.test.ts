import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { entriesFor } from '#shop/accounts/money.read.ts'
import { comparePayout, type PayoutUnit, readPayoutLines } from '#shop/accounts/payout-file.ts'
import { recordSettlements } from '#shop/accounts/record-settlements.ts'
import type { CsvFile } from '#shop/kernel/csv-file.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows, rowOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const customer = await makeUser(db)
const product = await makeProduct(db, { stockQuantity: 100 })

const ROW = {
  entity_id: 'pay_1',
  type: 'payment',
  amount: '1,060.82',
  credit: '1035.79',
  debit: '',
  fee: '25.03',
  tax: '3.82',
}
const IN_BANK = { settlement_id: 'setl_1', settlement_utr: 'UTR1' }

/** Returns a file whose columns are the keys of the first row. */
function fileOf(rows: Record<string, string>[]): CsvFile {
  const headings = Object.keys(rows[0] ?? {})
  const cells = rows.map((row, at) => ({ line: at + 2, cells: headings.map((name) => row[name] ?? '') }))
  return { headings, rows: cells, text: '' }
}

function problemsOf(rows: Record<string, string>[], unit: PayoutUnit = 'rupees') {
  const read = readPayoutLines(fileOf(rows), unit)
  return read.ok ? [] : read.problems
}

function linesOf(...rows: object[]) {
  const read = readPayoutLines(fileOf(rows.map((row) => ({ ...ROW, ...IN_BANK, ...row }))), 'rupees')
  return read.ok ? read.lines : []
}

describe('a settlement report', () => {
  it('may have the columns of the provider’s dashboard', () => {
    const { type, fee, ...rest } = ROW
    const read = readPayoutLines(
      fileOf([{ ...rest, transaction_entity: type, 'Fee (exclusive tax)': '21.21' }]),
      'rupees',
    )
    expect(read.ok && read.lines).toMatchObject([{ kind: 'payment', fee: 2_503, tax: 382, isShort: false }])
  })

  it('marks lines whose credit or debit does not fit amount and fee', () => {
    const refund = { entity_id: 'rfnd_1', type: 'refund', amount: '100', credit: '', fee: '', tax: '' }
    const lines = linesOf({}, { credit: '1' }, { ...refund, debit: '100' }, { ...refund, debit: '99.99' })
    expect(lines.map(({ isShort }) => isShort)).toEqual([false, true, false, true])
  })

  it('has amounts in rupees, or in paise', () => {
    const [line] = linesOf({})
    expect(line).toMatchObject({
      at: 2,
      kind: 'payment',
      id: 'pay_1',
      amount: 106_082,
      fee: 2_503,
      debit: 0,
      utr: 'UTR1',
    })
    const read = readPayoutLines(
      fileOf([{ ...ROW, amount: '106082', credit: '', fee: '', tax: '' }]),
      'paise',
    )
    expect(read.ok && read.lines[0]?.amount).toBe(106_082)
  })

  it.each([
    [[{ id: 'x' }], 'rupees', 'The first line must name the columns; entity_id, type, amount is missing.'],
    [
      [ROW, { ...ROW, amount: '12.345' }],
      'rupees',
      'Line 3, “amount” (column 3): “12.345” is no amount in rupees.',
    ],
    [[{ ...ROW, fee: '=1+1' }], 'rupees', 'Line 2, “fee” (column 6): “=1+1” is no amount in rupees.'],
    [[ROW], 'paise', 'Line 2, “amount” (column 3): “1,060.82” is no amount in paise.'],
    [[{ ...ROW, entity_id: '' }], 'rupees', 'Line 2, “entity_id” (column 1): “” is no id.'],
    [
      [{ ...ROW, entity_id: 'pay_\u0000' }],
      'rupees',
      'Line 2, “entity_id” (column 1): “pay_\u0000” is no id.',
    ],
    [[{ ...ROW, amount: '-5' }], 'rupees', 'Line 2, “amount” (column 3): “-5” is no amount in rupees.'],
    [
      [{ ...ROW, ...IN_BANK, settlement_utr: '1.2E+15' }],
      'rupees',
      'Line 2, “settlement_utr” (column 9): “1.2E+15” is what a spreadsheet made of a longer number. Please format the column as text and enter the whole number again.',
    ],
  ] as const)('is refused with line and column: %j', (rows, unit, problem) => {
    expect(problemsOf([...rows] as Record<string, string>[], unit)[0]).toBe(problem)
  })
})

it('refuses a row that ends before its amounts, and a repeated column', () => {
  const read = (headings: string, cells: string) =>
    readPayoutLines(
      { headings: headings.split(','), rows: [{ line: 5, cells: cells.split(',') }], text: '' },
      'rupees',
    )
  expect(read('entity_id,type,amount,tax,settlement_id', 'pay_1,payment,10')).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^Line 5, “tax” \(column 4\): the line ends before this column\./)],
  })
  expect(read('entity_id,type,amount,tax,settlement_id', 'pay_1,payment,10,1')).toMatchObject({ ok: true })
  expect(read('entity_id,type,amount,Amount', 'pay_1,payment,1,2')).toMatchObject({
    problems: ['The first line names the column “amount” twice. Please keep one of them.'],
  })
})

it('records a transfer once if the report has its sums, and links payments that the shop learns of later', async () => {
  const [row] = [{ ...ROW, ...IN_BANK, settled_at: '2026-11-20' }]
  const read = (rows: Record<string, string>[]) => readPayoutLines(fileOf(rows), 'rupees', true)
  const { settlement_id: _id, debit: _debit, ...partial } = row
  expect(read([partial])).toMatchObject({
    problems: ['The first line must name the columns; settlement_id, debit is missing.'],
  })
  const owner = await makeUser(db, { staffRole: 'owner' })
  const record = async (...rows: Record<string, string>[]) => {
    const report = read(rows)
    return recordSettlements(ctx(owner), { lines: report.ok ? report.lines : [], day: null })
  }
  expect(await record({ ...row, fee: '1' })).toMatchObject(err('tax_above_fee'))
  expect(await record(row)).toEqual(ok(1))
  const orderId = await makeOrder(ctx(customer), [{ productId: product, quantity: 1 }])
  const payment = { orderId, provider: 'razorpay', providerPaymentId: 'pay_1', amount: 106_082 }
  await insertRows(db, 'payments', { ...payment, capturedAt: NOW })
  expect(await record(row)).toEqual(ok(0))
  expect(await rowOf(db, 'payments', { orderId })).toMatchObject({ settlementId: expect.any(String) })
  expect(await record(row, { ...row, entity_id: 'pay_2' })).toMatchObject(err('settlement_differs'))
})

describe('comparePayout', () => {
  const own = { kind: 'payment', id: 'pay_1', orderId: 'o', amount: 106_082, at: NOW } as never

  it('finds matching, differing, repeated, unknown and missing entries', () => {
    const refund = { kind: 'refund', id: 'rfnd_1', orderId: 'o', amount: 5_000, at: NOW } as never
    const lines = linesOf(
      {},
      { entity_id: 'pay_1' },
      { entity_id: 'pay_2', amount: '7' },
      { entity_id: 'adj_1', type: 'adjustment' },
    )
    const compared = comparePayout(lines, [own, refund])
    expect(compared).toMatchObject({ matched: 1, differing: [], missing: [{ id: 'rfnd_1' }] })
    expect(compared.unknown.map(({ line, isTwice }) => [line.at, isTwice])).toEqual([
      [3, true],
      [4, false],
    ])
    const differs = comparePayout(linesOf({ amount: '1060.81' }), [own])
    expect(differs).toMatchObject({ matched: 0, differing: [{ line: { amount: 106_081 } }] })
    const other = comparePayout(linesOf({ type: 'refund', debit: '50', credit: '' }), [own])
    expect(other.unknown).toHaveLength(1)
  })

  it('sums each transfer to the bank', () => {
    const lines = linesOf(
      {},
      { entity_id: 'rfnd', type: 'refund', credit: '', debit: '35.79', fee: '', tax: '' },
    )
    expect(comparePayout(lines, []).settlements).toEqual([
      {
        id: 'setl_1',
        utr: 'UTR1',
        day: null,
        lines: 2,
        credit: 103_579,
        debit: 3_579,
        fee: 2_503,
        tax: 382,
        net: 100_000,
      },
    ])
  })

  it('compares with the entries that the report names, and others of the same period', async () => {
    const orderId = await makeOrder(ctx(customer), [{ productId: product, quantity: 1 }])
    const payment = (id: string, day: string, provider = 'razorpay') => ({
      ...{
        orderId,
        provider,
        providerPaymentId: id,
        amount: 11_800,
        capturedAt: new Date(`2026-11-${day}T06:00:00Z`),
      },
    })
    const days: [string, string, string?][] = [
      ['pay_a', '01'],
      ['pay_b', '02'],
      ['cash', '02', 'cod'],
      ['pay_c', '03'],
      ['pay_d', '04'],
    ]
    await insertRows(
      db,
      'payments',
      days.map((day) => payment(...day)),
    )
    const found = await entriesFor(db, linesOf({ entity_id: 'pay_a' }, { entity_id: 'pay_c' }))
    expect(found.map(({ id }) => id)).toEqual(['pay_a', 'pay_b', 'pay_c'])
    expect(found[0]).toMatchObject({ kind: 'payment', orderId, amount: 11_800 })
    expect(await entriesFor(db, linesOf({ entity_id: 'pay_z' }))).toEqual([])
  })
})
