import { describe, expect, it } from 'vitest'
import type { Person } from '#shop/kernel/actor.ts'
import { isFresh, isJustProven, sessionState } from '#shop/kernel/strength.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

const customer = { staffRole: null, coordinates: [], hasFactor: false }
const owner = { ...customer, staffRole: 'owner' } as const
const session = { signedInAt: ago(1), lastUsedAt: null, factorAt: null }
const real = { now: NOW, isDemo: false }
const demo = { now: NOW, isDemo: true }

describe('sessionState', () => {
  it('is weak for a customer only if a factor is set up and unproven', () => {
    expect(sessionState({ ...session, ...customer }, real)).toBe('strong')
    expect(sessionState({ ...session, ...customer, hasFactor: true }, real)).toBe('weak')
    expect(sessionState({ ...session, ...customer, hasFactor: true, factorAt: ago(1) }, real)).toBe('strong')
  })

  it('is weak for staff and coordinators without a proven factor; in a demo only if one is set up', () => {
    const coordinator = { ...customer, coordinates: ['a group'] }
    for (const rights of [owner, coordinator]) {
      expect(sessionState({ ...session, ...rights }, real)).toBe('weak')
      expect(sessionState({ ...session, ...rights, factorAt: ago(1) }, real)).toBe('strong')
      expect(sessionState({ ...session, ...rights }, demo)).toBe('strong')
      expect(sessionState({ ...session, ...rights, hasFactor: true }, demo)).toBe('weak')
    }
  })

  it('ends sessions of staff after 30 idle minutes or 12 hours, and sessions of customers after 180 days', () => {
    const proven = { ...session, factorAt: ago(700) }
    const sessionAt = (signedIn: number, used: number | null) => ({
      ...{ ...proven, signedInAt: ago(signedIn), lastUsedAt: used === null ? null : ago(used) },
    })
    expect(sessionState({ ...sessionAt(700, 29), ...owner }, real)).toBe('strong')
    expect(sessionState({ ...sessionAt(700, 30), ...owner }, real)).toBe('ended')
    expect(sessionState({ ...sessionAt(30, null), ...owner }, real)).toBe('ended')
    expect(sessionState({ ...sessionAt(720, 1), ...owner }, real)).toBe('ended')
    expect(sessionState({ ...sessionAt(720, 1), ...owner }, demo)).toBe('ended')
    const days = 180 * 24 * 60
    for (const rights of [customer, { ...customer, coordinates: ['a group'] }]) {
      expect(sessionState({ ...sessionAt(days - 1, null), ...rights }, real)).toBe('strong')
      expect(sessionState({ ...sessionAt(days, 1), ...rights }, real)).toBe('ended')
    }
  })
})

describe('isJustProven', () => {
  const old = { signedInAt: ago(11), confirmedAt: null, factorAt: null, hasFactor: false }

  it('is true for ten minutes after a sign-in, a confirmed password or a verified factor', () => {
    expect(isJustProven(old, NOW)).toBe(false)
    for (const field of ['signedInAt', 'confirmedAt', 'factorAt']) {
      expect(isJustProven({ ...old, [field]: ago(10) }, NOW)).toBe(true)
      expect(isJustProven({ ...old, [field]: new Date(ago(10).getTime() - 1) }, NOW)).toBe(false)
    }
  })

  it('counts only the factor if one is set up', () => {
    const withFactor = { ...old, hasFactor: true, signedInAt: ago(1), confirmedAt: ago(1) }
    expect(isJustProven(withFactor, NOW)).toBe(false)
    expect(isJustProven({ ...withFactor, factorAt: ago(11) }, NOW)).toBe(false)
    expect(isJustProven({ ...withFactor, factorAt: ago(1) }, NOW)).toBe(true)
  })
})

describe('isFresh', () => {
  const person = (staffRole: Person['staffRole'], factorAt: Date | null): Person => ({
    ...{ kind: 'person', id: '', email: '', fullName: '', isWorker: false, coordinates: [] },
    ...{ staffRole, factorAt },
  })
  const fresh = (actor: Person, isDemo = false) => isFresh({ actor, now: NOW, config: { isDemo } })

  it('is true within ten minutes of a proven factor, and never for visitors', () => {
    expect(fresh(person('owner', ago(10)))).toBe(true)
    expect(fresh(person('owner', new Date(ago(10).getTime() - 1)))).toBe(false)
    expect(fresh(person(null, ago(11)))).toBe(false)
    expect(fresh(person('owner', ago(11)), true)).toBe(false)
    expect(isFresh({ actor: { kind: 'visitor' }, now: NOW, config: { isDemo: true } })).toBe(false)
  })

  it('is true without a factor for customers, and for staff only in a demo', () => {
    expect(fresh(person(null, null))).toBe(true)
    expect(fresh(person('owner', null))).toBe(false)
    expect(fresh(person('owner', null), true)).toBe(true)
  })
})
