/**
 * Searches a linearization: a sequence of steps, each within its time, that the model allows. Wing and Gong's search
 * (1993) with Lowe's cache of states that are dead ends.
 */

/** A condition on a variable, which holds before the step's own effects. */
export type Condition = { variable: string; is: '=' | '<' | '>='; value: number }

/** A write or a read of variables at one unknown moment. */
export type Step = {
  /** Names the step in a violation. */
  description: string
  /** The moment is between these times, in milliseconds. `to` is Infinity if no response shows that it has passed. */
  from: number
  to: number
  /** The amount that the step adds to each variable. */
  effects: Readonly<Record<string, number>>
  conditions: readonly Condition[]
  /** At least one of these lists holds completely. */
  anyOf?: readonly (readonly Condition[])[]
  /** The step that must come before; the steps of one order form a chain. */
  after: Step | null
}

/** Initial values, 0 if missing, and bounds that hold at every moment. */
export type Model = {
  initial: Readonly<Record<string, number>>
  min: Readonly<Record<string, number>>
  max: Readonly<Record<string, number>>
}

/**
 * `not-linearizable`: `explained` steps are the longest possible prefix, `last` its last steps, `state` the variables
 * after it, and `waiting` the next steps, none of which is possible.
 */
export type Verdict =
  | { is: 'linearizable'; order: readonly Step[] }
  | {
      is: 'not-linearizable'
      explained: number
      last: readonly Step[]
      state: Record<string, number>
      waiting: readonly Step[]
    }
  | { is: 'undecided'; tries: number }

const MAX_TRIES = 100_000

/** A node of the search: the steps that may come next (`options`), of which those before `next` have been tried. */
type Choice = { key: string; options: readonly number[]; next: number; triedStep: number | null }

/** Searches a sequence of all steps, depth first. */
export function linearize(unsorted: readonly Step[], model: Model, maxTries = MAX_TRIES): Verdict {
  const steps = unsorted.toSorted((a, b) => a.from - b.from || a.to - b.to)
  const places = new Map(steps.map((step, at) => [step, at]))
  const predecessors = steps.map(({ after }) => (after ? (places.get(after) ?? null) : null))
  const hasNext = new Set(predecessors)
  const state: Record<string, number> = { ...model.initial }
  const isDone: boolean[] = steps.map(() => false)
  const deadEnds = new Set<string>()
  /** All steps before this one are done. */
  let base = 0
  const valueAt = (variable: string) => state[variable] ?? 0

  function apply(at: number, direction: 1 | -1): void {
    for (const [variable, by] of Object.entries(steps[at]?.effects ?? {}))
      state[variable] = valueAt(variable) + direction * by
    isDone[at] = direction === 1
    if (direction === -1) base = Math.min(base, at)
    while (isDone[base]) base += 1
  }

  /** Returns the steps that may come next: no remaining step must end before they begin. */
  function findCandidates(): number[] {
    const candidates: number[] = []
    let earliestEnd = Infinity
    for (let at = base; at < steps.length; at += 1) {
      const step = steps[at]
      if (!step || step.from > earliestEnd) break
      if (isDone[at]) continue
      earliestEnd = Math.min(earliestEnd, step.to)
      candidates.push(at)
    }
    return candidates.filter((at) => (steps[at]?.from ?? 0) <= earliestEnd)
  }

  function fits(at: number): boolean {
    const step = steps[at]
    const earlier = predecessors[at] ?? null
    if (!step || (earlier !== null && !isDone[earlier])) return false
    const allHold = (conditions: readonly Condition[]) =>
      conditions.every((condition) => holds(condition, valueAt(condition.variable)))
    if (!allHold(step.conditions) || !(step.anyOf?.some(allHold) ?? true)) return false
    return Object.entries(step.effects).every(([variable, by]) => {
      const after = valueAt(variable) + by
      return (
        by === 0 ||
        (after >= (model.min[variable] ?? -Infinity) && after <= (model.max[variable] ?? Infinity))
      )
    })
  }

  /**
   * Returns the steps to try. If a read is possible, only that read; of equal steps without successors, the
   * first to end.
   */
  function findOptions(): number[] {
    const fitting = findCandidates().filter(fits)
    const read = fitting.find((at) => Object.keys(steps[at]?.effects ?? {}).length === 0)
    if (read !== undefined) return [read]
    const byEnd = fitting.toSorted((a, b) => (steps[a]?.to ?? 0) - (steps[b]?.to ?? 0))
    const kinds = new Set<string>()
    return byEnd.filter((at) => {
      const kind = JSON.stringify([steps[at]?.effects, steps[at]?.conditions, steps[at]?.anyOf])
      const isLater = kinds.has(kind) && !hasNext.has(at)
      kinds.add(kind)
      return !isLater
    })
  }

  const keyOf = () => {
    const last = isDone.lastIndexOf(true)
    return `${base}:${isDone
      .slice(base, last + 1)
      .map(Number)
      .join('')}`
  }
  const choose = (): Choice => ({ key: keyOf(), options: findOptions(), next: 0, triedStep: null })
  const prefix = () =>
    choices.flatMap(({ triedStep }) => (triedStep === null ? [] : (steps[triedStep] ?? [])))

  const choices: Choice[] = []
  let longest: Extract<Verdict, { is: 'not-linearizable' }> | null = null
  if (steps.length > 0) choices.push(choose())
  else return { is: 'linearizable', order: [] }
  for (let tries = 0; choices.length > 0; ) {
    const choice = choices.at(-1) as Choice
    if (choice.triedStep !== null) apply(choice.triedStep, -1)
    choice.triedStep = null
    const at = choice.options[choice.next]
    if (at === undefined) {
      deadEnds.add(choice.key)
      choices.pop()
      if (choices.length > (longest?.explained ?? -1)) {
        const waiting = findCandidates().flatMap((index) => steps[index] ?? [])
        const last = prefix().slice(-6)
        longest = { is: 'not-linearizable', explained: choices.length, last, state: { ...state }, waiting }
      }
      continue
    }
    choice.next += 1
    choice.triedStep = at
    apply(at, 1)
    if (choices.length === steps.length) return { is: 'linearizable', order: prefix() }
    tries += 1
    if (tries > maxTries) return { is: 'undecided', tries }
    if (!deadEnds.has(keyOf())) choices.push(choose())
  }
  if (!longest) throw new Error('the search tried no step')
  return longest
}

function holds({ is, value }: Condition, variable: number): boolean {
  if (is === '=') return variable === value
  return is === '<' ? variable < value : variable >= value
}

/** Returns the steps on the selected variables, reduced to these variables, in their chains. */
export function projectSteps(steps: readonly Step[], isSelected: (variable: string) => boolean): Step[] {
  const parts = new Map<Step, Step>()
  const project = (step: Step): Step | null => {
    const effects = Object.fromEntries(
      Object.entries(step.effects).filter(([variable]) => isSelected(variable)),
    )
    const select = (conditions: readonly Condition[]) =>
      conditions.filter(({ variable }) => isSelected(variable))
    const conditions = select(step.conditions)
    const lists = step.anyOf?.map(select) ?? []
    // If a list has no selected variable, it may hold, so that the other lists decide nothing.
    const isDecided = lists.length > 0 && lists.every((conditions) => conditions.length > 0)
    if (Object.keys(effects).length === 0 && conditions.length === 0 && !isDecided) return null
    const { anyOf: _, ...rest } = step
    return { ...rest, effects, conditions, ...(isDecided && { anyOf: lists }) }
  }
  for (const step of steps) {
    const part = project(step)
    if (part) parts.set(step, part)
  }
  for (const [step, part] of parts) {
    let { after } = step
    while (after && !parts.has(after)) after = after.after
    part.after = after ? (parts.get(after) ?? null) : null
  }
  return [...parts.values()]
}
