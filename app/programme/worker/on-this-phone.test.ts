import { expect, it } from 'vitest'
import { timeOf } from '#app/programme/offline/requests.ts'
import type { OnPhone } from '#app/programme/offline/waiting.ts'
import { doneOnPhone, stateOnPhone } from '#app/programme/worker/on-this-phone.ts'

const EMPTY_PHONE: OnPhone = {
  ...{ starts: [], steps: [], photos: [], decisions: [], questions: [], tasks: [] },
  locked: 0,
}
const tap = { workLogId: 'a', ownerId: 'w', taskName: 'Pack', refused: null }
const page = { id: 'a', state: 'pending', asOf: 1000, done: 2, lastCountId: null, quantity: 5 } as const

it('stateOnPhone is in_progress after a tap on Start, unless the start was refused', () => {
  expect(stateOnPhone(page, EMPTY_PHONE)).toBe('pending')
  expect(stateOnPhone(page, { ...EMPTY_PHONE, starts: [tap] })).toBe('in_progress')
  expect(stateOnPhone(page, { ...EMPTY_PHONE, starts: [{ ...tap, refused: 'gone' }] })).toBe('pending')
  expect(stateOnPhone(page, { ...EMPTY_PHONE, starts: [{ ...tap, workLogId: 'b' }] })).toBe('pending')
  expect(stateOnPhone(page, { ...EMPTY_PHONE, tasks: [{ workLogId: 'a', isStarted: true }] })).toBe(
    'in_progress',
  )
})

it('stateOnPhone is pending_review if the server got a photo after the page was stored', () => {
  // The task was started, counted and photographed without a network.
  expect(
    stateOnPhone(page, { ...EMPTY_PHONE, tasks: [{ workLogId: 'a', isStarted: true, photoAt: 1001 }] }),
  ).toBe('pending_review')
  const returnedTask = { ...page, state: 'returned' } as const
  const withPhotoAt = (photoAt: number) => ({ ...EMPTY_PHONE, tasks: [{ workLogId: 'a', photoAt }] })
  expect(stateOnPhone(returnedTask, withPhotoAt(1001))).toBe('pending_review')
  expect(stateOnPhone(returnedTask, withPhotoAt(999))).toBe('returned')
  expect(stateOnPhone({ ...page, state: 'approved' }, withPhotoAt(1001))).toBe('approved')
})

it('doneOnPhone adds queued steps that were not refused to the latest confirmed count', () => {
  const steps = [1, 1].map((step, at) => ({ ...tap, id: `${at}`, step }))
  expect(doneOnPhone(page, { ...EMPTY_PHONE, steps })).toBe(4)
  const refused = steps.map((step) => ({ ...step, refused: 'too_late' as const }))
  expect(doneOnPhone(page, { ...EMPTY_PHONE, steps: refused })).toBe(2)
  const newer = [{ workLogId: 'a', done: 3, asOf: 1001 }]
  expect(doneOnPhone(page, { ...EMPTY_PHONE, steps, tasks: newer })).toBe(5)
  expect(doneOnPhone(page, { ...EMPTY_PHONE, tasks: [{ workLogId: 'a', done: 0, asOf: 999 }] })).toBe(2)
})

it('doneOnPhone skips queued steps that the page contains already, after a lost answer', () => {
  const steps = [1, 1, 1].map((step, at) => ({ ...tap, id: `${at}`, step }))
  const phone = { ...EMPTY_PHONE, steps }
  expect(doneOnPhone({ ...page, lastCountId: '1' }, phone)).toBe(3)
  expect(doneOnPhone({ ...page, lastCountId: '2' }, phone)).toBe(2)
  expect(doneOnPhone({ ...page, lastCountId: 'of another phone' }, phone)).toBe(5)
})

it('doneOnPhone skips queued steps that the last answer contains already', () => {
  const steps = [1, 1, 1].map((step, at) => ({ ...tap, id: `${at}`, step }))
  const newer = [{ workLogId: 'a', done: 4, asOf: 1001, lastCountId: '1' }]
  expect(doneOnPhone(page, { ...EMPTY_PHONE, steps, tasks: newer })).toBe(5)
})

it('a response is newer than a page whose loading began in the same second', () => {
  const answer = new Response(null, { headers: { date: 'Sun, 29 Nov 2026 12:00:00 GMT' } })
  const asOf = timeOf(answer)
  const tasks = [{ workLogId: 'a', done: 0, asOf }]
  const loaded = { ...page, asOf: Date.parse('2026-11-29T12:00:00.998Z') }
  expect(doneOnPhone(loaded, { ...EMPTY_PHONE, tasks })).toBe(0)
})
