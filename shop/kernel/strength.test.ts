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

describe('a session', () => {
  it('of a customer counts without a factor, and needs one once it is set up', () => {
    expect(sessionState({ ...session, ...customer }, real)).toBe('strong')
    expect(sessionState({ ...session, ...customer, hasFactor: true }, real)).toBe('weak')
    expect(sessionState({ ...session, ...customer, hasFactor: true, factorAt: ago(1) }, real)).toBe('strong')
  })

  it('of staff or a coordinator needs a factor in a real shop, and in a demonstration only one that is there', () => {
    const coordinator = { ...customer, coordinates: ['a group'] }
    for (const who of [owner, coordinator]) {
      expect(sessionState({ ...session, ...who }, real)).toBe('weak')
      expect(sessionState({ ...session, ...who, factorAt: ago(1) }, real)).toBe('strong')
      expect(sessionState({ ...session, ...who }, demo)).toBe('strong')
      expect(sessionState({ ...session, ...who, hasFactor: true }, demo)).toBe('weak')
    }
  })

  it('of staff ends after 30 minutes without use and after 12 hours, a customer’s after 180 days', () => {
    const proven = { ...session, factorAt: ago(700) }
    const at = (signedIn: number, used: number | null) => ({
      ...{ ...proven, signedInAt: ago(signedIn), lastUsedAt: used === null ? null : ago(used) },
    })
    expect(sessionState({ ...at(700, 29), ...owner }, real)).toBe('strong')
    expect(sessionState({ ...at(700, 30), ...owner }, real)).toBe('ended')
    expect(sessionState({ ...at(30, null), ...owner }, real)).toBe('ended')
    expect(sessionState({ ...at(720, 1), ...owner }, real)).toBe('ended')
    expect(sessionState({ ...at(720, 1), ...owner }, demo)).toBe('ended')
    const days = 180 * 24 * 60
    for (const who of [customer, { ...customer, coordinates: ['a group'] }]) {
      expect(sessionState({ ...at(days - 1, null), ...who }, real)).toBe('strong')
      expect(sessionState({ ...at(days, 1), ...who }, real)).toBe('ended')
    }
  })
})

describe('the person of a session', () => {
  const old = { signedInAt: ago(11), confirmedAt: null, factorAt: null, hasFactor: false }

  it('was there when it began, or a password or factor was proven in it, within ten minutes', () => {
    expect(isJustProven(old, NOW)).toBe(false)
    for (const at of ['signedInAt', 'confirmedAt', 'factorAt']) {
      expect(isJustProven({ ...old, [at]: ago(10) }, NOW)).toBe(true)
      expect(isJustProven({ ...old, [at]: new Date(ago(10).getTime() - 1) }, NOW)).toBe(false)
    }
  })

  it('proves a factor where there is one', () => {
    const withFactor = { ...old, hasFactor: true, signedInAt: ago(1), confirmedAt: ago(1) }
    expect(isJustProven(withFactor, NOW)).toBe(false)
    expect(isJustProven({ ...withFactor, factorAt: ago(11) }, NOW)).toBe(false)
    expect(isJustProven({ ...withFactor, factorAt: ago(1) }, NOW)).toBe(true)
  })
})

describe('a sensitive action', () => {
  const person = (staffRole: Person['staffRole'], factorAt: Date | null): Person => ({
    ...{ kind: 'person', id: '', email: '', fullName: '', isWorker: false, coordinates: [] },
    ...{ staffRole, factorAt },
  })
  const fresh = (actor: Person, isDemo = false) => isFresh({ actor, now: NOW, config: { isDemo } })

  it('needs a factor that was proven within ten minutes', () => {
    expect(fresh(person('owner', ago(10)))).toBe(true)
    expect(fresh(person('owner', new Date(ago(10).getTime() - 1)))).toBe(false)
    expect(fresh(person(null, ago(11)))).toBe(false)
    expect(fresh(person('owner', ago(11)), true)).toBe(false)
    expect(isFresh({ actor: { kind: 'visitor' }, now: NOW, config: { isDemo: true } })).toBe(false)
  })

  it('is open without a factor to a customer, and to staff of a demonstration only', () => {
    expect(fresh(person(null, null))).toBe(true)
    expect(fresh(person('owner', null))).toBe(false)
    expect(fresh(person('owner', null), true)).toBe(true)
  })
})
