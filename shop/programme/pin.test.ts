import { describe, expect, it } from 'vitest'
import { cardState, pinProblem } from '#shop/programme/pin.ts'

describe('pinProblem', () => {
  it.each(['000000', '777777', '121212', '123123', '123456', '890123', '654321', '210987'])(
    'refuses %s as too easy',
    (pin) => expect(pinProblem(pin, '9845012345')).toBe('too_easy'),
  )

  it('refuses digits of the phone number as too easy', () => {
    expect(pinProblem('012345', '9845012345')).toBe('too_easy')
    expect(pinProblem('984501', '9845012345')).toBe('too_easy')
    expect(pinProblem('984501', null)).toBeNull()
  })

  it.each(['', '12345', '1234567', 'abcdef', '12 456'])('refuses “%s”, which is not six digits', (pin) =>
    expect(pinProblem(pin, null)).toBe('not_six_digits'),
  )

  it.each(['483920', '112233', '135790'])('accepts %s', (pin) =>
    expect(pinProblem(pin, '9845012345')).toBeNull(),
  )
})

it('cardState returns used, replaced, expired or open', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  const open = { expiresAt: new Date(now.getTime() + 1), usedAt: null, replacedAt: null }
  expect(cardState(open, now)).toBe('open')
  expect(cardState({ ...open, expiresAt: now }, now)).toBe('expired')
  expect(cardState({ ...open, replacedAt: now }, now)).toBe('replaced')
  expect(cardState({ ...open, usedAt: now }, now)).toBe('used')
})
