import { describe, expect, it } from 'vitest'
import { NO_TRACKING_NUMBER } from '#shop/orders/carriers.ts'
import { checkLines, type NamedOrder, readTrackingLines } from '#shop/orders/tracking-file.ts'

const problemOf = (rows: string[][]) => {
  const read = readTrackingLines(rows)
  return read.kind === 'problem' ? read.problem : read.kind
}

describe('readTrackingLines', () => {
  it.each([
    ['our own', ['order_id', 'tracking_number', 'carrier']],
    ['Delhivery', ['Order ID', 'Waybill', 'Courier']],
    ['Delhivery One', ['Reference No', 'AWB Number', 'Courier Partner']],
    ['India Post', ['Reference No.', 'Article Number', 'Carrier']],
    ['Blue Dart', ['Credit Reference No', 'AWB No.', 'Courier Name']],
  ])('reads the columns of %s', (_, headings) => {
    const read = readTrackingLines([headings, [' a1b2c3 ', ' X1 ', 'DTDC']])
    const lines = [{ at: 2, order: 'a1b2c3', number: 'X1', carrier: 'DTDC' }]
    expect(read).toEqual({ kind: 'lines', lines })
  })

  it('has the line of each row where the file has blank ones', () => {
    const read = readTrackingLines(
      [
        ['order', 'awb'],
        ['a', '1'],
      ],
      {},
      [2, 5],
    )
    expect(read).toMatchObject({ lines: [{ at: 5 }] })
  })

  it('names the missing columns, and refuses empty and long files', () => {
    expect(
      problemOf([
        ['name', 'awb'],
        ['A', '1'],
      ]),
    ).toContain('missing: the order (order_id)')
    expect(problemOf([['order_id'], ['A']])).toContain('missing: the number (tracking_number)')
    expect(problemOf([])).toContain('no rows')
    expect(problemOf([['order_id', 'awb']])).toContain('no rows')
    const many = Array.from({ length: 201 }, () => ['a', 'b'])
    expect(problemOf([['order_id', 'awb'], ...many])).toContain('At most 200 rows')
  })
})

describe('a file in which several columns can be meant', () => {
  const FILE = [
    ['Order ID', 'Invoice No.', 'AWB', 'Waybill', 'Carrier'],
    ['', 'IN-1', 'A1', 'W1', 'DTDC'],
    ['a1b2c3', 'IN-2', 'A2', 'W2', 'DTDC'],
  ]

  it('is not read before one of them is chosen, also where two have the same name', () => {
    expect(readTrackingLines(FILE)).toEqual({
      kind: 'choose',
      choices: {
        order: [
          { at: 0, heading: 'Order ID', example: 'a1b2c3' },
          { at: 1, heading: 'Invoice No.', example: 'IN-1' },
        ],
        number: [
          { at: 2, heading: 'AWB', example: 'A1' },
          { at: 3, heading: 'Waybill', example: 'W1' },
        ],
      },
    })
    const twins = [
      ['order_id', 'AWB', 'awb'],
      ['a1b2c3', 'A1', 'B1'],
    ]
    expect(readTrackingLines(twins)).toMatchObject({ choices: { number: [{ at: 1 }, { at: 2 }] } })
  })

  it('is read by the chosen ones; a column that is not offered counts for nothing', () => {
    const read = readTrackingLines(FILE, { order: 1, number: 3 })
    const lines = read.kind === 'lines' ? read.lines : []
    expect(lines.map(({ order, number }) => [order, number])).toEqual([
      ['IN-1', 'W1'],
      ['IN-2', 'W2'],
    ])
    expect(readTrackingLines(FILE, { order: 4, number: 3 })).toMatchObject({ kind: 'choose' })
  })

  it('is read at once where they say the same, or all but one are empty', () => {
    const same = [
      ['order_id', 'awb', 'waybill', 'tracking'],
      ['a1b2c3', 'A1', ' A1', ''],
    ]
    expect(readTrackingLines(same)).toMatchObject({ kind: 'lines', lines: [{ number: 'A1' }] })
  })
})

it('checkLines says for each line why it is not shipped', () => {
  const order = (id: string, fields: Partial<NamedOrder> = {}): NamedOrder => ({
    ...{ id, version: 1, customerName: 'Asha', stage: 'ship', numberTakenBy: null, ...fields },
  })
  const line = (name: string, number: string) => ({ at: 2, order: name, number, carrier: '' })
  const cases: [ReturnType<typeof line>, NamedOrder | 'ambiguous' | null, string | null][] = [
    [line('good', 'A1'), order('good'), null],
    [line('', 'A2'), null, 'No order is named'],
    [line('A1B2C3D4', 'A3'), null, 'There’s no such order'],
    [line('#123456', 'A12'), null, 'There’s no such order. An ID needs its first 8 characters'],
    [line('ab', 'A4'), 'ambiguous', 'Several orders begin like this'],
    [line('none', ''), order('none'), 'The tracking number is missing'],
    [line('tab', 'A\t5'), order('tab'), NO_TRACKING_NUMBER],
    [line('twice', 'A6'), order('twice'), 'This order is in the file twice'],
    [line('twice', 'A7'), order('twice'), 'This order is in the file twice'],
    [line('s1', 'SAME'), order('s1'), 'This number is in the file twice'],
    [line('s2', 'same'), order('s2'), 'This number is in the file twice'],
    [
      { ...line('long', 'A11'), carrier: 'x'.repeat(101) },
      order('long'),
      'The carrier is longer than 100 characters',
    ],
    [line('taken', 'A8'), order('taken', { numberTakenBy: 'other' }), 'Another order has this number'],
    [line('early', 'A9'), order('early', { stage: 'pack' }), 'This order isn’t packed yet'],
    [line('gone', 'A10'), order('gone', { stage: null }), 'This order isn’t waiting to be shipped'],
  ]
  const checked = checkLines(
    cases.map(([one]) => one),
    cases.map(([, found]) => found),
  )
  expect(checked.map(({ problem }) => problem)).toEqual(cases.map(([, , problem]) => problem))
})
