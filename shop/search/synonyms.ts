/** Synonyms of words in a search: 'nachni' and 'finger millet' mean ragi. */
import { readQuery } from '#shop/search/query.ts'

/** `similarity`: of the typed name to the known name; 1 if equal. */
export type Synonym = { words: string[]; similarity: number }

/** Returns synonyms of each word, alone or in a phrase. Only a phrase with an unknown word counts as misspelt. */
export type SynonymLookup = (words: readonly string[], isKnown: (word: string) => boolean) => Synonym[][]

export const NO_SYNONYMS: SynonymLookup = (words) => words.map(() => [])

/** 'nachnee' and 'nachni' have a similarity of 0.5. */
const MIN_MATCH = 0.5

type NameEntry = { trigrams: number; names: string[][] }

/** Creates a lookup. The names of a group are synonyms; a name may be in several groups. */
export function createSynonymLookup(groups: readonly (readonly string[])[]): SynonymLookup {
  const entries = new Map<string, NameEntry>()
  const byTrigram = new Map<string, NameEntry[]>()
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
    /** Returns the synonyms of one phrase. */
    const synonymsOfPhrase = (phrase: readonly string[]): Synonym[] => {
      const key = phrase.join(' ')
      const exact = entries.get(key)
      if (exact)
        return exact.names.flatMap((words) => (words.join(' ') === key ? [] : { words, similarity: 1 }))
      const similar = phrase.every(isKnown) ? null : closestName(byTrigram, key)
      return similar ? similar.names.map((words) => ({ words, similarity: similar.similarity })) : []
    }
    const results: Synonym[][] = []
    while (results.length < words.length) {
      // The longest name wins: 'kali mirch' is pepper, 'mirch' alone is chilli.
      const upcoming = words.slice(results.length, results.length + longest)
      const phrases = upcoming.map((_, at) => upcoming.slice(0, upcoming.length - at))
      const exact = phrases.findIndex((phrase) => entries.has(phrase.join(' ')))
      const others = phrases.map(synonymsOfPhrase)
      const similarities = others.map(([first]) => first?.similarity ?? 0)
      const at = exact >= 0 ? exact : similarities.indexOf(Math.max(...similarities))
      const names = others[at] ?? []
      const length = names.length > 0 ? (phrases[at]?.length ?? 1) : 1
      for (let word = 0; word < length; word += 1) results.push(names)
    }
    return results
  }
}

/** Returns the most similar name, or null. */
function closestName(byTrigram: ReadonlyMap<string, readonly NameEntry[]>, key: string) {
  const trigrams = trigramsOf(key)
  const shared = new Map<NameEntry, number>()
  for (const trigram of trigrams)
    for (const name of byTrigram.get(trigram) ?? []) shared.set(name, (shared.get(name) ?? 0) + 1)
  let best: { names: string[][]; similarity: number } | null = null
  for (const [{ names, trigrams: count }, common] of shared) {
    const similarity = trigramSimilarity(common, trigrams.size, count)
    if (similarity >= MIN_MATCH && similarity > (best?.similarity ?? 0)) best = { names, similarity }
  }
  return best
}

/** Returns trigrams like pg_trgm: of 'ragi' they are '  r', ' ra', 'rag', 'agi' and 'gi '. */
export function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** Returns shared trigrams divided by all trigrams of both words: 0 to 1. */
export function trigramSimilarity(shared: number, first: number, other: number): number {
  return shared / (first + other - shared)
}

/** Counts the trigrams that both sets contain. */
export function sharedTrigrams(first: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const trigram of first) if (other.has(trigram)) shared += 1
  return shared
}
