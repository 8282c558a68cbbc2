import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import type { CsvFile } from '#shop/kernel/csv-file.ts'
import { err } from '#shop/kernel/result.ts'
import { NO_TRACKING_NUMBER } from '#shop/orders/carriers.ts'
import { rememberColumns } from '#shop/orders/packing-desk.ts'
import { rememberedColumns } from '#shop/orders/tracking-file.read.ts'
import {
  certainColumns,
  checkLines,
  isChoiceOf,
  likelyColumns,
  type NamedOrder,
  readTrackingLines,
  type TrackingLine,
} from '#shop/orders/tracking-file.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()

const fileOf = ([headings = [], ...rows]: string[][]): CsvFile => ({
  ...{ headings, rows: rows.map((cells, at) => ({ line: at + 2, cells })), text: '' },
})

/** Returns the lines of a file; null if its headings are ambiguous. */
function linesOf(rows: string[][], carrier = '') {
  const file = fileOf(rows)
  const columns = certainColumns(file)
  return columns && readTrackingLines(file, columns, carrier)
}

describe('the columns of a tracking file', () => {
  it.each([
    ['our own', ['order_id', 'tracking_number', 'carrier']],
    ['Delhivery', ['Order ID', 'Waybill', 'Courier']],
    ['Delhivery One', ['Reference No', 'AWB Number', 'Courier Partner']],
    ['India Post', ['Reference No.', 'Article Number', 'Carrier']],
    ['Blue Dart', ['Credit Reference No', 'AWB No.', 'Courier Name']],
    ['Shiprocket', ['Channel Order ID', 'AWB Code', 'Courier Company']],
    ['NimbusPost', ['Order Number', 'AWB Number', 'Courier']],
    ['iThink', ['Order No', 'Airwaybill No', 'Logistics Name']],
    ['Pickrr', ['Client Order ID', 'Pickrr Tracking ID', 'Courier Used']],
  ])('of %s are recognized', (_, headings) => {
    const lines = [{ at: 2, order: 'a1b2c3', number: 'X1', carrier: 'DTDC', cell: null }]
    expect(linesOf([headings, [' a1b2c3 ', ' X1 ', 'DTDC']])).toEqual(lines)
    // The aggregator's own shipment number is ignored.
    const longer = ['Shipment ID', ...headings, 'City']
    expect(linesOf([longer, ['77', 'a1b2c3', 'X1', 'DTDC', 'Pune']])).toEqual(lines)
  })

  it('are ambiguous if a heading is unknown and no column is known to be the carrier’s', () => {
    const rows = [
      ['Order ID', 'AWB', 'Shipped through'],
      ['a1b2c3', 'A1', 'Delhivery'],
    ]
    expect(linesOf(rows, 'India Post')).toBeNull()
    expect(
      linesOf(
        rows.map((row) => row.slice(0, 2)),
        'DTDC',
      ),
    ).toMatchObject([{ carrier: 'DTDC' }])
  })

  it('are ambiguous if a column is missing or several columns fit', () => {
    const rows = [
      ['Order ID', 'Channel Order ID', 'AWB', 'Waybill', 'Carrier'],
      ['', 'IN-1', 'A1', 'W1', 'DTDC'],
      ['a1b2c3', 'IN-2', 'A2', 'W2', 'DTDC'],
    ]
    expect(linesOf(rows)).toBeNull()
    expect(likelyColumns(fileOf(rows))).toEqual({
      order: [
        { at: 0, heading: 'Order ID', example: 'a1b2c3' },
        { at: 1, heading: 'Channel Order ID', example: 'IN-1' },
      ],
      number: [
        { at: 2, heading: 'AWB', example: 'A1' },
        { at: 3, heading: 'Waybill', example: 'W1' },
      ],
      carrier: [{ at: 4, heading: 'Carrier', example: 'DTDC' }],
    })
    expect(
      linesOf([
        ['name', 'awb', 'carrier'],
        ['A', '1', 'DTDC'],
      ]),
    ).toBeNull()
    expect(
      linesOf([
        ['order_id', 'AWB', 'awb', 'carrier'],
        ['a1b2c3', 'A1', 'B1', 'DTDC'],
      ]),
    ).toBeNull()
  })

  it('are certain if the fitting columns are equal, or all but one are empty', () => {
    const rows = [
      ['order_id', 'awb', 'waybill', 'tracking'],
      ['a1b2c3', 'A1', ' A1', ''],
    ]
    expect(linesOf(rows)).toMatchObject([{ number: 'A1' }])
  })

  it('can be chosen only if they are in the file and are different columns', () => {
    const file = fileOf([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ])
    const isChoice = (order: number, number: number, carrier: number | null) =>
      isChoiceOf(file, { order, number, carrier })
    expect([isChoice(2, 0, null), isChoice(2, 0, 1)]).toEqual([true, true])
    expect([isChoice(2, 2, null), isChoice(2, 0, 2), isChoice(3, 0, null)]).toEqual([false, false, false])
  })
})

it('checkLines reports a number that is shorter than most of the carrier’s numbers', () => {
  const orderOf = (id: string): NamedOrder => ({
    ...{ id, version: 1, customerName: 'Asha', stage: 'ship', numberTakenBy: null },
  })
  const problems = (...numbers: string[]) => {
    const rows = numbers.map((number, at) => [`a1b2c3d${at}`, number, at === 4 ? 'DTDC' : 'Gati'])
    const lines = linesOf([['order', 'awb', 'carrier'], ...rows]) ?? []
    const checked = checkLines(
      lines,
      lines.map(({ order }) => orderOf(order)),
    )
    return checked.map(({ problem }) => problem?.slice(0, 31) ?? null)
  }
  expect(problems('123456789', '223456789', '12345678', '323456789', '77')).toEqual([
    ...[null, null, 'This tracking number is shorter', null, null],
  ])
  expect(problems('123456789', '12345678', '223456789', '22345678')).toEqual([null, null, null, null])
})

describe('a choice of columns', () => {
  const file = fileOf([
    ['Id', 'Slip', 'By'],
    ['a1b2c3d4', 'A1', 'DTDC'],
  ])

  it('is remembered for this person and files with the same headings', async () => {
    const [packer, other] = [
      await makeUser(db, { staffRole: 'packer' }),
      await makeUser(db, { staffRole: 'packer' }),
    ]
    expect(await rememberedColumns(db, packer.id, file)).toBeNull()
    const columns = { order: 0, number: 1, carrier: 2 }
    expect((await rememberColumns(ctx(packer), file, { ...columns, carrier: null })).ok).toBe(true)
    expect(await rememberedColumns(db, packer.id, file)).toEqual({ ...columns, carrier: null })
    await rememberColumns(ctx(packer), file, columns)
    expect(await rememberedColumns(db, packer.id, file)).toEqual(columns)
    expect(
      await rememberedColumns(
        db,
        packer.id,
        fileOf([
          ['Slip', 'Id', 'By'],
          ['A', 'b', 'c'],
        ]),
      ),
    ).toBeNull()
    expect(await rememberedColumns(db, other.id, file)).toBeNull()
  })

  it('is remembered for a file with very many headings, but not without permission', async () => {
    const packer = await makeUser(db, { staffRole: 'packer' })
    const wide = fileOf([Array.from({ length: 900 }, (_, at) => `स्तंभ ${at}`), ['a']])
    const columns = { order: 899, number: 1, carrier: null }
    await rememberColumns(ctx(packer), wide, columns)
    expect(await rememberedColumns(db, packer.id, wide)).toEqual(columns)
    expect(await rememberColumns(ctx(await makeUser(db)), file, columns)).toEqual(err('not_allowed'))
  })
})

it('checkLines returns the problem of each line', () => {
  const order = (id: string, fields: Partial<NamedOrder> = {}): NamedOrder => ({
    ...{ id, version: 1, customerName: 'Asha', stage: 'ship', numberTakenBy: null, ...fields },
  })
  const line = (name: string, number: string) => ({ at: 2, order: name, number, carrier: 'DTDC', cell: null })
  const cases: [TrackingLine, NamedOrder | 'ambiguous' | null, string | null][] = [
    [line('good', 'A1'), order('good'), null],
    [line('', 'A2'), null, 'The order is missing'],
    [line('A1B2C3D4', 'A3'), null, 'There’s no such order'],
    [line('#123456', 'A12'), null, 'There’s no such order. An ID needs its first 8 characters'],
    [
      line('1234567', 'A13'),
      null,
      'There’s no such order. An ID needs its first 8 characters; spreadsheets remove zeros at its start',
    ],
    [
      { ...line('bare', 'A14'), carrier: '' },
      order('bare'),
      'The carrier is missing. Choose one for such lines',
    ],
    [
      { ...line('cut', 'A15'), cell: { kind: 'missing', line: 2, at: 1, heading: 'AWB', text: '' } },
      order('cut'),
      '“AWB” (column 2): the line ends before this column. Please add the missing cell, even if it is empty.',
    ],
    [line('ab', 'A4'), 'ambiguous', 'Several order IDs begin like this'],
    [line('none', ''), order('none'), 'The tracking number is missing'],
    [line('tab', 'A\t5'), order('tab'), NO_TRACKING_NUMBER],
    [line('twice', 'A6'), order('twice'), 'Another line has this order'],
    [line('twice', 'A7'), order('twice'), 'Another line has this order'],
    [line('s1', 'SAME'), order('s1'), 'Another line has this tracking number'],
    [line('s2', 'same'), order('s2'), 'Another line has this tracking number'],
    [
      { ...line('long', 'A11'), carrier: 'x'.repeat(101) },
      order('long'),
      'The carrier is longer than 100 characters',
    ],
    [
      line('taken', 'A8'),
      order('taken', { numberTakenBy: 'other' }),
      'Another order has this tracking number',
    ],
    [line('early', 'A9'), order('early', { stage: 'pack' }), 'This order isn’t packed yet'],
    [line('gone', 'A10'), order('gone', { stage: null }), 'This order isn’t waiting to be shipped'],
  ]
  const checked = checkLines(
    cases.map(([expected]) => expected),
    cases.map(([, found]) => found),
  )
  expect(checked.map(({ problem }) => problem)).toEqual(cases.map(([, , problem]) => problem))
})
