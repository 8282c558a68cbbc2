/** Synonyms: 'nachni' and 'finger millet' are ragi. */
import { readQuery } from '#shop/search/query.ts'

/** `likeness`: of the typed name to the known one, 1 if equal. */
export type OtherName = { words: string[]; likeness: number }

/** Synonyms of each word, alone or in a phrase. Only names with unknown words may be misspelt. */
export type Synonyms = (words: readonly string[], isKnown: (word: string) => boolean) => OtherName[][]

export const NO_SYNONYMS: Synonyms = (words) => words.map(() => [])

/** 'nachnee' and 'nachni' have 0.5. */
const LEAST_ALIKE = 0.5

type Known = { trigrams: number; names: string[][] }

/** Names of a group stand for each other; a name may be in several. */
export function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
  const entries = new Map<string, Known>()
  const byTrigram = new Map<string, Known[]>()
  let longest = 1
  for (const group of groups) {
    const names = group.map((name) => readQuery(name).words)
    for (const name of names) {
      const key = name.join(' ')
      longest = Math.max(longest, name.length)
      const trigrams = trigramsOf(key)
      const entry = entries.get(key) ?? { trigrams: trigrams.size, names: [] }
      entry.names.push(...names)
      if (entries.has(key)) continue
      entries.set(key, entry)
      for (const trigram of trigrams) {
        const holders = byTrigram.get(trigram)
        if (holders) holders.push(entry)
        else byTrigram.set(trigram, [entry])
      }
    }
  }
  return (words, isKnown) => {
    /** Synonyms of a phrase. */
    const othersOf = (run: readonly string[]): OtherName[] => {
      const key = run.join(' ')
      const exact = entries.get(key)
      if (exact)
        return exact.names.flatMap((words) => (words.join(' ') === key ? [] : { words, likeness: 1 }))
      const near = run.every(isKnown) ? null : closest(byTrigram, key)
      return near ? near.names.map((words) => ({ words, likeness: near.likeness })) : []
    }
    const found: OtherName[][] = []
    while (found.length < words.length) {
      // The longest name counts: 'kali mirch' is pepper, and 'mirch' alone is chilli.
      const rest = words.slice(found.length, found.length + longest)
      const runs = rest.map((_, at) => rest.slice(0, rest.length - at))
      const exact = runs.findIndex((run) => entries.has(run.join(' ')))
      const others = runs.map(othersOf)
      const likeness = others.map(([first]) => first?.likeness ?? 0)
      const at = exact >= 0 ? exact : likeness.indexOf(Math.max(...likeness))
      const names = others[at] ?? []
      const length = names.length > 0 ? (runs[at]?.length ?? 1) : 1
      for (let word = 0; word < length; word += 1) found.push(names)
    }
    return found
  }
}

/** The most similar name, or null. */
function closest(byTrigram: ReadonlyMap<string, readonly Known[]>, key: string) {
  const trigrams = trigramsOf(key)
  const shared = new Map<Known, number>()
  for (const trigram of trigrams)
    for (const name of byTrigram.get(trigram) ?? []) shared.set(name, (shared.get(name) ?? 0) + 1)
  let best: { names: string[][]; likeness: number } | null = null
  for (const [{ names, trigrams: count }, both] of shared) {
    const likeness = similarity(both, trigrams.size, count)
    if (likeness >= LEAST_ALIKE && likeness > (best?.likeness ?? 0)) best = { names, likeness }
  }
  return best
}

/** As pg_trgm: 'ragi' has '  r', ' ra', 'rag', 'agi' and 'gi '. */
export function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** Shared trigrams by all of both words: 0 to 1. */
export function similarity(shared: number, first: number, other: number): number {
  return shared / (first + other - shared)
}

/** Counts common trigrams. */
export function sharedTrigrams(first: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const trigram of first) if (other.has(trigram)) shared += 1
  return shared
}
