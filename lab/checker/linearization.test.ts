import { describe, expect, it } from 'vitest'
import { linearize, type Model, projectSteps, type Step } from '#lab/checker/linearization.ts'

const shelf = (units: number): Model => ({ initial: { shelf: units }, min: { shelf: 0 }, max: {} })

const step = (description: string, from: number, to: number, more: Partial<Step>): Step => ({
  ...{ description, from, to, effects: {}, conditions: [], after: null },
  ...more,
})
const sale = (from: number, to: number, units = 1, more: Partial<Step> = {}) =>
  step(`sells ${units}`, from, to, { effects: { shelf: -units }, ...more })
const read = (from: number, to: number, value: number, is: '=' | '<' | '>=' = '=') =>
  step(`sees ${is} ${value}`, from, to, { conditions: [{ variable: 'shelf', is, value }] })

const verdictOf = (steps: Step[], units: number, tries?: number) => linearize(steps, shelf(units), tries).is

describe('linearize', () => {
  it('finds a sequence in which each step is within its time', () => {
    expect(verdictOf([], 0)).toBe('linearizable')
    expect(verdictOf([sale(0, 10), read(0, 10, 1), read(0, 10, 0)], 1)).toBe('linearizable')
    const late = linearize([sale(0, 10), read(2, 9, 1), read(4, 6, 0)], shelf(1))
    expect(late.is === 'linearizable' && late.order.map(({ description }) => description)).toEqual([
      'sees = 1',
      'sells 1',
      'sees = 0',
    ])
  })

  it('finds no sequence for a stale read', () => {
    expect(verdictOf([sale(0, 1), read(2, 3, 1)], 1)).toBe('not-linearizable')
    expect(verdictOf([read(0, 1, 0), sale(2, 3)], 1)).toBe('not-linearizable')
    // Reads never go backwards.
    expect(verdictOf([sale(0, 9), read(1, 2, 0), read(3, 4, 1)], 1)).toBe('not-linearizable')
  })

  it('reports the longest prefix, its state and the next steps', () => {
    const verdict = linearize([sale(0, 1), sale(2, 3), sale(4, 5)], shelf(2))
    expect(verdict).toMatchObject({
      is: 'not-linearizable',
      explained: 2,
      state: { shelf: 0 },
      waiting: [{ from: 4 }],
    })
  })

  it('requires that all conditions of one of the lists are true at the same moment', () => {
    const is = (variable: string, value: number) => ({ variable, is: '=', value }) as const
    const either = (from: number, to: number) =>
      step('sees', from, to, { conditions: [], anyOf: [[is('shelf', 0), is('till', 0)], [is('till', 2)]] })
    const payment = (from: number, to: number) => step('is paid', from, to, { effects: { till: 1 } })
    expect(verdictOf([sale(0, 9), payment(0, 9), either(0, 9)], 1)).toBe('linearizable')
    expect(verdictOf([payment(0, 1), sale(2, 3), either(0, 9)], 1)).toBe('not-linearizable')
    expect(verdictOf([payment(0, 1), payment(2, 3), either(4, 5)], 1)).toBe('linearizable')
    const [shelfAlone, tillAlone] = ['shelf', 'till'].map((name) =>
      projectSteps([either(0, 9)], (variable) => variable === name),
    )
    // The shelf alone restricts nothing, since the conditions of the other list may be true.
    expect(shelfAlone).toEqual([])
    expect(tillAlone).toMatchObject([{ anyOf: [[is('till', 0)], [is('till', 2)]] }])
  })

  it('keeps variables within their bounds at every moment', () => {
    expect(verdictOf([sale(0, 5), sale(0, 5)], 1)).toBe('not-linearizable')
    const back = step('takes back', 2, 8, { effects: { shelf: 1 } })
    expect(verdictOf([sale(0, 9), sale(0, 9), back], 1)).toBe('linearizable')
    expect(verdictOf([sale(0, 1), sale(0, 1), back], 1)).toBe('not-linearizable')
    const most = { initial: {}, min: {}, max: { uses: 1 } }
    const use = () => step('uses', 0, 9, { effects: { uses: 1 } })
    expect(linearize([use()], most).is).toBe('linearizable')
    expect(linearize([use(), use()], most).is).toBe('not-linearizable')
  })

  it('allows a step without an end at any time after its start', () => {
    expect(verdictOf([sale(0, Infinity), read(5, 6, 1), read(7, 8, 0)], 1)).toBe('linearizable')
    expect(verdictOf([sale(7, Infinity), read(5, 6, 0)], 1)).toBe('not-linearizable')
  })

  it('keeps the sequence of a chain, and backtracks', () => {
    const first = sale(0, 9)
    const back = step('takes back', 0, 9, { effects: { shelf: 1 }, after: first })
    expect(verdictOf([first, back], 0)).toBe('not-linearizable')
    expect(verdictOf([first, back], 1)).toBe('linearizable')
    // Reading 1 is possible only after the larger sale and before the smaller sale.
    expect(verdictOf([sale(0, 9, 1), sale(0, 9, 2), read(0, 9, 1), read(0, 9, 0)], 3)).toBe('linearizable')
    expect(verdictOf([sale(0, 9, 2), sale(0, 9, 2), read(0, 9, 1)], 4)).toBe('not-linearizable')
  })

  it('compares a variable with < and >=', () => {
    expect(verdictOf([sale(0, 1), read(2, 3, 1, '<')], 1)).toBe('linearizable')
    expect(verdictOf([read(0, 1, 1, '<')], 1)).toBe('not-linearizable')
    expect(verdictOf([read(0, 1, 1, '>=')], 1)).toBe('linearizable')
    expect(verdictOf([sale(0, 1), read(2, 3, 1, '>=')], 1)).toBe('not-linearizable')
  })

  it('tries equal concurrent steps once, and is undecided after too many tries', () => {
    const many = Array.from({ length: 40 }, () => sale(0, 9))
    expect(verdictOf([...many, read(10, 11, 1)], 40, 5_000)).toBe('not-linearizable')
    const different = Array.from({ length: 24 }, (_, at) => sale(0, 9, 2 ** at))
    expect(verdictOf([...different, read(10, 11, 1)], 2 ** 24 + 1, 5_000)).toBe('undecided')
  })

  it('agrees with an exhaustive search', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const steps = randomSteps(seed)
      expect([seed, verdictOf(steps, 2)]).toEqual([
        seed,
        isLinearizable(steps, 2) ? 'linearizable' : 'not-linearizable',
      ])
    }
  })
})

describe('projectSteps', () => {
  it('keeps the steps and effects on the selected variables, in their chain', () => {
    const placing = step('placed', 0, 1, { effects: { shelf: -1, uses: 1 } })
    const payment = step('paid', 0, 2, { effects: { open: -1 }, after: placing })
    const cancellation = step('cancelled', 0, 3, { effects: { shelf: 1, uses: -1 }, after: payment })
    const [first, second, ...more] = projectSteps(
      [placing, payment, cancellation, read(0, 1, 1)],
      (variable) => variable === 'uses',
    )
    expect(more).toEqual([])
    expect(first).toEqual({ ...placing, effects: { uses: 1 } })
    expect(second).toEqual({ ...cancellation, effects: { uses: -1 }, after: first })
  })
})

/** Five steps at random times: sales, returns and reads. */
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
    else if (kind === 2) steps.push(step('takes back', from, to, { effects: { shelf: 1 }, after }))
    else steps.push(read(from, to, below(3)))
  }
  return steps
}

/** Tries every sequence of the steps. */
function isLinearizable(steps: Step[], units: number, done: Step[] = []): boolean {
  if (done.length === steps.length) return true
  return steps.some((next) => {
    if (done.includes(next) || (next.after && !done.includes(next.after))) return false
    if (steps.some((other) => !done.includes(other) && other.to < next.from)) return false
    const variable = units + done.reduce((sum, { effects }) => sum + (effects.shelf ?? 0), 0)
    if (next.conditions.some(({ value }) => value !== variable) || variable + (next.effects.shelf ?? 0) < 0)
      return false
    return isLinearizable(steps, units, [...done, next])
  })
}
