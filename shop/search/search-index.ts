/** Finds items by maybe misspelt words. Products and recipes share the ranking. */
import { wordsOf } from '#shop/search/query.ts'
import {
  NO_SYNONYMS,
  type OtherName,
  type Synonyms,
  sharedTrigrams,
  similarity,
  trigramsOf,
} from '#shop/search/synonyms.ts'

/** The limit of pg_trgm: 'ragee' and 'ragi' have 0.38, 'protien' and 'protein' 0.33. */
export const MIN_SIMILARITY = 0.3

export type Findable = { name: string; about: string }

export const MAX_RESULTS = 20

/** Weight of a word's beginning, exact or misspelt. */
const BEGINNING = 0.9
const LONG_WORD = 6
/** Weight of a synonym, times its likeness. */
const SYNONYM = 0.95
/** Weight of swapped letters, which share few trigrams: 'rgai' is 'ragi'. */
const SWAPPED = 0.8
/** Texts have many words, so a match weighs less and must be closer. */
const IN_TEXT = { weight: 0.6, leastAlike: 0.5 }
/** Results below it, or below half of the best, are dropped. */
const MIN_SCORE = 0.3

/** Index entries per word; ten thousand products stay below. */
const MAX_VISITS = 100_000

export type SearchIndex = {
  /**
   * Positions of matches (`readQuery`), best first, at most MAX_RESULTS. Names equal to the query, then names
   * that start with it, then the mean score of the words: 1, 0.95 for a synonym, 0.9 for a beginning, 0.8 for two
   * letters exchanged, or similarity.
   */
  find(words: readonly string[]): number[]
}

/** Positions by where they match. */
type Places = { inNames: readonly number[]; inTexts: readonly number[] }

type Entry = { word: string; trigrams: number; inNames: number[]; inTexts: number[] }

type Name = { text: string; length: number }

type Options = {
  synonyms?: Synonyms
  /** Per word; the most common matches are cut first. */
  mostVisits?: number
}

/** Yields after each item, so that the caller can pause. */
export function* indexing(
  things: readonly Findable[],
  { synonyms = NO_SYNONYMS, mostVisits = MAX_VISITS }: Options = {},
): Generator<void, SearchIndex, void> {
  const entries: Entry[] = []
  const ids = new Map<string, Entry>()
  const byTrigram = new Map<string, number[]>()
  const names: Name[] = []
  const entryOf = (word: string): Entry => {
    const existing = ids.get(word)
    if (existing) return existing
    const trigrams = trigramsOf(word)
    for (const trigram of trigrams) push(byTrigram, trigram, entries.length)
    const entry = { word, trigrams: trigrams.size, inNames: [], inTexts: [] }
    entries.push(entry)
    ids.set(word, entry)
    return entry
  }
  for (const [at, { name, about }] of things.entries()) {
    const words = wordsOf(name)
    names.push({ text: words.join(' '), length: words.length })
    for (const word of new Set(words)) entryOf(word).inNames.push(at)
    for (const word of new Set(wordsOf(about))) entryOf(word).inTexts.push(at)
    yield
  }
  const hitsOf = (wanted: string, others: readonly OtherName[]): Hit[] => {
    const hits = hitsAmong(entries, byTrigram, wanted, mostVisits)
    for (const { words, likeness } of others) {
      const parts = words.flatMap((word) => ids.get(word) ?? [])
      if (parts.length === words.length) hits.push({ places: placesOfAll(parts), score: SYNONYM * likeness })
    }
    for (const word of withLettersSwapped(wanted)) {
      const entry = ids.get(word)
      if (entry) hits.push({ places: entry, score: SWAPPED })
    }
    return hits.sort((a, b) => b.score - a.score)
  }
  return {
    find(words) {
      if (words.length === 0) return []
      const others = synonyms(words, (word) => ids.has(word))
      const hits = words.map((word, at) => hitsOf(word, others[at] ?? []))
      const scored = scoresOf(hits, names.length, mostVisits)
      return ranked(scored, words.join(' '), names)
    },
  }
}

/** Builds the index at once: for few items, or at startup. */
export function createIndex(things: readonly Findable[], options?: Options): SearchIndex {
  const making = indexing(things, options)
  for (;;) {
    const step = making.next()
    if (step.done) return step.value
  }
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** All swaps of neighbouring letters. */
function withLettersSwapped(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).flatMap((letter, at) => {
    const previous = letters[at]
    if (previous === letter) return []
    return [[...letters.slice(0, at), letter, previous, ...letters.slice(at + 2)].join('')]
  })
}

/** Items that have all words, in the name or anywhere. */
function placesOfAll(parts: readonly Entry[]): Places {
  const [first, ...others] = parts
  if (first === undefined || others.length === 0) return first ?? { inNames: [], inTexts: [] }
  const rest = others.map(({ inNames, inTexts }) => ({
    inNames: new Set(inNames),
    anywhere: new Set([...inNames, ...inTexts]),
  }))
  return {
    inNames: first.inNames.filter((at) => rest.every(({ inNames }) => inNames.has(at))),
    inTexts: [...first.inNames, ...first.inTexts].filter((at) =>
      rest.every(({ anywhere }) => anywhere.has(at)),
    ),
  }
}

/** `score`: MIN_SIMILARITY to 1. */
type Hit = { places: Places; score: number }

function hitsAmong(
  entries: readonly Entry[],
  byTrigram: ReadonlyMap<string, readonly number[]>,
  wanted: string,
  mostVisits: number,
): Hit[] {
  const trigrams = trigramsOf(wanted)
  const lists = [...trigrams].map((trigram) => byTrigram.get(trigram) ?? [])
  const shared = new Uint8Array(entries.length)
  const touched: number[] = []
  let visits = 0
  // Rare trigrams are the most significant.
  for (const list of lists.toSorted((a, b) => a.length - b.length)) {
    visits += list.length
    if (visits > mostVisits) break
    for (const id of list) {
      if (shared[id] === 0) touched.push(id)
      shared[id] = (shared[id] ?? 0) + 1
    }
  }
  const scoreOf = scorerOf(wanted, trigrams)
  const hits: Hit[] = []
  for (const id of touched) {
    const entry = entries[id]
    const score = entry ? scoreOf(entry, shared[id] ?? 0) : 0
    if (entry && score >= MIN_SIMILARITY) hits.push({ places: entry, score })
  }
  return hits
}

function scorerOf(wanted: string, trigrams: ReadonlySet<string>): (entry: Entry, shared: number) => number {
  return ({ word, trigrams: count }, shared) => {
    if (word === wanted) return 1
    if (word.startsWith(wanted)) return BEGINNING
    const whole = similarity(shared, trigrams.size, count)
    if (wanted.length < LONG_WORD || word.length <= wanted.length) return whole
    // Only the last trigram of a beginning differs.
    if (BEGINNING * ((shared + 1) / trigrams.size) < MIN_SIMILARITY) return whole
    const beginning = trigramsOf(word.slice(0, wanted.length))
    const alike = similarity(sharedTrigrams(trigrams, beginning), trigrams.size, beginning.size)
    return Math.max(whole, BEGINNING * alike)
  }
}

/** `isNamed`: a word matched the name. */
type Scored = { at: number; score: number; isNamed: boolean }

function scoresOf(hitsByWord: readonly Hit[][], count: number, mostVisits: number): Scored[] {
  const sums = new Float64Array(count)
  const isNamed = new Uint8Array(count)
  const found = new Set<number>()
  for (const hits of hitsByWord) {
    const inName = new Float64Array(count)
    const inText = new Float64Array(count)
    const touched = new Set<number>()
    let visits = 0
    for (const { places, score } of hits) {
      visits += places.inNames.length + places.inTexts.length
      if (visits > mostVisits) break
      // The closest match comes first.
      for (const at of places.inNames) {
        inName[at] ||= score
        touched.add(at)
      }
      if (score < IN_TEXT.leastAlike) continue
      for (const at of places.inTexts) {
        inText[at] ||= score
        touched.add(at)
      }
    }
    for (const at of touched) {
      const [name = 0, text = 0] = [inName[at], inText[at]]
      const score = name >= IN_TEXT.weight ? name : Math.max(name, IN_TEXT.weight * text)
      sums[at] = (sums[at] ?? 0) + score
      if (name > 0) isNamed[at] = 1
      found.add(at)
    }
  }
  return [...found].map((at) => ({
    at,
    score: (sums[at] ?? 0) / hitsByWord.length,
    isNamed: isNamed[at] === 1,
  }))
}

/** Longer than any name. */
const NO_NAME_MATCH = 1000

function ranked(scored: readonly Scored[], query: string, names: readonly Name[]): number[] {
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0)
  return scored
    .filter(({ score }) => score >= Math.max(MIN_SCORE, best / 2))
    .map(({ at, score, isNamed }) => {
      const { text, length } = names[at] ?? { text: '', length: 0 }
      return { at, score, nameMatch: nameMatchOf(query, text), length: isNamed ? length : NO_NAME_MATCH }
    })
    .sort((a, b) => b.nameMatch - a.nameMatch || b.score - a.score || a.length - b.length || a.at - b.at)
    .slice(0, MAX_RESULTS)
    .map(({ at }) => at)
}

/** 2: the name equals the query; 1: starts with it; 0: neither. */
function nameMatchOf(query: string, name: string): 0 | 1 | 2 {
  if (name === query) return 2
  return name.startsWith(query) ? 1 : 0
}
