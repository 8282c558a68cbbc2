import { describe, expect, it } from 'vitest'
import { acknowledgementDeadline, durationText, redressDeadline } from '#shop/messages/sla.ts'

const at = (text: string) => new Date(text)

describe('the acknowledgement', () => {
  const createdAt = at('2026-11-20T10:00:00Z')
  it('is due after 48 hours', () => {
    const open = { createdAt, acknowledgedAt: null }
    expect(acknowledgementDeadline(open, at('2026-11-22T10:00:00Z'))).toMatchObject({ isLate: false })
    expect(acknowledgementDeadline(open, at('2026-11-22T10:00:01Z'))).toMatchObject({ isLate: true })
  })
  it('counts when it was given, not when one looks', () => {
    const given = { createdAt, acknowledgedAt: at('2026-11-20T10:01:00Z') }
    expect(acknowledgementDeadline(given, at('2027-01-01T00:00:00Z')).isLate).toBe(false)
  })
})

describe('redress', () => {
  it.each([
    ['2026-11-20T10:00:00Z', '2026-12-20T10:00:00Z'],
    ['2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z'],
    ['2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z'],
    // 1 February in India.
    ['2027-01-31T20:00:00Z', '2027-02-28T20:00:00Z'],
  ])('of a message of %s is due on %s', (created, due) => {
    const { dueAt } = redressDeadline({ createdAt: at(created), closedAt: null }, at(created))
    expect(dueAt.toISOString()).toBe(at(due).toISOString())
  })
})

it('spans are told in their largest unit', () => {
  const from = at('2026-11-20T10:00:00Z')
  expect(durationText(from, at('2026-11-20T10:01:30Z'))).toBe('1 minute')
  expect(durationText(from, at('2026-11-20T15:59:00Z'))).toBe('5 hours')
  expect(durationText(from, at('2026-11-23T09:00:00Z'))).toBe('2 days')
})
