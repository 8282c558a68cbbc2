import { expect, it } from 'vitest'
import type { OnPhone } from '#app/programme/offline/waiting.ts'
import { doneOnPhone, stateOnPhone } from '#app/programme/worker/on-this-phone.ts'

const NOTHING: OnPhone = { starts: [], steps: [], photos: [], decisions: [], known: [] }
const tap = { workLogId: 'a', ownerId: 'w', taskName: 'Pack', refused: null }
const page = { id: 'a', state: 'pending', asOf: 1000, done: 2, lastCountId: null, quantity: 5 } as const

it('shows a task as started from the tap on, unless the start was refused', () => {
  expect(stateOnPhone(page, NOTHING)).toBe('pending')
  expect(stateOnPhone(page, { ...NOTHING, starts: [tap] })).toBe('in_progress')
  expect(stateOnPhone(page, { ...NOTHING, starts: [{ ...tap, refused: 'gone' }] })).toBe('pending')
  expect(stateOnPhone(page, { ...NOTHING, starts: [{ ...tap, workLogId: 'b' }] })).toBe('pending')
  expect(stateOnPhone(page, { ...NOTHING, known: [{ workLogId: 'a', isStarted: true }] })).toBe('in_progress')
})

it('shows a photo that the server has since the page was kept, and not one of before', () => {
  const begun = { ...page, state: 'returned' } as const
  const sentAt = (photoAt: number) => ({ ...NOTHING, known: [{ workLogId: 'a', photoAt }] })
  expect(stateOnPhone(begun, sentAt(1001))).toBe('pending_review')
  expect(stateOnPhone(begun, sentAt(999))).toBe('returned')
  expect(stateOnPhone({ ...page, state: 'approved' }, sentAt(1001))).toBe('approved')
})

it('counts from what the server said last, with the steps that wait and are not refused', () => {
  const steps = [1, 1].map((step, at) => ({ ...tap, id: `${at}`, step }))
  expect(doneOnPhone(page, { ...NOTHING, steps })).toBe(4)
  const refused = steps.map((step) => ({ ...step, refused: 'too_late' as const }))
  expect(doneOnPhone(page, { ...NOTHING, steps: refused })).toBe(2)
  const newer = [{ workLogId: 'a', done: 3, asOf: 1001 }]
  expect(doneOnPhone(page, { ...NOTHING, steps, known: newer })).toBe(5)
  expect(doneOnPhone(page, { ...NOTHING, known: [{ workLogId: 'a', done: 0, asOf: 999 }] })).toBe(2)
})

it('leaves out steps that the page counts already, though their answer was lost', () => {
  const steps = [1, 1, 1].map((step, at) => ({ ...tap, id: `${at}`, step }))
  const phone = { ...NOTHING, steps }
  expect(doneOnPhone({ ...page, lastCountId: '1' }, phone)).toBe(3)
  expect(doneOnPhone({ ...page, lastCountId: '2' }, phone)).toBe(2)
  expect(doneOnPhone({ ...page, lastCountId: 'of another phone' }, phone)).toBe(5)
})

it('leaves out steps that the last answer counts, if the phone ended before it removed them', () => {
  const steps = [1, 1, 1].map((step, at) => ({ ...tap, id: `${at}`, step }))
  const newer = [{ workLogId: 'a', done: 4, asOf: 1001, lastCountId: '1' }]
  expect(doneOnPhone(page, { ...NOTHING, steps, known: newer })).toBe(5)
})
