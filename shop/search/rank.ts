/** Which things fit a query best. Products and recipes are ranked by the same rule. */
import { wordsOf } from '#shop/search/query.ts'
import { LEAST_ALIKE, likenessTo } from '#shop/search/trigrams.ts'

/** A thing as the search sees it: its name, and everything else that is said about it. */
export type Findable = { name: string; about: string }

/** How many results there are at most, of each kind. */
export const MOST_RESULTS = 20

const BEGINNING = 0.9
/** A hit in the text counts less than one in the name, and has to be closer: a text has many words. */
const IN_TEXT = { weight: 0.6, leastAlike: 0.5 }
/** Below this, and below half of the best, a thing has too little to do with the query. */
const LEAST_SCORE = 0.3

/**
 * The things that fit the words of a query, best first, equal ones in the given order. The score is the mean over the
 * words of the best hit for each: the word itself counts 1, the beginning of a word 0.9, a misspelt one how alike it
 * is. A name that is the query stands before one that begins with it, and both before all others.
 */
export function rank<Thing>(
  words: readonly string[],
  things: readonly Thing[],
  describe: (thing: Thing) => Findable,
): Thing[] {
  if (words.length === 0) return []
  const scorers = words.map(scorerOf)
  const scored = things.map((thing) => ({ thing, score: scoreOf(words, scorers, describe(thing)) }))
  const best = Math.max(0, ...scored.map(({ score }) => Math.min(1, score)))
  return scored
    .filter(({ score }) => score >= Math.max(LEAST_SCORE, best / 2))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_RESULTS)
    .map(({ thing }) => thing)
}

type Scorer = (name: readonly string[], about: readonly string[]) => number

/** How well one word of the query is met. */
function scorerOf(wanted: string): Scorer {
  const likeness = likenessTo(wanted)
  const hit = (word: string, leastAlike: number) => {
    if (word === wanted) return 1
    if (word.startsWith(wanted)) return BEGINNING
    const alike = likeness(word)
    return alike >= leastAlike ? alike : 0
  }
  return (name, about) => {
    const inName = Math.max(0, ...name.map((word) => hit(word, LEAST_ALIKE)))
    if (inName >= IN_TEXT.weight) return inName
    const inText = Math.max(0, ...about.map((word) => hit(word, IN_TEXT.leastAlike)))
    return Math.max(inName, inText * IN_TEXT.weight)
  }
}

function scoreOf(words: readonly string[], scorers: readonly Scorer[], { name, about }: Findable): number {
  const inName = wordsOf(name)
  const inText = [...new Set(wordsOf(about))]
  const mean = scorers.reduce((sum, score) => sum + score(inName, inText), 0) / scorers.length
  return mean + nameBonus(words.join(' '), inName.join(' '))
}

/** The query is the name, or its beginning. */
function nameBonus(query: string, name: string): number {
  if (name === query) return 2
  return name.startsWith(query) ? 1 : 0
}
