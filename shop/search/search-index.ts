/** Finds things by words that may be misspelt. Products and recipes are ranked by the same rule. */
import { wordsOf } from '#shop/search/query.ts'
import { likeness, MIN_SIMILARITY, sharedTrigrams, trigramsOf } from '#shop/search/trigrams.ts'

/** A thing as the search sees it: its name, and everything else that is said about it. */
export type Findable = { name: string; about: string }

/** How many results there are at most, of each kind. */
export const MOST_RESULTS = 20

/** The beginning of a word counts a little less than the word, as does one that is like the beginning of a long word. */
const BEGINNING = 0.9
const LONG_WORD = 6
/** A hit in the text counts less than one in the name, and has to be closer: a text has many words. */
const IN_TEXT = { weight: 0.6, leastAlike: 0.5 }
/** Below this, and below half of the best, a thing has too little to do with the query. */
const LEAST_SCORE = 0.3

/** How many entries of the index one word of a query may look at; a catalogue of ten thousand products stays below. */
const MOST_VISITS = 100_000

export type SearchIndex = {
  /**
   * The positions of the things that fit the words of a query (see `readQuery`), best first, at most MOST_RESULTS. The
   * score is the mean over the words of the best hit for each: the word itself counts 1, the beginning of a word 0.9, a
   * misspelt one how alike it is. A name that is the query stands before one that begins with it, and both before all
   * others; of names that are hit equally the shorter one comes first, and everything else keeps the given order.
   */
  find(words: readonly string[]): number[]
}

/** A distinct word, and the positions of the things that have it in their name or in their text. */
type Entry = { word: string; trigrams: number; inNames: number[]; inTexts: number[] }

type Name = { text: string; length: number }

/**
 * Makes the index of these things, a piece at each step, so that the caller can let others go first: each `next` takes
 * in one thing. `mostVisits` bounds the work of one word of a query; what exceeds it is cut, the most common last.
 */
export function* indexing(
  things: readonly Findable[],
  mostVisits = MOST_VISITS,
): Generator<void, SearchIndex, void> {
  const entries: Entry[] = []
  const ids = new Map<string, Entry>()
  const byTrigram = new Map<string, number[]>()
  const names: Name[] = []
  const entryOf = (word: string): Entry => {
    const known = ids.get(word)
    if (known) return known
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
  const hitsOf = (wanted: string) => hitsAmong(entries, byTrigram, wanted, mostVisits)
  return {
    find(words) {
      if (words.length === 0) return []
      const scored = scoresOf(words.map(hitsOf), names.length, mostVisits)
      return ranked(scored, words.join(' '), names)
    },
  }
}

/** The whole index at once, for things that are few or known before the first request. */
export function indexOf(things: readonly Findable[], mostVisits?: number): SearchIndex {
  const making = indexing(things, mostVisits)
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

/** A word of the index that a word of a query may mean, and how well it fits: from LEAST_ALIKE to 1. */
type Hit = { entry: Entry; score: number }

/** The closest come first. */
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
  // Rare trigrams say most about a word.
  for (const list of lists.toSorted((one, other) => one.length - other.length)) {
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
    if (entry && score >= MIN_SIMILARITY) hits.push({ entry, score })
  }
  return hits.sort((one, other) => other.score - one.score)
}

/** How well a word of the index fits one of a query, by how many trigrams they share. */
function scorerOf(wanted: string, trigrams: ReadonlySet<string>): (entry: Entry, shared: number) => number {
  return ({ word, trigrams: count }, shared) => {
    if (word === wanted) return 1
    if (word.startsWith(wanted)) return BEGINNING
    const whole = likeness(shared, trigrams.size, count)
    if (wanted.length < LONG_WORD || word.length <= wanted.length) return whole
    // Of the beginning's trigrams only the last one is not among the whole word's.
    if (BEGINNING * ((shared + 1) / trigrams.size) < MIN_SIMILARITY) return whole
    const beginning = trigramsOf(word.slice(0, wanted.length))
    const alike = likeness(sharedTrigrams(trigrams, beginning), trigrams.size, beginning.size)
    return Math.max(whole, BEGINNING * alike)
  }
}

/** `score` from 0 to 1; `isNamed` when a word of the query was found in the name. */
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
    for (const { entry, score } of hits) {
      visits += entry.inNames.length + entry.inTexts.length
      if (visits > mostVisits) break
      // The closest hit comes first and counts.
      for (const at of entry.inNames) {
        inName[at] ||= score
        touched.add(at)
      }
      if (score < IN_TEXT.leastAlike) continue
      for (const at of entry.inTexts) {
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
const UNNAMED = 1000

function ranked(scored: readonly Scored[], query: string, names: readonly Name[]): number[] {
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0)
  return scored
    .filter(({ score }) => score >= Math.max(LEAST_SCORE, best / 2))
    .map(({ at, score, isNamed }) => {
      const { text, length } = names[at] ?? { text: '', length: 0 }
      return { at, score, naming: namingOf(query, text), length: isNamed ? length : UNNAMED }
    })
    .sort((a, b) => b.naming - a.naming || b.score - a.score || a.length - b.length || a.at - b.at)
    .slice(0, MOST_RESULTS)
    .map(({ at }) => at)
}

/** 2 when the query is the name, 1 when the name begins with it. */
function namingOf(query: string, name: string): 0 | 1 | 2 {
  if (name === query) return 2
  return name.startsWith(query) ? 1 : 0
}
