import { describe, expect, it } from 'vitest'
import { columnName } from '#shop/kernel/csv.ts'
import { NO_TRACKING_NUMBER } from '#shop/orders/carriers.ts'
import { checkLines, type NamedOrder, readTrackingLines } from '#shop/orders/tracking-file.ts'

const row = (headings: string[], values: string[]) =>
  Object.fromEntries(headings.map((heading, at) => [columnName(heading), values[at] ?? '']))

describe('readTrackingLines', () => {
  it.each([
    ['our own', ['order_id', 'tracking_number', 'carrier']],
    ['Delhivery', ['Order ID', 'Waybill', 'Courier']],
    ['Delhivery One', ['Reference No', 'AWB Number', 'Courier Partner']],
    ['India Post', ['Reference No.', 'Article Number', 'Carrier']],
    ['Blue Dart', ['Credit Reference No', 'AWB No.', 'Courier Name']],
  ])('reads the columns of %s', (_, headings) => {
    const lines = readTrackingLines([row(headings, [' a1b2c3 ', ' X1 ', 'DTDC'])])
    expect(lines).toEqual([{ at: 2, order: 'a1b2c3', number: 'X1', carrier: 'DTDC' }])
  })

  it('names the missing columns, and refuses empty and long files', () => {
    expect(readTrackingLines([{ name: 'A', awb: '1' }])).toContain('missing: the order (order_id)')
    expect(readTrackingLines([{ order_id: 'A' }])).toContain('missing: the number (tracking_number)')
    expect(readTrackingLines([])).toContain('no rows')
    const many = Array.from({ length: 201 }, () => ({ order_id: 'a', awb: 'b' }))
    expect(readTrackingLines(many)).toContain('At most 200 rows')
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
    [line('x', 'A3'), null, 'There’s no such order'],
    [line('ab', 'A4'), 'ambiguous', 'Several orders begin like this'],
    [line('none', ''), order('none'), 'The tracking number is missing'],
    [line('tab', 'A\t5'), order('tab'), NO_TRACKING_NUMBER],
    [line('twice', 'A6'), order('twice'), 'This order is in the file twice'],
    [line('twice', 'A7'), order('twice'), 'This order is in the file twice'],
    [line('s1', 'SAME'), order('s1'), 'This number is in the file twice'],
    [line('s2', 'same'), order('s2'), 'This number is in the file twice'],
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
