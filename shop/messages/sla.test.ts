import { describe, expect, it } from 'vitest'
import { acknowledgementDeadline, durationText, redressDeadline } from '#shop/messages/sla.ts'

const date = (text: string) => new Date(text)

describe('acknowledgementDeadline', () => {
  const createdAt = date('2026-11-20T10:00:00Z')
  it('is 48 hours after the message', () => {
    const open = { createdAt, acknowledgedAt: null }
    expect(acknowledgementDeadline(open, date('2026-11-22T10:00:00Z'))).toMatchObject({ isLate: false })
    expect(acknowledgementDeadline(open, date('2026-11-22T10:00:01Z'))).toMatchObject({ isLate: true })
  })
  it('was met if the message was acknowledged in time, however much later it is checked', () => {
    const acknowledged = { createdAt, acknowledgedAt: date('2026-11-20T10:01:00Z') }
    expect(acknowledgementDeadline(acknowledged, date('2027-01-01T00:00:00Z')).isLate).toBe(false)
  })
})

describe('redressDeadline', () => {
  it.each([
    ['2026-11-20T10:00:00Z', '2026-12-20T10:00:00Z'],
    ['2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z'],
    ['2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z'],
    // In India this is 1 February.
    ['2027-01-31T20:00:00Z', '2027-02-28T20:00:00Z'],
  ])('of a message of %s is %s', (created, due) => {
    const { dueAt } = redressDeadline({ createdAt: date(created), closedAt: null }, date(created))
    expect(dueAt.toISOString()).toBe(date(due).toISOString())
  })
})

it('durationText gives the largest unit, rounded down', () => {
  const from = date('2026-11-20T10:00:00Z')
  expect(durationText(from, date('2026-11-20T10:01:30Z'))).toBe('1 minute')
  expect(durationText(from, date('2026-11-20T15:59:00Z'))).toBe('5 hours')
  expect(durationText(from, date('2026-11-23T09:00:00Z'))).toBe('2 days')
})
