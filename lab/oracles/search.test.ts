import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { readQuery, wordsOf } from '#shop/search/query.ts'
import { createIndex, type Findable } from '#shop/search/search-index.ts'
import { sharedTrigrams, trigramSimilarity, trigramsOf } from '#shop/search/synonyms.ts'

const taken = new Map<string, Set<string>>()
function trigrams(word: string): Set<string> {
  const made = taken.get(word) ?? trigramsOf(word)
  taken.set(word, made)
  return made
}

function alike(word: string, other: string): number {
  const [a, b] = [trigrams(word), trigrams(other)]
  return trigramSimilarity(sharedTrigrams(a, b), a.size, b.size)
}

/** True when the words differ in one pair of neighbouring letters, exchanged. */
function isSwapped(word: readonly string[], other: readonly string[]): boolean {
  const at = word.findIndex((letter, place) => letter !== other[place])
  const swapped = [...word.slice(0, at), word[at + 1], word[at], ...word.slice(at + 2)]
  return at >= 0 && word.length === other.length && swapped.join('|') === other.join('|')
}

/** The reference without an index: compares all words of the query with all words of all items. */
function foundOneByOne(words: readonly string[], things: readonly Findable[]): number[] {
  const query = words.join(' ')
  const hit = (wanted: string, word: string, least: number) => {
    if (word === wanted) return 1
    if (word.startsWith(wanted)) return 0.9
    if (isSwapped([...wanted], [...word])) return 0.8
    const isLong = wanted.length >= 6 && word.length > wanted.length
    const beginning = isLong ? 0.9 * alike(wanted, word.slice(0, wanted.length)) : 0
    const score = Math.max(alike(wanted, word), beginning)
    return score >= least ? score : 0
  }
  const judged = things.map((thing, at) => {
    const [name, about] = [wordsOf(thing.name), wordsOf(thing.about)]
    const bestOf = (wanted: string, among: string[], least: number) =>
      among.reduce((best, word) => Math.max(best, hit(wanted, word, least)), 0)
    const inNames = words.map((wanted) => bestOf(wanted, name, 0.3))
    const scores = words.map((wanted, which) => {
      const inName = inNames[which] ?? 0
      return inName >= 0.6 ? inName : Math.max(inName, 0.6 * bestOf(wanted, about, 0.5))
    })
    const score = scores.reduce((sum, each) => sum + each, 0) / scores.length
    const text = name.join(' ')
    const naming = text === query ? 2 : text.startsWith(query) ? 1 : 0
    return { at, score, naming, length: inNames.some((each) => each > 0) ? name.length : 1000 }
  })
  const best = Math.max(0, ...judged.map(({ score }) => score))
  return judged
    .filter(({ score }) => score >= Math.max(0.3, best / 2))
    .toSorted((a, b) => b.naming - a.naming || b.score - a.score || a.length - b.length)
    .slice(0, 20)
    .map(({ at }) => at)
}

describe('against the same rule without an index', () => {
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
  /** A word of the shop with up to three letters dropped, doubled, swapped or replaced, or its beginning. */
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
  const typed = fc.array(misspelt, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))

  it('finds the same in the shop, in the same order, for any misspelling', () => {
    const made = createIndex(shop)
    fc.assert(
      fc.property(typed, (text) => {
        const { words } = readQuery(text)
        expect(made.find(words)).toEqual(words.length > 0 ? foundOneByOne(words, shop) : [])
      }),
      { numRuns: 1_000 },
    )
  })

  it('finds the same among any things', () => {
    const word = fc.string({ unit: letter, minLength: 1, maxLength: 9 })
    const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
    const things = fc.array(fc.record({ name: text, about: text }), { maxLength: 30 })
    fc.assert(
      fc.property(things, fc.array(word, { minLength: 1, maxLength: 8 }), (made, query) => {
        const { words } = readQuery(query.join(' '))
        expect(createIndex(made).find(words)).toEqual(words.length > 0 ? foundOneByOne(words, made) : [])
      }),
      { numRuns: 2_000 },
    )
  })
})
