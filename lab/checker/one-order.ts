/**
 * Decides whether one order of steps explains what was seen: the search of Wing and Gong (1993) for a linearization, with
 * Lowe's memory of the sets of steps that led nowhere.
 */

/** What a step sees of a level, before its own moves. */
export type Sight = { level: string; is: '=' | '<' | '>='; value: number }

/** A change of levels, or a look at them, at one unknown moment. */
export type Step = {
  /** In words, for people. */
  words: string
  /** The moment is not before `from` and not after `to`; Infinity while nothing says that it has been. */
  from: number
  to: number
  /** What it adds to each level. */
  moves: Readonly<Record<string, number>>
  sees: readonly Sight[]
  /** When given, all sights of at least one of these lists hold, too. */
  oneOf?: readonly (readonly Sight[])[]
  /** A step that comes before it; those of one order of the shop form a chain. */
  after: Step | null
}

/** The levels before all steps, 0 if missing, and what no moment may pass. */
export type Levels = {
  first: Readonly<Record<string, number>>
  least: Readonly<Record<string, number>>
  most: Readonly<Record<string, number>>
}

/**
 * `stuck`: after the longest explained beginning no step fits; `levels` are those of that moment, `waiting` the steps that
 * had to come next.
 */
export type Verdict =
  | { is: 'explained'; order: readonly Step[] }
  | {
      is: 'stuck'
      explained: number
      last: readonly Step[]
      levels: Record<string, number>
      waiting: readonly Step[]
    }
  | { is: 'undecided'; tries: number }

const MAX_TRIES = 100_000

/** One choice of the search: the steps that may come next, the tried ones before `next`. */
type Choice = { key: string; options: readonly number[]; next: number; taken: number | null }

/** Searches an order of all steps. */
export function explain(given: readonly Step[], bounds: Levels, maxTries = MAX_TRIES): Verdict {
  const steps = given.toSorted((one, other) => one.from - other.from || one.to - other.to)
  const places = new Map(steps.map((step, at) => [step, at]))
  const before = steps.map(({ after }) => (after ? (places.get(after) ?? null) : null))
  const hasNext = new Set(before)
  const levels: Record<string, number> = { ...bounds.first }
  const isDone: boolean[] = steps.map(() => false)
  const deadEnds = new Set<string>()
  /** All steps before this one are done. */
  let base = 0
  const levelOf = (level: string) => levels[level] ?? 0

  function take(at: number, direction: 1 | -1): void {
    for (const [level, by] of Object.entries(steps[at]?.moves ?? {}))
      levels[level] = levelOf(level) + direction * by
    isDone[at] = direction === 1
    if (direction === -1) base = Math.min(base, at)
    while (isDone[base]) base += 1
  }

  /** The steps that may be the next, because none that is left has ended before they began. */
  function open(): number[] {
    const found: number[] = []
    let earliestEnd = Infinity
    for (let at = base; at < steps.length; at += 1) {
      const step = steps[at]
      if (!step || step.from > earliestEnd) break
      if (isDone[at]) continue
      earliestEnd = Math.min(earliestEnd, step.to)
      found.push(at)
    }
    return found.filter((at) => (steps[at]?.from ?? 0) <= earliestEnd)
  }

  function fits(at: number): boolean {
    const step = steps[at]
    const earlier = before[at] ?? null
    if (!step || (earlier !== null && !isDone[earlier])) return false
    const areSeen = (sights: readonly Sight[]) => sights.every((sight) => isSeen(sight, levelOf(sight.level)))
    if (!areSeen(step.sees) || !(step.oneOf?.some(areSeen) ?? true)) return false
    return Object.entries(step.moves).every(([level, by]) => {
      const after = levelOf(level) + by
      return (
        by === 0 || (after >= (bounds.least[level] ?? -Infinity) && after <= (bounds.most[level] ?? Infinity))
      )
    })
  }

  /**
   * A look that fits is taken at once, since it changes nothing. Of equal steps on which no other depends only the one
   * that ends first is tried.
   */
  function options(): number[] {
    const fitting = open().filter(fits)
    const look = fitting.find((at) => Object.keys(steps[at]?.moves ?? {}).length === 0)
    if (look !== undefined) return [look]
    const byEnd = fitting.toSorted((one, other) => (steps[one]?.to ?? 0) - (steps[other]?.to ?? 0))
    const kinds = new Set<string>()
    return byEnd.filter((at) => {
      const kind = JSON.stringify([steps[at]?.moves, steps[at]?.sees, steps[at]?.oneOf])
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
  const choose = (): Choice => ({ key: keyOf(), options: options(), next: 0, taken: null })
  const takenSteps = () => choices.flatMap(({ taken }) => (taken === null ? [] : (steps[taken] ?? [])))

  const choices: Choice[] = []
  let furthest: Extract<Verdict, { is: 'stuck' }> | null = null
  if (steps.length > 0) choices.push(choose())
  else return { is: 'explained', order: [] }
  for (let tries = 0; choices.length > 0; ) {
    const choice = choices.at(-1) as Choice
    if (choice.taken !== null) take(choice.taken, -1)
    choice.taken = null
    const at = choice.options[choice.next]
    if (at === undefined) {
      deadEnds.add(choice.key)
      choices.pop()
      if (choices.length > (furthest?.explained ?? -1)) {
        const waiting = open().flatMap((one) => steps[one] ?? [])
        const last = takenSteps().slice(-6)
        furthest = { is: 'stuck', explained: choices.length, last, levels: { ...levels }, waiting }
      }
      continue
    }
    choice.next += 1
    choice.taken = at
    take(at, 1)
    if (choices.length === steps.length) return { is: 'explained', order: takenSteps() }
    tries += 1
    if (tries > maxTries) return { is: 'undecided', tries }
    if (!deadEnds.has(keyOf())) choices.push(choose())
  }
  if (!furthest) throw new Error('a search that found nothing has been nowhere')
  return furthest
}

function isSeen({ is, value }: Sight, level: number): boolean {
  if (is === '=') return level === value
  return is === '<' ? level < value : level >= value
}

/** The steps about one of these levels, with only what they do to and see of them, in their chains. */
export function partOf(steps: readonly Step[], isMeant: (level: string) => boolean): Step[] {
  const parts = new Map<Step, Step>()
  const meant = (step: Step): Step | null => {
    const moves = Object.fromEntries(Object.entries(step.moves).filter(([level]) => isMeant(level)))
    const ofMeant = (sights: readonly Sight[]) => sights.filter(({ level }) => isMeant(level))
    const sees = ofMeant(step.sees)
    const lists = step.oneOf?.map(ofMeant) ?? []
    // A list that is about other levels alone may be the one that holds.
    const says = lists.length > 0 && lists.every((sights) => sights.length > 0)
    if (Object.keys(moves).length === 0 && sees.length === 0 && !says) return null
    const { oneOf: _, ...rest } = step
    return { ...rest, moves, sees, ...(says && { oneOf: lists }) }
  }
  for (const step of steps) {
    const part = meant(step)
    if (part) parts.set(step, part)
  }
  for (const [step, part] of parts) {
    let { after } = step
    while (after && !parts.has(after)) after = after.after
    part.after = after ? (parts.get(after) ?? null) : null
  }
  return [...parts.values()]
}
