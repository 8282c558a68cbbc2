/**
 * The checker. It trusts neither the shop nor its tables nor the clients. It decides whether the history is
 * linearizable: whether one sequence of steps explains every response, the bank's books and the final tables.
 *
 * 1. `rules.ts` checks invariants that hold in any sequence: keys, accounts, sums, money, invoices.
 * 2. `steps.ts` turns each event of an order and each response that shows a variable into a step.
 * 3. `linearization.ts` searches a sequence of the steps: for each variable alone, so that a violation names it, for
 *    the variables of each order, then for all together, since a purchase changes several variables atomically.
 */
import type { CheckerInput, Violation } from '#lab/checker/case.ts'
import { linearize, type Model, projectSteps, type Step, type Verdict } from '#lab/checker/linearization.ts'
import { checkRules } from '#lab/checker/rules.ts'
import { modelOf, stepsOf } from '#lab/checker/steps.ts'
import { isOrderVariable, orderOf } from '#lab/checker/variables.ts'

/** Returns all violations; none if the history is linearizable and no rule is broken. */
export function check(input: CheckerInput): Violation[] {
  const { steps, violations } = stepsOf(input)
  const model = modelOf(input)
  const linearizeOne = (about: string) =>
    checkLinearizability({ about, steps: projectSteps(steps, (variable) => variable === about) }, model)
  const variables = variablesOf(steps)
  const orderVariables = variables.filter(isOrderVariable)
  const ofVariables = orderVariables.flatMap(linearizeOne)
  const reported = new Set(ofVariables.map(({ about }) => orderOf(about)))
  const ofOrders = [...new Set(orderVariables.map(orderOf))]
    .filter((id) => !reported.has(id))
    .flatMap((id) => {
      const own = projectSteps(steps, (variable) => isOrderVariable(variable) && orderOf(variable) === id)
      return checkLinearizability({ about: `order ${id}`, steps: own }, model)
    })
  const all = [...violations, ...checkRules(input), ...ofVariables, ...ofOrders]
  // A wrong order would be reported again for each of its products.
  if (all.length > 0) return all
  const others = variables.filter((variable) => !isOrderVariable(variable)).flatMap(linearizeOne)
  return others.length > 0 ? others : checkLinearizability({ about: 'everything at once', steps }, model)
}

/** The variables of the steps, such as 'stock of P', 'uses of C by A', 'unpaid orders of A', 'status of O'. */
function variablesOf(steps: readonly Step[]): string[] {
  const names = steps.flatMap(({ effects, conditions, anyOf = [] }) => [
    ...Object.keys(effects),
    ...[...conditions, ...anyOf.flat()].map(({ variable }) => variable),
  ])
  return [...new Set(names)]
}

function checkLinearizability(
  { about, steps }: { about: string; steps: readonly Step[] },
  model: Model,
): Violation[] {
  const verdict = linearize(steps, model)
  if (verdict.is === 'linearizable') return []
  if (verdict.is === 'undecided')
    return [{ about, what: `undecided: no linearization was found in ${verdict.tries} tries`, evidence: [] }]
  return [{ about, what: describeFailure(about, verdict, steps.length), evidence: evidenceOf(verdict) }]
}

function describeFailure(about: string, { explained, state }: NotLinearizable, all: number): string {
  const value = state[about] ?? (isOrderVariable(about) ? 0 : undefined)
  const reached = value === undefined ? '' : `; then it is ${value}, and no further step is possible`
  return `not linearizable: ${explained} of ${all} steps are possible${reached}`
}

type NotLinearizable = Extract<Verdict, { is: 'not-linearizable' }>

function evidenceOf({ last, waiting }: NotLinearizable): string[] {
  const describeStep = ({ description, from, to }: Step) =>
    `${description} [${Math.round(from)}–${to === Infinity ? '' : Math.round(to)}]`
  return [
    ...last.map((step) => `before: ${describeStep(step)}`),
    ...waiting.slice(0, 12).map((step) => `then: ${describeStep(step)}`),
  ]
}
