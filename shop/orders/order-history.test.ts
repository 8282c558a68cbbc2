import { expect, it } from 'vitest'
import { NOT_RECORDED } from '#shop/audit/change.ts'
import type { OrderEvent } from '#shop/orders/order.ts'
import { lastChange, type OrderChangeEntry, orderHistory } from '#shop/orders/order-history.ts'
import { NOW } from '#tests/database.ts'

const timeAt = (minute: number) => new Date(NOW.getTime() + minute * 60_000)
const changeAt = (minute: number, action: string, former: unknown, after: unknown): OrderChangeEntry => ({
  ...{ id: minute, actorName: 'Lakshmi Iyer', action, createdAt: timeAt(minute) },
  ...{ before: former as never, after: after as never },
})
const event = (minute: number, fields: Partial<OrderEvent>): OrderEvent => ({
  ...{ id: minute, kind: 'status', fromStatus: 'pending', toStatus: 'processing', note: null, by: 'shop' },
  ...{ createdAt: timeAt(minute), ...fields },
})
const textsOf = (events: OrderEvent[], changes: OrderChangeEntry[]) =>
  orderHistory(events, {}, changes).map(({ text, note }) => (note === null ? text : `${text}: ${note}`))

it('orderHistory has one line for a refund that the shop started, with the reason', () => {
  const startEvent = event(1, { kind: 'refund_requested', note: 'Came too late' })
  const entry = changeAt(
    1,
    'start refund',
    { refund: null, reason: null },
    { refund: 'open', reason: 'damaged' },
  )
  expect(textsOf([startEvent], [entry])).toEqual(['Refund started: Came too late'])
  expect(textsOf([], [entry])).toEqual(['Refund started: Damaged, leaking or opened on the way'])
})

it('orderHistory omits changes that an event describes, and lists the corrected parts of an address', () => {
  const confirmation = changeAt(1, 'confirm', { status: 'pending' }, { status: 'processing' })
  expect(textsOf([event(1, {})], [confirmation])).toEqual(['Processing'])
  const correction = event(2, { kind: 'address_corrected' })
  const entry = changeAt(
    2,
    'update',
    { city: NOT_RECORDED, addressLine2: null },
    { city: NOT_RECORDED, addressLine2: NOT_RECORDED },
  )
  expect(textsOf([correction], [entry])).toEqual(['Address corrected: City changed. Address line 2 added'])
})

it('orderHistory has one line for placing and for each edit of items, in words', () => {
  const placed = event(1, { fromStatus: null, toStatus: 'pending' })
  const creation = changeAt(1, 'create', null, { payment: 'cod', total: 59_000, discountPercent: 0 })
  expect(textsOf([placed], [creation])).toEqual(['Order placed: Cash on Delivery'])
  const discounted = changeAt(1, 'create', null, { payment: 'card', total: 59_000, discountPercent: 10 })
  expect(textsOf([placed], [discounted])).toEqual(['Order placed: Card, discount 10%'])
  const edited = event(2, { kind: 'items_changed', note: 'To pay on delivery: ₹590.00.' })
  const change = changeAt(
    2,
    'change items',
    { lines: '1 × Ragi', total: 29_500 },
    { lines: '2 × Ragi', total: 59_000 },
  )
  expect(textsOf([edited], [change])).toEqual([
    'Items changed: Lines: 2 × Ragi (was 1 × Ragi). Total: ₹590 (was ₹295). To pay on delivery: ₹590.00.',
  ])
})

it('orderHistory describes a shipment and its undo from the audit log, with the tracking number', () => {
  const none = { status: 'processing', trackingNumber: null, carrier: null }
  const shipped = { status: 'shipped', trackingNumber: 'X1', carrier: 'DTDC' }
  expect(textsOf([], [changeAt(2, 'undo ship', shipped, none), changeAt(1, 'ship', none, shipped)])).toEqual([
    'Shipment undone: The tracking number DTDC, X1 was removed',
    'Order shipped: With the tracking number DTDC, X1',
  ])
  const old = { ...none, trackingNumber: 'OLD' }
  expect(textsOf([], [changeAt(1, 'undo ship', shipped, old)])).toEqual([
    'Shipment undone: Tracking number OLD (was DTDC, X1)',
  ])
})

it.each([
  ['print', { label: null }, { label: 'now' }, 'Printed: Label'],
  ['print', { slip: 'before' }, { slip: 'now' }, 'Printed: Packing slip, again'],
  ['pack', { packed: null, note: null }, { packed: true, note: 'Lid taped' }, 'Order packed: Lid taped'],
  ['undo pack', { packed: true }, { packed: false }, 'Packing undone'],
  ['send email again', null, { mail: 'Shipped' }, 'Email sent again: Shipped'],
  ['refund account seen', { account: null }, { account: NOT_RECORDED }, 'Refund account viewed'],
  ['edit note', { note: NOT_RECORDED }, { note: NOT_RECORDED }, 'Note changed'],
  ['write off cash', { payment: 'collected' }, { amount: 59_000 }, 'Cash written off: ₹590'],
  ['cash received', { payment: 'collected' }, { payment: 'received' }, 'Cash received'],
  ['review', { flags: 'waiting' }, { flags: 'reviewed' }, 'Discount reviewed'],
  ['update', { carrier: 'DTDC' }, { carrier: null }, 'Order changed: Carrier removed: DTDC'],
])('orderHistory describes the action %s', (action, former, after, line) => {
  expect(textsOf([], [changeAt(1, action, former, after)])).toEqual([line])
})

it('orderHistory lists the later of two events of one moment first', () => {
  const started = event(1, { kind: 'refund_requested' })
  expect(textsOf([started, event(1, { id: 2, kind: 'refund_approved' })], [])).toEqual([
    'Refund approved',
    'Refund started',
  ])
})

it('orderHistory has no line for a new note', () => {
  expect(textsOf([], [changeAt(1, 'add note', { note: null }, { note: 'A' })])).toEqual([])
})

it('lastChange ignores prints and notes', () => {
  const changes = [
    changeAt(3, 'print', {}, { label: 'x' }),
    changeAt(2, 'add note', {}, {}),
    changeAt(1, 'update', {}, {}),
  ]
  expect(lastChange(changes)?.id).toBe(1)
})

it.each([
  ['customer', 'Meera Nair', 'Meera Nair (customer)'],
  ['customer', undefined, 'Customer'],
  ['shop', 'Lakshmi Iyer', 'Lakshmi Iyer'],
  ['shop', undefined, 'A former admin'],
  ['system', undefined, 'System'],
] as const)('orderHistory names who caused an event: %s, %s', (by, name, expected) => {
  const names: Record<number, string> = name === undefined ? {} : { 1: name }
  expect(orderHistory([event(1, { by })], names, []).map((line) => line.by)).toEqual([expected])
})
