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
 * The things that fit the words of a query, best first. The score is the mean over the words of the best hit for
 * each: the word itself counts 1, the beginning of a word 0.9, a misspelt one how alike it is. A name that is the query
 * stands before one that begins with it, and both before all others; of names that are hit equally the shorter one
 * comes first, and everything else keeps the given order.
 */
export function rank<Thing>(
  words: readonly string[],
  things: readonly Thing[],
  toFindable: (thing: Thing) => Findable,
): Thing[] {
  if (words.length === 0) return []
  const judge = judgeOf(words)
  const judged = things.map((thing) => ({ thing, ...judge(toFindable(thing)) }))
  const best = Math.max(0, ...judged.map(({ score }) => score))
  return judged
    .filter(({ score }) => score >= Math.max(LEAST_SCORE, best / 2))
    .toSorted((a, b) => b.naming - a.naming || b.score - a.score || a.length - b.length)
    .slice(0, MOST_RESULTS)
    .map(({ thing }) => thing)
}

/**
 * `score` from 0 to 1; `naming` is 2 when the query is the name, 1 when the name begins with it; `length` counts the
 * words of a name that was hit.
 */
type Judged = { score: number; naming: 0 | 1 | 2; length: number }

function judgeOf(words: readonly string[]): (thing: Findable) => Judged {
  const query = words.join(' ')
  const scorers = words.map(scorerOf)
  return (thing) => {
    const name = wordsOf(thing.name)
    const about = [...new Set(wordsOf(thing.about))]
    const hits = scorers.map((scorer) => scorer(name, about))
    const score = hits.reduce((sum, hit) => sum + hit.score, 0) / hits.length
    const length = hits.some((hit) => hit.isInName) ? name.length : UNNAMED
    return { score, naming: namingOf(query, name.join(' ')), length }
  }
}

/** Longer than any name. */
const UNNAMED = 1000

function namingOf(query: string, name: string): Judged['naming'] {
  if (name === query) return 2
  return name.startsWith(query) ? 1 : 0
}

type Scorer = (name: readonly string[], about: readonly string[]) => { score: number; isInName: boolean }

/** How well one word of the query is met by a thing. */
function scorerOf(wanted: string): Scorer {
  const likeness = likenessTo(wanted)
  const hit = (word: string, leastAlike: number) => {
    if (word === wanted) return 1
    if (word.startsWith(wanted)) return BEGINNING
    const alike = likeness(word)
    return alike >= leastAlike ? alike : 0
  }
  const bestOf = (words: readonly string[], leastAlike: number) =>
    words.reduce((best, word) => Math.max(best, hit(word, leastAlike)), 0)
  return (name, about) => {
    const inName = bestOf(name, LEAST_ALIKE)
    const inText = inName >= IN_TEXT.weight ? 0 : IN_TEXT.weight * bestOf(about, IN_TEXT.leastAlike)
    return { score: Math.max(inName, inText), isInName: inName > 0 }
  }
}
