/**
 * The checker. It trusts neither the shop nor its tables nor the clients. It decides whether one order of events
 * explains every response, the bank's books and the tables at the end.
 *
 * 1. `rules.ts` checks what holds in any order: keys, accounts, sums, money, invoices.
 * 2. `steps.ts` turns each change in an order's history and each response that shows a variable into a step.
 * 3. `linearization.ts` searches an order of the steps: for each variable alone, so that a violation names it, for the
 *    variables of each order, then for all at once, since a purchase changes several in one moment.
 */
import type { Case, Violation } from '#lab/checker/case.ts'
import { linearize, type Model, projectSteps, type Step, type Verdict } from '#lab/checker/linearization.ts'
import { checkRules } from '#lab/checker/rules.ts'
import { modelOf, stepsOf } from '#lab/checker/steps.ts'
import { isOrderVariable, orderOf } from '#lab/checker/variables.ts'

/** Returns all violations; none if the history is explained. */
export function check(judged: Case): Violation[] {
  const { steps, violations } = stepsOf(judged)
  const model = modelOf(judged)
  const linearizeOne = (about: string) =>
    judge({ about, steps: projectSteps(steps, (variable) => variable === about) }, model)
  const variables = variablesOf(steps)
  const orderVariables = variables.filter(isOrderVariable)
  const alone = orderVariables.flatMap(linearizeOne)
  const wrong = new Set(alone.map(({ about }) => orderOf(about)))
  const whole = [...new Set(orderVariables.map(orderOf))]
    .filter((id) => !wrong.has(id))
    .flatMap((id) => {
      const own = projectSteps(steps, (variable) => isOrderVariable(variable) && orderOf(variable) === id)
      return judge({ about: `order ${id}`, steps: own }, model)
    })
  const orders = [...violations, ...checkRules(judged), ...alone, ...whole]
  // Such an order would be reported again for each of its products.
  if (orders.length > 0) return orders
  const others = variables.filter((variable) => !isOrderVariable(variable)).flatMap(linearizeOne)
  return others.length > 0 ? others : judge({ about: 'everything at once', steps }, model)
}

/** Names such as 'stock of P', 'uses of C by A', 'unpaid orders of A', 'status of O'. */
function variablesOf(steps: readonly Step[]): string[] {
  const named = steps.flatMap(({ effects, conditions, anyOf = [] }) => [
    ...Object.keys(effects),
    ...[...conditions, ...anyOf.flat()].map(({ variable }) => variable),
  ])
  return [...new Set(named)]
}

function judge({ about, steps }: { about: string; steps: readonly Step[] }, model: Model): Violation[] {
  const verdict = linearize(steps, model)
  if (verdict.is === 'linearizable') return []
  if (verdict.is === 'undecided')
    return [{ about, what: `undecided: no order was found in ${verdict.tries} tries`, evidence: [] }]
  return [{ about, what: whyStuck(about, verdict, steps.length), evidence: evidenceOf(verdict) }]
}

function whyStuck(about: string, { explained, state }: Stuck, all: number): string {
  const value = state[about] ?? (isOrderVariable(about) ? 0 : undefined)
  const reached = value === undefined ? '' : `; then it is ${value}, and no next event fits that`
  return `no order of events explains it: ${explained} of ${all} events fit${reached}`
}

type Stuck = Extract<Verdict, { is: 'stuck' }>

function evidenceOf({ last, waiting }: Stuck): string[] {
  const timed = ({ description, from, to }: Step) =>
    `${description} [${Math.round(from)}–${to === Infinity ? '' : Math.round(to)}]`
  return [
    ...last.map((step) => `before: ${timed(step)}`),
    ...waiting.slice(0, 12).map((step) => `then: ${timed(step)}`),
  ]
}
