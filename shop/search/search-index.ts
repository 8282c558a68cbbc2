/** Finds items by words that may be misspelt. Products and recipes share the ranking. */
import { wordsOf } from '#shop/search/query.ts'
import {
  NO_SYNONYMS,
  type Synonym,
  type SynonymLookup,
  sharedTrigrams,
  trigramSimilarity,
  trigramsOf,
} from '#shop/search/synonyms.ts'

/** The default threshold of pg_trgm. 'ragee' and 'ragi' have a similarity of 0.38, 'protien' and 'protein' of 0.33. */
export const MIN_SIMILARITY = 0.3

/** `mentions`: a longer text, which may name other things than the item. */
export type Findable = { name: string; about: string; mentions?: string }

export const MAX_RESULTS = 20

/** Weight of a word's prefix, exact or misspelt. */
const PREFIX = 0.9
const LONG_WORD = 6
/** Weight of a synonym, multiplied by its similarity. */
const SYNONYM = 0.95
/** Weight of a word with two neighbouring letters swapped. Such words share few trigrams: 'rgai' and 'ragi'. */
const SWAP = 0.8
/** A text contains many words, so a match in it weighs less and must be closer. */
const IN_TEXT = { weight: 0.6, minSimilarity: 0.5 }
/** Weight of a word in `mentions`: less than half of SYNONYM, so that a synonym in a name drops such results. */
const MENTION = 0.45
/** Results with a lower score, or less than half of the best, are dropped. */
const MIN_SCORE = 0.3

/** Maximum of index entries visited per word. Ten thousand products stay below it. */
const MAX_VISITS = 100_000

export type SearchIndex = {
  /**
   * Returns positions of matches (`readQuery`), best first, at most MAX_RESULTS. Names equal to the query come first,
   * then names that start with it.
   * The others are sorted by the mean score of the words: 1 if equal, 0.95 for a synonym, 0.9 for a prefix, 0.8 for
   * two letters swapped, otherwise their similarity. Words outside the name score less.
   */
  find(words: readonly string[]): number[]
}

/** Positions of items with a word in the name, in the text, and in the mentions. */
type Places = { inNames: readonly number[]; inTexts: readonly number[]; inMentions: readonly number[] }

type Entry = { word: string; trigrams: number; inNames: number[]; inTexts: number[]; inMentions: number[] }

type Name = { text: string; length: number }

type Options = {
  synonyms?: SynonymLookup
  /** Maximum of visits per word; the most common matches are cut first. */
  maxVisits?: number
}

/** Builds the index; yields after each item, so that the caller can pause. */
export function* buildIndexInSteps(
  items: readonly Findable[],
  { synonyms = NO_SYNONYMS, maxVisits = MAX_VISITS }: Options = {},
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
    const entry = { word, trigrams: trigrams.size, inNames: [], inTexts: [], inMentions: [] }
    entries.push(entry)
    ids.set(word, entry)
    return entry
  }
  for (const [at, { name, about, mentions = '' }] of items.entries()) {
    const words = wordsOf(name)
    names.push({ text: words.join(' '), length: words.length })
    for (const word of new Set(words)) entryOf(word).inNames.push(at)
    for (const word of new Set(wordsOf(about))) entryOf(word).inTexts.push(at)
    for (const word of new Set(wordsOf(mentions))) entryOf(word).inMentions.push(at)
    yield
  }
  const hitsOf = (queryWord: string, others: readonly Synonym[]): Hit[] => {
    const hits = hitsByTrigrams(entries, byTrigram, queryWord, maxVisits)
    for (const { words, similarity } of others) {
      const parts = words.flatMap((word) => ids.get(word) ?? [])
      if (parts.length === words.length) hits.push({ places: placesOf(parts), score: SYNONYM * similarity })
    }
    for (const word of swapsOf(queryWord)) {
      const entry = ids.get(word)
      if (entry) hits.push({ places: entry, score: SWAP })
    }
    return hits.sort((a, b) => b.score - a.score)
  }
  return {
    find(words) {
      if (words.length === 0) return []
      const others = synonyms(words, (word) => ids.has(word))
      const hits = words.map((word, at) => hitsOf(word, others[at] ?? []))
      const scoredItems = scoresOf(hits, names.length, maxVisits)
      return rank(scoredItems, words.join(' '), names)
    },
  }
}

/** Builds the index at once: for few items, or at startup. */
export function createIndex(items: readonly Findable[], options?: Options): SearchIndex {
  const steps = buildIndexInSteps(items, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Returns the word with each pair of neighbouring letters swapped. */
function swapsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).flatMap((letter, at) => {
    const previous = letters[at]
    if (previous === letter) return []
    return [[...letters.slice(0, at), letter, previous, ...letters.slice(at + 2)].join('')]
  })
}

/** Returns the items that have all words in the name; in name or text; and anywhere. */
function placesOf(parts: readonly Entry[]): Places {
  const [only] = parts
  if (only && parts.length === 1) return only
  const withAllWords = (positionsOf: (entry: Entry) => readonly number[]) => {
    const [first = [], ...others] = parts.map(positionsOf)
    const sets = others.map((positions) => new Set(positions))
    return first.filter((at) => sets.every((positions) => positions.has(at)))
  }
  return {
    inNames: withAllWords(({ inNames }) => inNames),
    inTexts: withAllWords(({ inNames, inTexts }) => [...inNames, ...inTexts]),
    inMentions: withAllWords(({ inNames, inTexts, inMentions }) => [...inNames, ...inTexts, ...inMentions]),
  }
}

/** `score`: MIN_SIMILARITY to 1. */
type Hit = { places: Places; score: number }

function hitsByTrigrams(
  entries: readonly Entry[],
  byTrigram: ReadonlyMap<string, readonly number[]>,
  query: string,
  maxVisits: number,
): Hit[] {
  const trigrams = trigramsOf(query)
  const lists = [...trigrams].map((trigram) => byTrigram.get(trigram) ?? [])
  const shared = new Uint8Array(entries.length)
  const candidates: number[] = []
  let visits = 0
  // Rare trigrams are the most significant.
  for (const list of lists.toSorted((a, b) => a.length - b.length)) {
    visits += list.length
    if (visits > maxVisits) break
    for (const id of list) {
      if (shared[id] === 0) candidates.push(id)
      shared[id] = (shared[id] ?? 0) + 1
    }
  }
  const scoreOf = scorerOf(query, trigrams)
  const hits: Hit[] = []
  for (const id of candidates) {
    const entry = entries[id]
    const score = entry ? scoreOf(entry, shared[id] ?? 0) : 0
    if (entry && score >= MIN_SIMILARITY) hits.push({ places: entry, score })
  }
  return hits
}

function scorerOf(query: string, trigrams: ReadonlySet<string>): (entry: Entry, shared: number) => number {
  return ({ word, trigrams: count }, shared) => {
    if (word === query) return 1
    if (word.startsWith(query)) return PREFIX
    const wordSimilarity = trigramSimilarity(shared, trigrams.size, count)
    if (query.length < LONG_WORD || word.length <= query.length) return wordSimilarity
    // A prefix shares all its trigrams but the last with the word, so this is its best possible score.
    if (PREFIX * ((shared + 1) / trigrams.size) < MIN_SIMILARITY) return wordSimilarity
    const prefix = trigramsOf(word.slice(0, query.length))
    const prefixSimilarity = trigramSimilarity(sharedTrigrams(trigrams, prefix), trigrams.size, prefix.size)
    return Math.max(wordSimilarity, PREFIX * prefixSimilarity)
  }
}

/** `matchesName`: a word matched the item's name. */
type ScoredItem = { at: number; score: number; matchesName: boolean }

function scoresOf(hitsByWord: readonly Hit[][], count: number, maxVisits: number): ScoredItem[] {
  const sums = new Float64Array(count)
  const matchesName = new Uint8Array(count)
  const found = new Set<number>()
  for (const hits of hitsByWord) {
    const inName = new Float64Array(count)
    const inText = new Float64Array(count)
    const inMentions = new Float64Array(count)
    const candidates = new Set<number>()
    let visits = 0
    for (const { places, score } of hits) {
      visits += places.inNames.length + places.inTexts.length + places.inMentions.length
      if (visits > maxVisits) break
      // The closest match comes first, so its score is kept.
      for (const at of places.inNames) {
        inName[at] ||= score
        candidates.add(at)
      }
      if (score < IN_TEXT.minSimilarity) continue
      for (const at of places.inTexts) {
        inText[at] ||= score
        candidates.add(at)
      }
      for (const at of places.inMentions) {
        inMentions[at] ||= score
        candidates.add(at)
      }
    }
    for (const at of candidates) {
      const [name = 0, text = 0, mentions = 0] = [inName[at], inText[at], inMentions[at]]
      const outside = Math.max(IN_TEXT.weight * text, MENTION * mentions)
      const score = name >= IN_TEXT.weight ? name : Math.max(name, outside)
      sums[at] = (sums[at] ?? 0) + score
      if (name > 0) matchesName[at] = 1
      found.add(at)
    }
  }
  return [...found].map((at) => ({
    at,
    score: (sums[at] ?? 0) / hitsByWord.length,
    matchesName: matchesName[at] === 1,
  }))
}

/** Longer than any name. Replaces the length of a name that no word matched, so that it comes last in a tie. */
const NO_NAME_MATCH = 1000

function rank(scoredItems: readonly ScoredItem[], query: string, names: readonly Name[]): number[] {
  const best = scoredItems.reduce((most, { score }) => Math.max(most, score), 0)
  return scoredItems
    .filter(({ score }) => score >= Math.max(MIN_SCORE, best / 2))
    .map(({ at, score, matchesName }) => {
      const { text, length } = names[at] ?? { text: '', length: 0 }
      return { at, score, nameMatch: nameMatchOf(query, text), length: matchesName ? length : NO_NAME_MATCH }
    })
    .sort((a, b) => b.nameMatch - a.nameMatch || b.score - a.score || a.length - b.length || a.at - b.at)
    .slice(0, MAX_RESULTS)
    .map(({ at }) => at)
}

/** Returns 2 if the name equals the query, 1 if it starts with it, otherwise 0. */
function nameMatchOf(query: string, name: string): 0 | 1 | 2 {
  if (name === query) return 2
  return name.startsWith(query) ? 1 : 0
}
