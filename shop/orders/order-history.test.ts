import { expect, it } from 'vitest'
import { NOT_RECORDED } from '#shop/audit/change.ts'
import type { OrderEvent } from '#shop/orders/order.ts'
import { lastChange, type OrderChangeEntry, orderHistory } from '#shop/orders/order-history.ts'
import { NOW } from '#tests/database.ts'

const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000)
const change = (minute: number, action: string, before: unknown, after: unknown): OrderChangeEntry => ({
  ...{ id: minute, actorName: 'Lakshmi Iyer', action, createdAt: at(minute) },
  ...{ before: before as never, after: after as never },
})
const event = (minute: number, fields: Partial<OrderEvent>): OrderEvent => ({
  ...{ id: minute, kind: 'status', fromStatus: 'pending', toStatus: 'processing', note: null, by: 'shop' },
  ...{ createdAt: at(minute), ...fields },
})
const told = (events: OrderEvent[], changes: OrderChangeEntry[]) =>
  orderHistory(events, {}, changes).map(({ text, note }) => (note === null ? text : `${text}: ${note}`))

it('says a refund that the shop started once, and what for', () => {
  const started = event(1, { kind: 'refund_requested', note: 'Came too late' })
  const audited = change(
    1,
    'start refund',
    { refund: null, reason: null },
    { refund: 'open', reason: 'damaged' },
  )
  expect(told([started], [audited])).toEqual(['Refund started: Came too late'])
  expect(told([], [audited])).toEqual(['Refund started: Damaged, leaking or opened on the way'])
})

it('says a change that an event tells once, and what was corrected of an address', () => {
  const moved = change(1, 'confirm', { status: 'pending' }, { status: 'processing' })
  expect(told([event(1, {})], [moved])).toEqual(['Processing'])
  const corrected = event(2, { kind: 'address_corrected' })
  const audited = change(
    2,
    'update',
    { city: NOT_RECORDED, addressLine2: null },
    { city: NOT_RECORDED, addressLine2: NOT_RECORDED },
  )
  expect(told([corrected], [audited])).toEqual(['Address corrected: City changed. Address line 2 added'])
})

it('tells a shipment and its undo, whose events are gone, with the tracking number', () => {
  const none = { status: 'processing', trackingNumber: null, carrier: null }
  const sent = { status: 'shipped', trackingNumber: 'X1', carrier: 'DTDC' }
  expect(told([], [change(2, 'undo ship', sent, none), change(1, 'ship', none, sent)])).toEqual([
    'Shipment undone: The tracking number DTDC, X1 was removed',
    'Order shipped: With the tracking number DTDC, X1',
  ])
  const old = { ...none, trackingNumber: 'OLD' }
  expect(told([], [change(1, 'undo ship', sent, old)])).toEqual([
    'Shipment undone: Tracking number OLD, before DTDC, X1',
  ])
})

it.each([
  ['print', { label: null }, { label: 'now' }, 'Printed: Label'],
  ['print', { slip: 'before' }, { slip: 'now' }, 'Printed: Packing slip, again'],
  ['pack', { packed: null, note: null }, { packed: true, note: 'Lid taped' }, 'Order packed: Lid taped'],
  ['undo pack', { packed: true }, { packed: false }, 'Packing undone'],
  ['send email again', null, { mail: 'Shipped' }, 'Email sent again: Shipped'],
  ['refund account seen', { account: null }, { account: NOT_RECORDED }, 'Account for the refund looked at'],
  ['edit note', { note: NOT_RECORDED }, { note: NOT_RECORDED }, 'Note changed'],
  ['review', { flags: 'waiting' }, { flags: 'reviewed' }, 'Discount reviewed'],
  ['update', { carrier: 'DTDC' }, { carrier: null }, 'Order changed: Carrier removed: DTDC'],
])('%s reads as a sentence', (action, before, after, line) => {
  expect(told([], [change(1, action, before, after)])).toEqual([line])
})

it('has no line of its own for a new note', () => {
  expect(told([], [change(1, 'add note', { note: null }, { note: 'A' })])).toEqual([])
})

it('the last change of the order itself is no print and no note', () => {
  const changes = [
    change(3, 'print', {}, { label: 'x' }),
    change(2, 'add note', {}, {}),
    change(1, 'update', {}, {}),
  ]
  expect(lastChange(changes)?.id).toBe(1)
})

it.each([
  ['customer', 'Meera Nair', 'Meera Nair (customer)'],
  ['customer', undefined, 'Customer'],
  ['shop', 'Lakshmi Iyer', 'Lakshmi Iyer'],
  ['shop', undefined, 'An admin who has left'],
  ['system', undefined, 'System'],
] as const)('names whose act an event is: %s, %s', (by, name, expected) => {
  const names: Record<number, string> = name === undefined ? {} : { 1: name }
  expect(orderHistory([event(1, { by })], names, []).map((line) => line.by)).toEqual([expected])
})
