import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { readQuery, wordsOf } from '#shop/search/query.ts'
import { createIndex, type Findable } from '#shop/search/search-index.ts'
import { sharedTrigrams, trigramSimilarity, trigramsOf } from '#shop/search/synonyms.ts'

const cache = new Map<string, Set<string>>()
function trigrams(word: string): Set<string> {
  const wordTrigrams = cache.get(word) ?? trigramsOf(word)
  cache.set(word, wordTrigrams)
  return wordTrigrams
}

function similarityOf(word: string, other: string): number {
  const [a, b] = [trigrams(word), trigrams(other)]
  return trigramSimilarity(sharedTrigrams(a, b), a.size, b.size)
}

/** True if the words differ only by two swapped neighbouring letters. */
function isSwapped(word: readonly string[], other: readonly string[]): boolean {
  const at = word.findIndex((letter, place) => letter !== other[place])
  const swapped = [...word.slice(0, at), word[at + 1], word[at], ...word.slice(at + 2)]
  return at >= 0 && word.length === other.length && swapped.join('|') === other.join('|')
}

/** Searches without an index: compares all words of the query with all words of all items. */
function searchWithoutIndex(words: readonly string[], things: readonly Findable[]): number[] {
  const query = words.join(' ')
  const hit = (queryWord: string, word: string, least: number) => {
    if (word === queryWord) return 1
    if (word.startsWith(queryWord)) return 0.9
    if (isSwapped([...queryWord], [...word])) return 0.8
    const isLong = queryWord.length >= 6 && word.length > queryWord.length
    const beginning = isLong ? 0.9 * similarityOf(queryWord, word.slice(0, queryWord.length)) : 0
    const score = Math.max(similarityOf(queryWord, word), beginning)
    return score >= least ? score : 0
  }
  const scored = things.map((thing, at) => {
    const [name, about] = [wordsOf(thing.name), wordsOf(thing.about)]
    const bestOf = (queryWord: string, among: string[], least: number) =>
      among.reduce((best, word) => Math.max(best, hit(queryWord, word, least)), 0)
    const inNames = words.map((queryWord) => bestOf(queryWord, name, 0.3))
    const scores = words.map((queryWord, which) => {
      const inName = inNames[which] ?? 0
      return inName >= 0.6 ? inName : Math.max(inName, 0.6 * bestOf(queryWord, about, 0.5))
    })
    const score = scores.reduce((sum, each) => sum + each, 0) / scores.length
    const text = name.join(' ')
    const naming = text === query ? 2 : text.startsWith(query) ? 1 : 0
    return { at, score, naming, length: inNames.some((each) => each > 0) ? name.length : 1000 }
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => score >= Math.max(0.3, best / 2))
    .toSorted((a, b) => b.naming - a.naming || b.score - a.score || a.length - b.length)
    .slice(0, 20)
    .map(({ at }) => at)
}

describe('the search index', () => {
  const shop: Findable[] = [
    ...SEED_PRODUCTS.map(({ name, description, ingredients, healthFocus }) => ({
      name,
      about: [description, ...(ingredients ?? []), ...(healthFocus ?? [])].join(' '),
    })),
    ...RECIPES.map(({ name, summary, ingredients }) => ({
      name,
      about: [summary, ...ingredients].join(' '),
    })),
  ]
  const words = [...new Set(shop.flatMap(({ name, about }) => wordsOf(`${name} ${about}`)))]
  const letter = fc.constantFrom(...'aeirgmnसइ1')
  /** A word of the shop with up to three letters dropped, doubled, swapped or replaced, or a prefix of it. */
  const misspelt = fc
    .tuple(
      fc.constantFrom(...words),
      fc.array(fc.tuple(fc.nat(), fc.nat(3), letter), { maxLength: 3 }),
      fc.option(fc.integer({ min: 2, max: 9 })),
    )
    .map(([word, slips, cut]) => {
      const letters = [...word]
      for (const [where, kind, other] of slips) {
        const at = where % letters.length
        const here = letters[at] ?? ''
        const slip = [[], [here, here], [other], [letters[at + 1] ?? '', here]][kind] ?? []
        letters.splice(at, kind === 3 ? 2 : 1, ...slip)
        if (letters.length === 0) break
      }
      return letters.slice(0, cut ?? letters.length).join('')
    })
  const queryText = fc.array(misspelt, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))

  it('finds the same items as a search without an index, in the same order, for any misspelling', () => {
    const index = createIndex(shop)
    fc.assert(
      fc.property(queryText, (text) => {
        const { words } = readQuery(text)
        expect(index.find(words)).toEqual(words.length > 0 ? searchWithoutIndex(words, shop) : [])
      }),
      { numRuns: 1_000 },
    )
  })

  it('finds the same items as a search without an index among random items', () => {
    const word = fc.string({ unit: letter, minLength: 1, maxLength: 9 })
    const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
    const things = fc.array(fc.record({ name: text, about: text }), { maxLength: 30 })
    fc.assert(
      fc.property(things, fc.array(word, { minLength: 1, maxLength: 8 }), (items, query) => {
        const { words } = readQuery(query.join(' '))
        expect(createIndex(items).find(words)).toEqual(
          words.length > 0 ? searchWithoutIndex(words, items) : [],
        )
      }),
      { numRuns: 2_000 },
    )
  })
})
