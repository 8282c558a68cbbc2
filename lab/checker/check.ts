/**
 * The checker. It believes neither the shop nor its tables nor the clients, and decides whether one order of events
 * explains what all were told, what the bank's books say, and what is in the tables at the end.
 *
 * 1. `rules.ts` compares what needs no order: keys, accounts, sums, money, invoices.
 * 2. `steps.ts` makes each change of an order's status, and each answer that showed a level, a step at an unknown moment.
 * 3. `one-order.ts` searches an order of the steps: for each level alone, so that a violation names it, for each order's
 *    levels together, then for all at once, since a purchase changes several in one moment.
 */
import type { Case, Violation } from '#lab/checker/case.ts'
import { isOfOrder, orderOf } from '#lab/checker/levels.ts'
import { explain, type Levels, partOf, type Step, type Verdict } from '#lab/checker/one-order.ts'
import { brokenRules } from '#lab/checker/rules.ts'
import { boundsOf, stepsOf } from '#lab/checker/steps.ts'

/** All violations; none when the history is explained. */
export function check(judged: Case): Violation[] {
  const { steps, violations } = stepsOf(judged)
  const bounds = boundsOf(judged)
  const ofOne = (about: string) => judge({ about, steps: partOf(steps, (level) => level === about) }, bounds)
  const levels = levelsOf(steps)
  const ofOrders = levels.filter(isOfOrder)
  const alone = ofOrders.flatMap(ofOne)
  const wrong = new Set(alone.map(({ about }) => orderOf(about)))
  const whole = [...new Set(ofOrders.map(orderOf))]
    .filter((id) => !wrong.has(id))
    .flatMap((id) => {
      const own = partOf(steps, (level) => isOfOrder(level) && orderOf(level) === id)
      return judge({ about: `order ${id}`, steps: own }, bounds)
    })
  const orders = [...violations, ...brokenRules(judged), ...alone, ...whole]
  // An order whose changes contradict what was told of it would appear once more in each of its goods.
  if (orders.length > 0) return orders
  const others = levels.filter((level) => !isOfOrder(level)).flatMap(ofOne)
  return others.length > 0 ? others : judge({ about: 'everything at once', steps }, bounds)
}

/** 'stock of P', 'uses of C', 'uses of C by A', 'unpaid orders of A', 'status of O' and others of an order. */
function levelsOf(steps: readonly Step[]): string[] {
  const named = steps.flatMap(({ moves, sees, oneOf = [] }) => [
    ...Object.keys(moves),
    ...[...sees, ...oneOf.flat()].map(({ level }) => level),
  ])
  return [...new Set(named)]
}

function judge({ about, steps }: { about: string; steps: readonly Step[] }, bounds: Levels): Violation[] {
  const verdict = explain(steps, bounds)
  if (verdict.is === 'explained') return []
  if (verdict.is === 'undecided')
    return [{ about, what: `undecided: no order was found in ${verdict.tries} tries`, evidence: [] }]
  return [{ about, what: whyStuck(about, verdict, steps.length), evidence: evidenceOf(verdict) }]
}

function whyStuck(about: string, { explained, levels }: Stuck, all: number): string {
  const level = levels[about] ?? (isOfOrder(about) ? 0 : undefined)
  const state =
    level === undefined ? '' : `; then it is ${level}, and nothing that had to come next fits that`
  return `no order of events explains it: ${explained} of ${all} events fit${state}`
}

type Stuck = Extract<Verdict, { is: 'stuck' }>

function evidenceOf({ last, waiting }: Stuck): string[] {
  const timed = ({ words, from, to }: Step) =>
    `${words} [${Math.round(from)}–${to === Infinity ? '' : Math.round(to)}]`
  return [
    ...last.map((step) => `before: ${timed(step)}`),
    ...waiting.slice(0, 12).map((step) => `then: ${timed(step)}`),
  ]
}
