import { describe, expect, it } from 'vitest'
import { explain, type Levels, partOf, type Step } from '#lab/checker/one-order.ts'

const shelf = (units: number): Levels => ({ first: { shelf: units }, least: { shelf: 0 }, most: {} })

const step = (words: string, from: number, to: number, more: Partial<Step>): Step => ({
  ...{ words, from, to, moves: {}, sees: [], after: null },
  ...more,
})
const sale = (from: number, to: number, units = 1, more: Partial<Step> = {}) =>
  step(`sells ${units}`, from, to, { moves: { shelf: -units }, ...more })
const look = (from: number, to: number, value: number, is: '=' | '<' | '>=' = '=') =>
  step(`sees ${is} ${value}`, from, to, { sees: [{ level: 'shelf', is, value }] })

const verdictOf = (steps: Step[], units: number, tries?: number) => explain(steps, shelf(units), tries).is

describe('explain', () => {
  it('finds an order in which each step is within its time', () => {
    expect(verdictOf([], 0)).toBe('explained')
    expect(verdictOf([sale(0, 10), look(0, 10, 1), look(0, 10, 0)], 1)).toBe('explained')
    const late = explain([sale(0, 10), look(2, 9, 1), look(4, 6, 0)], shelf(1))
    expect(late.is === 'explained' && late.order.map(({ words }) => words)).toEqual([
      'sees = 1',
      'sells 1',
      'sees = 0',
    ])
  })

  it('finds none when a look is older than what was known before it began', () => {
    expect(verdictOf([sale(0, 1), look(2, 3, 1)], 1)).toBe('stuck')
    expect(verdictOf([look(0, 1, 0), sale(2, 3)], 1)).toBe('stuck')
    // The later of two looks is the older one.
    expect(verdictOf([sale(0, 9), look(1, 2, 0), look(3, 4, 1)], 1)).toBe('stuck')
  })

  it('says how far it came, with what levels, and what had to come next', () => {
    const verdict = explain([sale(0, 1), sale(2, 3), sale(4, 5)], shelf(2))
    expect(verdict).toMatchObject({ is: 'stuck', explained: 2, levels: { shelf: 0 }, waiting: [{ from: 4 }] })
  })

  it('asks for all sights of one of several lists, at one moment', () => {
    const is = (level: string, value: number) => ({ level, is: '=', value }) as const
    const either = (from: number, to: number) =>
      step('sees', from, to, { sees: [], oneOf: [[is('shelf', 0), is('till', 0)], [is('till', 2)]] })
    const paid = (from: number, to: number) => step('is paid', from, to, { moves: { till: 1 } })
    expect(verdictOf([sale(0, 9), paid(0, 9), either(0, 9)], 1)).toBe('explained')
    expect(verdictOf([paid(0, 1), sale(2, 3), either(0, 9)], 1)).toBe('stuck')
    expect(verdictOf([paid(0, 1), paid(2, 3), either(4, 5)], 1)).toBe('explained')
    const [shelfAlone, tillAlone] = ['shelf', 'till'].map((name) =>
      partOf([either(0, 9)], (level) => level === name),
    )
    // Of the shelf alone it says nothing, since the other list may hold.
    expect(shelfAlone).toEqual([])
    expect(tillAlone).toMatchObject([{ oneOf: [[is('till', 0)], [is('till', 2)]] }])
  })

  it('keeps to the bounds at every moment', () => {
    expect(verdictOf([sale(0, 5), sale(0, 5)], 1)).toBe('stuck')
    const back = step('takes back', 2, 8, { moves: { shelf: 1 } })
    expect(verdictOf([sale(0, 9), sale(0, 9), back], 1)).toBe('explained')
    expect(verdictOf([sale(0, 1), sale(0, 1), back], 1)).toBe('stuck')
    const most = { first: {}, least: {}, most: { uses: 1 } }
    const use = () => step('uses', 0, 9, { moves: { uses: 1 } })
    expect(explain([use()], most).is).toBe('explained')
    expect(explain([use(), use()], most).is).toBe('stuck')
  })

  it('lets a step without an end be at any later time, but not before its beginning', () => {
    expect(verdictOf([sale(0, Infinity), look(5, 6, 1), look(7, 8, 0)], 1)).toBe('explained')
    expect(verdictOf([sale(7, Infinity), look(5, 6, 0)], 1)).toBe('stuck')
  })

  it('keeps the order of a chain, and takes back what it tried', () => {
    const first = sale(0, 9)
    const back = step('takes back', 0, 9, { moves: { shelf: 1 }, after: first })
    expect(verdictOf([first, back], 0)).toBe('stuck')
    expect(verdictOf([first, back], 1)).toBe('explained')
    // Only the larger one first leaves a moment for the look.
    expect(verdictOf([sale(0, 9, 1), sale(0, 9, 2), look(0, 9, 1), look(0, 9, 0)], 3)).toBe('explained')
    expect(verdictOf([sale(0, 9, 2), sale(0, 9, 2), look(0, 9, 1)], 4)).toBe('stuck')
  })

  it('sees too little, or enough', () => {
    expect(verdictOf([sale(0, 1), look(2, 3, 1, '<')], 1)).toBe('explained')
    expect(verdictOf([look(0, 1, 1, '<')], 1)).toBe('stuck')
    expect(verdictOf([look(0, 1, 1, '>=')], 1)).toBe('explained')
    expect(verdictOf([sale(0, 1), look(2, 3, 1, '>=')], 1)).toBe('stuck')
  })

  it('tries equal steps once: many at the same time are decided at once, and no answer is given after too many tries', () => {
    const many = Array.from({ length: 40 }, () => sale(0, 9))
    expect(verdictOf([...many, look(10, 11, 1)], 40, 5_000)).toBe('stuck')
    const different = Array.from({ length: 24 }, (_, at) => sale(0, 9, 2 ** at))
    expect(verdictOf([...different, look(10, 11, 1)], 2 ** 24 + 1, 5_000)).toBe('undecided')
  })

  it('agrees with trying every order', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const steps = randomSteps(seed)
      expect([seed, verdictOf(steps, 2)]).toEqual([seed, someOrderFits(steps, 2) ? 'explained' : 'stuck'])
    }
  })
})

describe('partOf', () => {
  it('keeps what is about a level, in the chain', () => {
    const placed = step('placed', 0, 1, { moves: { shelf: -1, uses: 1 } })
    const paid = step('paid', 0, 2, { moves: { open: -1 }, after: placed })
    const cancelled = step('cancelled', 0, 3, { moves: { shelf: 1, uses: -1 }, after: paid })
    const [one, other, ...more] = partOf(
      [placed, paid, cancelled, look(0, 1, 1)],
      (level) => level === 'uses',
    )
    expect(more).toEqual([])
    expect(one).toEqual({ ...placed, moves: { uses: 1 } })
    expect(other).toEqual({ ...cancelled, moves: { uses: -1 }, after: one })
  })
})

/** Five steps at random times: sales, returns and looks. */
function randomSteps(seed: number): Step[] {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
  const steps: Step[] = []
  for (let at = 0; at < 5; at += 1) {
    const from = below(8)
    const to = below(5) === 0 ? Infinity : from + 1 + below(4)
    const kind = below(4)
    const after = below(3) === 0 ? (steps.at(-1) ?? null) : null
    if (kind < 2) steps.push(sale(from, to, 1 + below(2), { after }))
    else if (kind === 2) steps.push(step('takes back', from, to, { moves: { shelf: 1 }, after }))
    else steps.push(look(from, to, below(3)))
  }
  return steps
}

function someOrderFits(steps: Step[], units: number, done: Step[] = []): boolean {
  if (done.length === steps.length) return true
  return steps.some((next) => {
    if (done.includes(next) || (next.after && !done.includes(next.after))) return false
    if (steps.some((other) => !done.includes(other) && other.to < next.from)) return false
    const level = units + done.reduce((sum, { moves }) => sum + (moves.shelf ?? 0), 0)
    if (next.sees.some(({ value }) => value !== level) || level + (next.moves.shelf ?? 0) < 0) return false
    return someOrderFits(steps, units, [...done, next])
  })
}
